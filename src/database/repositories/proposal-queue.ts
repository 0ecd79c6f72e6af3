import { readAll } from '../sql/read';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

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

/** Locks proposals without waiting, because their locks come before those of principals. A busy one fails the statement. */
export async function lockExpiredProposals(tx: Tx, proposalIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock_expired_proposals',
    text: 'SELECT FROM proposal WHERE proposal_id = ANY ($1::uuid[]) ORDER BY proposal_id FOR NO KEY UPDATE NOWAIT',
    values: [[...proposalIds]],
  });
}
