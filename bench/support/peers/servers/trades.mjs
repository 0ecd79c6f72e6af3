import pg from 'pg';

/** Newest trades of a principal with steps, both parties and settlement, as JSON text from one statement. */
const TRADES = `
  SELECT json_agg(json_build_object(
    'tradeId', t.trade_id, 'state', t.state, 'createdAt', t.created_at, 'settledAt', t.settled_at,
    'steps', (
      SELECT json_agg(json_build_object(
        'stepNo', s.step_no, 'title', s.title, 'state', s.state, 'priceStamps', s.price_stamps,
        'activatedAt', s.activated_at, 'checkpointStatus', s.checkpoint_status, 'coverageBps', s.coverage_bps,
        'provider', json_build_object('principalId', p.principal_id, 'displayName', p.display_name),
        'consumer', json_build_object('principalId', c.principal_id, 'displayName', c.display_name)) ORDER BY s.step_no)
      FROM trade_step s
      JOIN principal p ON p.principal_id = s.provider_principal_id
      JOIN principal c ON c.principal_id = s.consumer_principal_id
      WHERE s.trade_id = t.trade_id),
    'participants', (
      SELECT json_agg(json_build_object('principalId', q.principal_id, 'bondStamps', q.bond_stamps) ORDER BY q.principal_id)
      FROM trade_participant q WHERE q.trade_id = t.trade_id),
    'settlement', (
      SELECT json_build_object(
        'settlementId', z.settlement_id, 'outcome', z.outcome, 'failureClass', z.failure_class,
        'slashAmount', z.slash_amount, 'policyVersion', z.policy_version, 'evidenceSha256', z.evidence_sha256,
        'settledAt', z.settled_at)
      FROM settlement z WHERE z.trade_id = t.trade_id)) ORDER BY t.trade_id DESC)::text AS body
  FROM (
    SELECT t.* FROM trade_participant m JOIN trade t USING (trade_id)
    WHERE m.principal_id = $1 ORDER BY m.trade_id DESC LIMIT 20) t`;

export function openPool() {
  return new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.CONNECTIONS),
    idleTimeoutMillis: 600_000,
  });
}

export async function tradesText(pool, principalId) {
  const { rows } = await pool.query({ name: 'trades', text: TRADES, values: [principalId] });
  return rows[0].body;
}
