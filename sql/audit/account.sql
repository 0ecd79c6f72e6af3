-- The accounts that this audit reads.
CREATE OR REPLACE VIEW audit_account AS
  SELECT a.* FROM ledger_account a WHERE audit_height() = 0
  UNION ALL SELECT a.* FROM (
    SELECT account_id FROM audit_side UNION SELECT jsonb_object_keys(audit_deferred())::bigint) touched
  JOIN ledger_account a USING (account_id) WHERE audit_height() > 0;

GRANT SELECT ON audit_account TO ats_app;
