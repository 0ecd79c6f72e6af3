import { statementCheck } from './check';

/** I5 and I8: what the ledger holds for trades, and how they ended. */

const TERMINAL = `('completed', 'failed', 'compensated')`;

export const tradeAccounts = statementCheck(
  'I5',
  'a terminal trade’s bond and escrow accounts are zero, an open one’s are what is reserved and escrowed',
  `SELECT format('trade %s (%s), %s of principal %s, step %s: %s held, %s expected', coalesce(h.trade_id, x.trade_id), t.state,
     coalesce(h.kind, x.kind), coalesce(h.principal_id, x.principal_id), coalesce(h.step_no, x.step_no), coalesce(h.balance, 0), coalesce(x.stamps, 0)) AS detail
   FROM (SELECT a.trade_id, a.kind, a.principal_id, coalesce(a.step_no, 0) AS step_no, b.balance
     FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.trade_id IS NOT NULL) h
   FULL JOIN (
     SELECT p.trade_id, 'trade_bond' AS kind, p.principal_id, 0 AS step_no, p.bond_stamps AS stamps
     FROM trade_participant p JOIN trade o USING (trade_id) WHERE o.state NOT IN ${TERMINAL}
     UNION ALL SELECT s.trade_id, 'trade_escrow', s.consumer_principal_id, s.step_no, s.price_stamps
     FROM trade_step s JOIN trade o USING (trade_id) WHERE o.state NOT IN ${TERMINAL} AND s.activated_at IS NOT NULL) x
   ON x.trade_id = h.trade_id AND x.kind = h.kind AND x.principal_id = h.principal_id AND x.step_no = h.step_no
   LEFT JOIN trade t ON t.trade_id = coalesce(h.trade_id, x.trade_id)
   WHERE coalesce(h.balance, 0) <> coalesce(x.stamps, 0) OR t.trade_id IS NULL`,
);

export const oneSettlement = statementCheck(
  'I8',
  'a trade has exactly one settlement when it is terminal, and none before',
  `SELECT format('trade %s is %s and has %s settlements', t.trade_id, t.state, count(s.trade_id)) AS detail
   FROM trade t LEFT JOIN settlement s USING (trade_id) GROUP BY t.trade_id, t.state
   HAVING count(s.trade_id) <> (t.state IN ${TERMINAL})::integer
   UNION ALL SELECT format('settlement of trade %s, which there is not', s.trade_id)
   FROM settlement s WHERE NOT EXISTS (SELECT FROM trade t WHERE t.trade_id = s.trade_id)`,
);

export const everyPartyTold = statementCheck(
  'I8',
  'each participant of a settled trade has one record of its side and one event that says how the trade ended',
  `SELECT format('trade %s (%s), principal %s: %s records, %s terminal events, %s of the right type', t.trade_id, t.state, p.principal_id, r.n, e.n, e.fitting) AS detail
   FROM trade t JOIN trade_participant p USING (trade_id)
   CROSS JOIN LATERAL (SELECT count(*) AS n FROM settlement_party s WHERE s.trade_id = t.trade_id AND s.principal_id = p.principal_id) r
   CROSS JOIN LATERAL (SELECT count(*) AS n,
       count(*) FILTER (WHERE v.type = CASE t.state WHEN 'completed' THEN 'trade.completed' ELSE 'trade.failed' END) AS fitting
     FROM event v WHERE v.trade_id = t.trade_id AND v.principal_id = p.principal_id AND v.type IN ('trade.completed', 'trade.failed')) e
   WHERE (r.n, e.n, e.fitting) <> CASE WHEN t.state IN ${TERMINAL} THEN ROW (1::bigint, 1::bigint, 1::bigint) ELSE ROW (0::bigint, 0::bigint, 0::bigint) END
   UNION ALL SELECT format('trade %s, principal %s: told, but no participant', told.trade_id, told.principal_id)
   FROM (SELECT trade_id, principal_id FROM settlement_party UNION SELECT trade_id, principal_id FROM event WHERE type IN ('trade.completed', 'trade.failed')) told
   WHERE NOT EXISTS (SELECT FROM trade_participant p WHERE p.trade_id = told.trade_id AND p.principal_id = told.principal_id)`,
);
