-- I2: each balance equals its account's last entry
CREATE OR REPLACE VIEW audit_i2_balance AS
  SELECT format('account %s (%s): balance %s at entry %s, last entry %s with %s', a.account_id,
      ledger_account_name(a.kind, a.principal_id, a.human_id, a.trade_id, a.step_no), b.balance, b.entry_seq, e.seq, e.balance_after) AS detail
  FROM audit_account a LEFT JOIN ledger_balance b USING (account_id)
  LEFT JOIN LATERAL (SELECT seq, balance_after FROM ledger_entry l WHERE l.account_id = a.account_id ORDER BY seq DESC LIMIT 1) e ON true
  WHERE b.account_id IS NULL OR b.entry_seq IS DISTINCT FROM e.seq OR b.balance <> coalesce(e.balance_after, 0)
    OR b.floor_balance IS DISTINCT FROM (CASE a.mode WHEN 'sync' THEN 0 END);

GRANT SELECT ON audit_i2_balance TO ats_app;
