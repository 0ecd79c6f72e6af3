-- I6: each trade's journals match its bonds, prices and fees
--
-- The settlement itself is recomputed in TypeScript (src/ledger/audit/settlements.ts).
CREATE OR REPLACE VIEW audit_i6_trade_journals AS
  SELECT format('trade %s, principal %s: bond %s, reserved %s', p.trade_id, p.principal_id, p.bond_stamps, coalesce(m.stamps, 0)) AS detail
  FROM audit_trade t JOIN trade_participant p USING (trade_id) CROSS JOIN LATERAL (
    SELECT sum(o.amount) AS stamps FROM ledger_journal j JOIN ledger_posting o USING (journal_id) JOIN ledger_account c ON c.account_id = o.credit_account_id
    WHERE j.idem_key = 'trade:' || p.trade_id || ':reserve' AND c.kind = 'trade_bond' AND c.trade_id = p.trade_id AND c.principal_id = p.principal_id) m
  WHERE p.bond_stamps <> coalesce(m.stamps, 0)
  UNION ALL
  SELECT format('trade %s, step %s: price %s and fee %s, escrowed %s and taken %s', s.trade_id, s.step_no, s.price_stamps, s.fee_stamps, coalesce(m.price, 0), coalesce(m.fee, 0))
  FROM audit_trade t JOIN trade_step s USING (trade_id) CROSS JOIN LATERAL (
    SELECT sum(o.amount) FILTER (WHERE c.kind = 'trade_escrow' AND c.trade_id = s.trade_id AND c.step_no = s.step_no) AS price,
      sum(o.amount) FILTER (WHERE c.kind = 'platform_fee') AS fee
    FROM ledger_journal j JOIN ledger_posting o USING (journal_id) JOIN ledger_account c ON c.account_id = o.credit_account_id
    JOIN ledger_account d ON d.account_id = o.debit_account_id
    WHERE j.idem_key = 'trade:' || s.trade_id || ':activate:' || s.step_no AND d.kind = 'ticket' AND d.principal_id = s.consumer_principal_id) m
  WHERE coalesce(m.price, 0) <> (CASE WHEN s.activated_at IS NULL THEN 0 ELSE s.price_stamps END) OR coalesce(m.fee, 0) <> s.fee_stamps
  UNION ALL
  SELECT format('journal %s (%s) of trade %s is under the key %s', j.journal_id, j.kind, j.trade_id, j.idem_key)
  FROM audit_journal j WHERE j.trade_id IS NOT NULL AND NOT CASE j.kind
    WHEN 'trade_bond' THEN j.idem_key = 'trade:' || j.trade_id || ':reserve'
    WHEN 'activation' THEN EXISTS (SELECT FROM trade_step s WHERE s.trade_id = j.trade_id AND j.idem_key = 'trade:' || j.trade_id || ':activate:' || s.step_no)
    ELSE j.idem_key = 'trade:' || j.trade_id || ':settle' AND EXISTS (SELECT FROM settlement s WHERE s.trade_id = j.trade_id) END;

GRANT SELECT ON audit_i6_trade_journals TO ats_app;
