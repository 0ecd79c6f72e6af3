-- The journals that this audit reads.
CREATE OR REPLACE VIEW audit_journal AS
  SELECT j.* FROM ledger_journal j WHERE audit_height() = 0
  UNION ALL SELECT j.* FROM ledger_sealed s JOIN ledger_journal j USING (journal_id) WHERE audit_height() > 0 AND s.height > audit_height()
  UNION ALL SELECT j.* FROM ledger_unsealed u JOIN ledger_journal j USING (journal_id) WHERE audit_height() > 0;

GRANT SELECT ON audit_journal TO ats_app;
