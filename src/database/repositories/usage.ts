import { type DailyQuota, type DailyUse, quotaNames } from '../../domain/parties/quotas';
import { assert } from '../../domain/errors/errors';
import { readAll } from '../sql/read';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** The use that principals make of their limits and quotas. */

const COUNTS: Readonly<Record<DailyQuota, 'match_runs' | 'changes'>> = {
  matchRunsPerDay: 'match_runs',
  changesPerDay: 'changes',
};

/** Counts a call of the day, and locks the count until the transaction ends. */
export async function countDaily(tx: Tx, principalId: string, quota: DailyQuota): Promise<DailyUse> {
  const column = COUNTS[quota];
  const [row] = await tx.query<DailyUse>({
    name: `usage_${column}`,
    text: `INSERT INTO principal_usage AS u (principal_id, day, ${column}) VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, 1)
      ON CONFLICT (principal_id, day) DO UPDATE SET ${column} = u.${column} + 1
      RETURNING ${column} AS used, (SELECT ${quotaNames[quota]} FROM principal p WHERE p.principal_id = $1) AS maximum`,
    values: [principalId, tx.now],
  });
  assert(row, 'an upsert returns its row');
  return row;
}

/** Counts a principal that the human provisions. Returns how many there are now. */
export async function countProvisioned(tx: Tx, humanId: string): Promise<number> {
  const [row] = await tx.query<{ provisioned: number }>({
    text: 'UPDATE human SET provisioned = provisioned + 1 WHERE human_id = $1 RETURNING provisioned',
    values: [humanId],
  });
  assert(row, 'the human exists');
  return row.provisioned;
}

/** Returns the calls of the day so far. */
export async function readDaily(tx: Tx, principalId: string, quota: DailyQuota): Promise<DailyUse> {
  const [row] = await tx.query<DailyUse>({
    text: `SELECT coalesce((SELECT ${COUNTS[quota]} FROM principal_usage u
        WHERE u.principal_id = p.principal_id AND u.day = ($2::timestamptz AT TIME ZONE 'UTC')::date), 0) AS used,
        ${quotaNames[quota]} AS maximum
      FROM principal p WHERE p.principal_id = $1`,
    values: [principalId, tx.now],
  });
  assert(row, 'a principal is never deleted');
  return row;
}

/** SQL of the bytes of a card and its keys, for rows of `agent`. */
const CARD_BYTES = `octet_length(card::text) + coalesce(octet_length(nullif(card_keys::text, '[]')), 0)`;

/** Number of agents of a principal, and bytes of their cards and keys. */
export async function agentUse(db: Db, principalId: string): Promise<{ agents: number; bytes: number }> {
  const [row] = await db.query<{ agents: number; bytes: number }>({
    text: `SELECT count(*)::integer AS agents, coalesce(sum(${CARD_BYTES}), 0)::float8 AS bytes
      FROM agent WHERE principal_id = $1`,
    values: [principalId],
  });
  return row ?? { agents: 0, bytes: 0 };
}

