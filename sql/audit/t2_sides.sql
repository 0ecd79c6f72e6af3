-- T2: each party's settlement record equals the change of its balances
--
-- The change is added up from the postings of the trade's journals, not taken from the settlement.
CREATE OR REPLACE VIEW audit_t2_sides AS
  SELECT format('trade %s, principal %s: its record says %s, its tickets and bond changed by %s', t.trade_id, p.principal_id, r.change, coalesce(m.change, 0)) AS detail
  FROM audit_trade t JOIN settlement_party p USING (trade_id)
  CROSS JOIN LATERAL (SELECT p.received_stamps + p.compensation_stamps - p.paid_stamps - p.fees_stamps - p.bond_slashed_stamps - coalesce(p.burnt_stamps, 0) AS change) r
  LEFT JOIN (
    SELECT k.trade_id, a.principal_id, sum(CASE a.account_id WHEN o.credit_account_id THEN o.amount ELSE -o.amount END) AS change
    FROM (
      SELECT trade_id, 'trade:' || trade_id || ':reserve' AS key FROM audit_trade WHERE settled_at IS NOT NULL
      UNION ALL SELECT trade_id, 'trade:' || trade_id || ':settle' FROM audit_trade WHERE settled_at IS NOT NULL
      UNION ALL SELECT s.trade_id, 'trade:' || s.trade_id || ':activate:' || s.step_no FROM audit_trade t JOIN trade_step s USING (trade_id) WHERE t.settled_at IS NOT NULL) k
    JOIN ledger_journal j ON j.idem_key = k.key JOIN ledger_posting o USING (journal_id)
    CROSS JOIN LATERAL (VALUES (o.debit_account_id), (o.credit_account_id)) AS side (account_id)
    JOIN ledger_account a ON a.account_id = side.account_id
    WHERE a.kind IN ('ticket', 'bond_available') GROUP BY k.trade_id, a.principal_id) m
  ON m.trade_id = t.trade_id AND m.principal_id = p.principal_id
  WHERE t.settled_at IS NOT NULL AND r.change <> coalesce(m.change, 0);

GRANT SELECT ON audit_t2_sides TO ats_app;
