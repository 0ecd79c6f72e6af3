-- I3: each account's entries form a chain without gaps
CREATE OR REPLACE VIEW audit_i3_chain AS
  SELECT format('account %s (%s), entry %s: balance %s plus %s gives %s; the entry before it: %s with balance %s', e.account_id,
      (SELECT ledger_account_name(n.kind, n.principal_id, n.human_id, n.trade_id, n.step_no) FROM ledger_account n WHERE n.account_id = e.account_id),
      e.seq, e.balance_before, e.amount, e.balance_after, p.seq, p.balance_after) AS detail
  FROM audit_entry e LEFT JOIN ledger_entry p ON p.account_id = e.account_id AND p.seq = e.seq - 1
  WHERE e.seq < 1 OR (e.seq > 1 AND p.seq IS NULL) OR e.balance_before <> coalesce(p.balance_after, 0)
    OR e.balance_after <> e.balance_before + e.amount;

GRANT SELECT ON audit_i3_chain TO ats_app;
