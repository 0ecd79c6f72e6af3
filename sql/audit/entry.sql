-- The entries that this audit reads.
--
-- From a checkpoint, an entry is found by principal and posting. `+ 0` hides the account from the planner, which would
-- prefer it although a busy account has very many entries.
CREATE OR REPLACE VIEW audit_entry AS
  SELECT e.* FROM ledger_entry e WHERE audit_height() = 0
  UNION ALL SELECT e.* FROM audit_side s JOIN ledger_account a USING (account_id)
    JOIN ledger_entry e ON e.principal_id = a.principal_id AND e.posting_id = s.posting_id AND e.account_id + 0 = s.account_id
    WHERE audit_height() > 0
  UNION ALL SELECT e.* FROM audit_side s JOIN ledger_account a USING (account_id)
    JOIN ledger_entry e ON e.principal_id IS NULL AND e.posting_id = s.posting_id AND e.account_id + 0 = s.account_id
    WHERE audit_height() > 0 AND a.principal_id IS NULL AND a.mode = 'sync'
  UNION ALL SELECT e.* FROM jsonb_each_text(audit_deferred()) d (account_id, seq)
    JOIN ledger_entry e ON e.account_id = d.account_id::bigint AND e.seq > d.seq::bigint
    WHERE audit_height() > 0;

GRANT SELECT ON audit_entry TO ats_app;
