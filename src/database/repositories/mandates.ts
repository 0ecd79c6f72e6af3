import type { Approval } from '../../domain/parties/approval-types';
import type { Mandate, MandateData, MandateLimits, MandateUse } from '../../domain/parties/mandate';
import { decode } from '../sql/codec';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

export type MandateWithUse = Mandate & MandateUse;

type Encoded = Omit<MandateData, 'approval' | 'denials'> & {
  readonly approval: object | null;
  readonly denials: readonly object[];
};

/** Decodes what `mandate_data` returns. */
export function decodeMandates(rows: readonly object[] | null | undefined): MandateData[] {
  return (rows ?? []).map((row) => {
    const { approval, denials, ...mandate } = decode<Encoded>(row);
    return {
      ...mandate,
      approval: approval && decode<Approval>(approval),
      denials: denials.map((denial) => decode<Approval>(denial)),
    };
  });
}

/** Reads the mandates of the participants of proposals, without locks. */
export async function readMandateData(db: Db, proposalIds: readonly string[], now: Date): Promise<MandateData[][]> {
  const rows = await db.query<{ mandates: object[] }>({
    name: 'read_mandate_data',
    text: `SELECT mandate_data(p.id, NULL, $2) AS mandates
      FROM unnest($1::uuid[]) WITH ORDINALITY AS p (id, n) ORDER BY n`,
    values: [[...proposalIds], now],
  });
  return rows.map((row) => decodeMandates(row.mandates));
}

/** Reads the mandates of agents with their use; undefined for an agent without one. */
export async function mandatesOf(
  db: Db,
  agentIds: readonly string[],
  now: Date,
): Promise<(MandateWithUse | undefined)[]> {
  const rows = await db.query<{ mandate: object }>({
    name: 'mandates_of',
    text: 'SELECT to_jsonb(m) || mandate_use(m, NULL, $2) AS mandate FROM mandate m WHERE m.agent_id = ANY ($1::uuid[])',
    values: [[...agentIds], now],
  });
  const mandates = rows.map((row) => decode<MandateWithUse>(row.mandate));
  return agentIds.map((id) => mandates.find(({ agentId }) => agentId === id));
}

/**
 * Sets the limits of an agent's mandate, and ends its revocation. The caller holds the lock of the principal.
 *
 * `created_at` is not before any trade that the mandate does not count. After a revocation it is after all that the agent
 * committed and asked before. These can be newer than this transaction, which waited for the lock. So can `exhausted_at`.
 */
export async function putMandate(tx: Tx, principalId: string, agentId: string, limits: MandateLimits): Promise<void> {
  await tx.query({
    text: `INSERT INTO mandate AS m (agent_id, principal_id, per_trade_stamps, budget_stamps, budget_period, bond_stamps, max_open_trades,
        counterparties, trade_profiles, min_settled_trades, approval_above_stamps, ends_at, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, greatest($13, (SELECT max(t.created_at)
        FROM trade_participant p JOIN trade t USING (trade_id) WHERE p.principal_id = $2 AND p.agent_id = $1)), $13)
      ON CONFLICT (agent_id) DO UPDATE SET per_trade_stamps = excluded.per_trade_stamps, budget_stamps = excluded.budget_stamps,
        budget_period = excluded.budget_period, bond_stamps = excluded.bond_stamps, max_open_trades = excluded.max_open_trades,
        counterparties = excluded.counterparties, trade_profiles = excluded.trade_profiles,
        min_settled_trades = excluded.min_settled_trades, approval_above_stamps = excluded.approval_above_stamps, ends_at = excluded.ends_at,
        updated_at = greatest(excluded.updated_at, m.exhausted_at + interval '1 ms'), revoked_at = NULL,
        created_at = CASE WHEN m.revoked_at IS NULL THEN m.created_at ELSE greatest(excluded.created_at,
          (SELECT max(c.committed_at) FROM mandate_commitment c WHERE c.agent_id = $1) + interval '1 ms',
          (SELECT max(a.requested_at) FROM approval a WHERE a.agent_id = $1) + interval '1 ms') END`,
    values: [
      agentId,
      principalId,
      limits.perTradeStamps,
      limits.budgetStamps,
      limits.budgetPeriod,
      limits.bondStamps,
      limits.maxOpenTrades,
      limits.counterparties,
      limits.tradeProfiles,
      limits.minSettledTrades,
      limits.approvalAboveStamps,
      limits.endsAt,
      tx.now,
    ],
  });
}

/** Revokes a mandate. Returns whether it changed: a revoked one stays as it is. Undefined: the agent has none. */
export async function revokeMandate(tx: Tx, agentId: string): Promise<boolean | undefined> {
  const [row] = await tx.query<{ changed: boolean }>({
    text: `WITH changed AS (UPDATE mandate SET revoked_at = $2 WHERE agent_id = $1 AND revoked_at IS NULL RETURNING agent_id)
      SELECT EXISTS (SELECT FROM changed) AS changed FROM mandate WHERE agent_id = $1`,
    values: [agentId, tx.now],
  });
  return row?.changed;
}
