-- I5: settled trades hold no stamps, and open trades hold exactly what they reserved
CREATE OR REPLACE VIEW audit_i5_trade_accounts AS
  SELECT format('trade %s (%s), %s of principal %s, step %s: %s held, %s expected', coalesce(h.trade_id, x.trade_id), t.state,
    coalesce(h.kind, x.kind), coalesce(h.principal_id, x.principal_id), coalesce(h.step_no, x.step_no), coalesce(h.balance, 0), coalesce(x.stamps, 0)) AS detail
  FROM (
    SELECT a.trade_id, a.kind, a.principal_id, coalesce(a.step_no, 0) AS step_no, b.balance
    FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.trade_id IS NOT NULL AND audit_height() = 0
    UNION ALL SELECT a.trade_id, a.kind, a.principal_id, coalesce(a.step_no, 0), b.balance
    FROM audit_trade t JOIN ledger_account a ON coalesce(a.trade_id, '00000000-0000-0000-0000-000000000000') = t.trade_id
    JOIN ledger_balance b USING (account_id) WHERE audit_height() > 0) h
  FULL JOIN (
    SELECT p.trade_id, 'trade_bond' AS kind, p.principal_id, 0 AS step_no, p.bond_stamps AS stamps
    FROM audit_trade o JOIN trade_participant p USING (trade_id) WHERE o.state NOT IN ('completed', 'failed', 'compensated')
    UNION ALL SELECT s.trade_id, 'trade_escrow', s.consumer_principal_id, s.step_no, s.price_stamps
    FROM audit_trade o JOIN trade_step s USING (trade_id)
    WHERE o.state NOT IN ('completed', 'failed', 'compensated') AND s.activated_at IS NOT NULL) x
  ON x.trade_id = h.trade_id AND x.kind = h.kind AND x.principal_id = h.principal_id AND x.step_no = h.step_no
  LEFT JOIN trade t ON t.trade_id = coalesce(h.trade_id, x.trade_id)
  WHERE coalesce(h.balance, 0) <> coalesce(x.stamps, 0) OR t.trade_id IS NULL;

GRANT SELECT ON audit_i5_trade_accounts TO ats_app;
