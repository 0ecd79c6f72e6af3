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

/** Locks those of the proposals that no other transaction has locked, and returns their ids. */
export async function lockFreeProposals(tx: Tx, proposalIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ proposal_id: string }>({
    name: 'lock_free_proposals',
    text: `SELECT proposal_id FROM proposal WHERE proposal_id = ANY ($1::uuid[]) ORDER BY proposal_id
      FOR NO KEY UPDATE SKIP LOCKED`,
    values: [[...proposalIds]],
  });
  return rows.map(({ proposal_id }) => proposal_id);
}
