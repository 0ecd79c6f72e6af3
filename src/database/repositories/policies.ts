import { assert } from '../../domain/errors/errors';
import type { PolicyActivation, PolicyStatus } from '../../domain/trades/policy-activation';
import { readAll } from '../sql/read';
import type { Db } from '../transactions/statement';

/** All activations, in the order in which they take effect. There are few. */
export async function policyActivations(db: Db): Promise<PolicyActivation[]> {
  return readAll<PolicyActivation>(db, {
    name: 'policy_activations',
    text: `SELECT activation_id, policy_version, effective_at, announced_at, act_id
      FROM policy_activation ORDER BY effective_at, activation_id`,
  });
}

export async function insertActivation(db: Db, activation: PolicyActivation): Promise<void> {
  const { activationId, policyVersion, effectiveAt, announcedAt, actId } = activation;
  await db.query({
    name: 'insert_policy_activation',
    text: `INSERT INTO policy_activation (activation_id, policy_version, effective_at, announced_at, act_id)
      VALUES ($1, $2, $3, $4, $5)`,
    values: [activationId, policyVersion, effectiveAt, announcedAt, actId],
  });
}

/** The policy of a trade that is created at this time; null if no activation is recorded. */
export async function activePolicy(db: Db, now: Date): Promise<string | null> {
  const [row] = await db.query<{ active: string | null }>({
    name: 'active_policy',
    text: 'SELECT active_policy($1) AS active',
    values: [now],
  });
  return row?.active ?? null;
}

/** The time of the database, for commands that run without a service. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await db.query<{ now: Date }>({ text: 'SELECT clock_timestamp() AS now' });
  assert(row, 'the clock has one row');
  return row.now;
}

/** The status that decides whether a process may start with its `ATS_POLICY_VERSION`. */
export async function policyStatus(db: Db, now: Date): Promise<PolicyStatus> {
  const [row] = await db.query<{ active: string | null; has_trades: boolean }>({
    name: 'policy_status',
    text: 'SELECT active_policy($1) AS active, EXISTS (SELECT FROM trade) AS has_trades',
    values: [now],
  });
  const next = (await policyActivations(db)).find(({ effectiveAt }) => effectiveAt > now) ?? null;
  return { active: row?.active ?? null, hasTrades: row?.has_trades ?? false, next };
}

/** The principals in the market: with an active listing, an open proposal or an open trade. */
export async function activePrincipals(db: Db): Promise<string[]> {
  const rows = await db.query<{ principal_id: string }>({
    name: 'principals_in_market',
    text: `SELECT principal_id FROM listing WHERE state = 'active'
      UNION SELECT p.principal_id FROM proposal_participant p JOIN proposal USING (proposal_id)
        WHERE proposal.state <> 'rejected' AND proposal.trade_id IS NULL
      UNION SELECT p.principal_id FROM trade_participant p JOIN trade USING (trade_id) WHERE trade.settled_at IS NULL
      ORDER BY principal_id`,
  });
  return rows.map(({ principal_id }) => principal_id);
}
