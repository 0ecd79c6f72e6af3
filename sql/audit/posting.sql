-- The postings that this audit reads.
CREATE OR REPLACE VIEW audit_posting AS
  SELECT p.* FROM ledger_posting p WHERE audit_height() = 0
  UNION ALL SELECT p.* FROM audit_journal j JOIN ledger_posting p USING (journal_id) WHERE audit_height() > 0;

GRANT SELECT ON audit_posting TO ats_app;
