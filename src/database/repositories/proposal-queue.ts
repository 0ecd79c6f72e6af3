import { readAll } from '../sql/read';
import type { Tx } from '../transactions/database';
import { batchable, rowsByColumn } from '../batching/batchable';
import type { Db, Statement, StatementBatching } from '../transactions/statement';

/** A position in the queue of expired proposals. */
export interface ExpiredProposal {
  readonly proposalId: string;
  readonly expiresAt: Date;
}

/** Expired proposals without a trade, after a position, the earliest first. */
export async function expiredProposals(
  db: Db,
  now: Date,
  after: ExpiredProposal | undefined,
  limit: number,
): Promise<ExpiredProposal[]> {
  return readAll<ExpiredProposal>(db, {
    name: 'expired_proposals',
    text: `SELECT proposal_id, expires_at FROM proposal WHERE expires_at <= $1 AND state <> 'rejected' AND trade_id IS NULL
        AND ($2::timestamptz IS NULL OR expires_at >= $2 AND (expires_at, proposal_id) > ($2, $3::uuid))
      ORDER BY expires_at, proposal_id LIMIT $4`,
    values: [now, after?.expiresAt ?? null, after?.proposalId ?? null, limit],
  });
}

function lockFree(proposalIds: readonly string[]): Statement {
  return {
    name: 'lock_free_proposals',
    text: 'SELECT proposal_id FROM proposal WHERE proposal_id = ANY ($1::uuid[]) ORDER BY proposal_id FOR NO KEY UPDATE SKIP LOCKED',
    values: [[...proposalIds]],
  };
}

const LOCK_FREE: StatementBatching<readonly string[]> = {
  changes: false,
  join: (parts) => lockFree(parts.flat()),
  share: rowsByColumn('proposal_id'),
  locked: (rows) => rows.map((row) => (row as { proposal_id: string }).proposal_id),
};

/**
 * Locks those of the proposals that no other transaction has locked, and returns their ids.
 *
 * It never waits, because a caller may have locked principals, and their locks come after those of proposals.
 */
export async function lockFreeProposals(tx: Tx, proposalIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ proposal_id: string }>({
    ...lockFree(proposalIds),
    batching: batchable(LOCK_FREE, proposalIds),
  });
  return rows.map((row) => row.proposal_id);
}

// In a batch only this request leaves it, and runs alone.
const RUN_AGAIN: StatementBatching<undefined> = {
  changes: false,
  join: () => ({ text: 'SELECT' }),
  share: (_, parts) => parts.map(() => []),
  locked: () => 'busy',
};

/** Lets the request run again, as after a lock that it did not get (SQLSTATE 55P03). */
export async function runAgainAsBusy(tx: Tx): Promise<never> {
  await tx.query({
    text: `DO $$ BEGIN RAISE 'another transaction has locked an expired proposal' USING ERRCODE = 'lock_not_available'; END $$`,
    batching: batchable(RUN_AGAIN, undefined),
  });
  throw new Error('the statement has raised an error');
}