/** Number of live credentials of a principal. */
export async function liveCredentials(db: Db, principalId: string, now: Date): Promise<number> {
  const [row] = await db.query<{ live: number }>({
    text: `SELECT count(*)::integer AS live FROM credential
      WHERE principal_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    values: [principalId, now],
  });
  return row?.live ?? 0;
}

/** Proposals of a principal that are open or were rejected since an instant. */
export interface ProposalUse {
  /** The quota for one counterparty. */
  readonly quota: number;
  /** Number of proposals by counterparty. */
  readonly proposals: ReadonlyMap<string, number>;
}

export async function proposalUse(db: Db, principalId: string, rejectedSince: Date): Promise<ProposalUse> {
  const rows = await db.query<{ quota: number; counterparty_id: string | null; proposals: number | null }>({
    name: 'usage_counterparties',
    text: `SELECT p.open_proposals_per_counterparty AS quota, q.counterparty_id, q.proposals FROM principal p
      LEFT JOIN LATERAL (SELECT counterparty_id, count(*)::integer AS proposals FROM (
          SELECT counterparty_id, proposal_id FROM proposal_pair WHERE initiator_id = $1 AND open
          UNION SELECT counterparty_id, proposal_id FROM proposal_pair WHERE initiator_id = $1 AND rejected_at > $2) c
        GROUP BY counterparty_id) q ON true
      WHERE p.principal_id = $1`,
    values: [principalId, rejectedSince],
  });
  const proposals = rows.flatMap((row) =>
    row.counterparty_id === null ? [] : [[row.counterparty_id, row.proposals ?? 0] as const],
  );
  return { quota: rows[0]?.quota ?? 0, proposals: new Map(proposals) };
}

/** The use that a principal makes of its economic anchor. */
export interface Usage {
  readonly principalId: string;
  readonly spentTodayStamps: bigint;
  readonly openTradeCount: number;
  readonly openBondStamps: bigint;
  readonly agentCount: number;
  readonly cardBytes: number;
  readonly credentialCount: number;
  readonly bindingCount: number;
  readonly matchRunsToday: number;
  readonly changesToday: number;
  readonly keptAnswerBytes: number;
}

export async function usageOf(db: Db, principalIds: readonly string[], now: Date): Promise<Usage[]> {
  return readAll<Usage>(db, {
    name: 'usage',
    text: `SELECT p.principal_id, coalesce(s.spent_stamps, 0) AS spent_today_stamps, t.trades AS open_trade_count,
        t.bond AS open_bond_stamps, a.agents AS agent_count, a.bytes AS card_bytes, c.live AS credential_count,
        b.bindings AS binding_count, coalesce(u.match_runs, 0) AS match_runs_today, coalesce(u.changes, 0) AS changes_today,
        k.bytes AS kept_answer_bytes
      FROM principal p
      LEFT JOIN principal_spend s ON s.principal_id = p.principal_id AND s.day = ($2::timestamptz AT TIME ZONE 'UTC')::date
      LEFT JOIN principal_usage u ON u.principal_id = p.principal_id AND u.day = ($2::timestamptz AT TIME ZONE 'UTC')::date
      CROSS JOIN LATERAL (SELECT count(*)::integer AS trades, coalesce(sum(bond_stamps), 0)::bigint AS bond
        FROM trade_participant t WHERE t.principal_id = p.principal_id AND t.open) t
      CROSS JOIN LATERAL (SELECT count(*)::integer AS agents, coalesce(sum(${CARD_BYTES}), 0)::float8 AS bytes
        FROM agent a WHERE a.principal_id = p.principal_id) a
      CROSS JOIN LATERAL (SELECT count(*)::integer AS live
        FROM credential c WHERE c.principal_id = p.principal_id AND c.revoked_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > $2)) c
      CROSS JOIN LATERAL (SELECT count(*)::integer AS bindings FROM binding b WHERE b.principal_id = p.principal_id) b
      CROSS JOIN LATERAL (SELECT coalesce(sum(k.bytes), 0)::float8 AS bytes
        FROM kept_answer_usage k WHERE k.scope = 'prn:' || p.principal_id AND k.hour > $2::timestamptz - interval '73 hours') k
      WHERE p.principal_id = ANY ($1::uuid[])`,
    values: [principalIds, now],
  });
}

/** Adds bytes of stored answers, and returns the sums of the last 72 hours with the quotas of principals. */
export async function addAnswerUse(
  tx: Tx,
  charges: readonly { readonly scope: string; readonly bytes: number }[],
): Promise<{ scope: string; bytes: number; maximum: number | null }[]> {
  const scopes = charges.map(({ scope }) => scope);
  await tx.query({
    name: 'answer_use_add',
    // Sorted, so that two processes lock the rows in the same order.
    text: `INSERT INTO kept_answer_usage AS u (scope, hour, bytes)
      SELECT c.scope, date_trunc('hour', $3::timestamptz), c.bytes FROM unnest($1::text[], $2::bigint[]) c (scope, bytes)
      WHERE c.bytes > 0 ORDER BY c.scope
      ON CONFLICT (scope, hour) DO UPDATE SET bytes = u.bytes + excluded.bytes`,
    values: [scopes, charges.map(({ bytes }) => String(bytes)), tx.now],
  });
  return tx.query({
    name: 'answer_use',
    text: `SELECT c.scope, (SELECT coalesce(sum(u.bytes), 0)::float8 FROM kept_answer_usage u
          WHERE u.scope = c.scope AND u.hour > $2::timestamptz - interval '73 hours') AS bytes, p.kept_answer_bytes AS maximum
      FROM unnest($1::text[]) c (scope)
      LEFT JOIN principal p ON p.principal_id = CASE WHEN c.scope LIKE 'prn:%' THEN substr(c.scope, 5)::uuid END`,
    values: [scopes, tx.now],
  });
}

/** Deletes counts of past days and hours. */
export async function deleteOldUsage(tx: Tx): Promise<void> {
  await tx.query({
    text: `DELETE FROM principal_usage WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date - 7`,
    values: [tx.now],
  });
  await tx.query({
    text: `DELETE FROM kept_answer_usage WHERE hour < $1::timestamptz - interval '74 hours'`,
    values: [tx.now],
  });
}
