import type { Tx } from '../transactions/database';

/**
 * Rows that the retirement of an agent locks and changes, in this order: its open proposals, its listings, the agent.
 *
 * The principal is locked between proposals and listings, as in the lock order of `load_decision_data`.
 */

const OPEN_PROPOSALS = `SELECT p.proposal_id FROM proposal_participant q JOIN proposal p USING (proposal_id)
  WHERE q.principal_id = $1 AND q.agent_id = $2 AND q.revision_no = 1 AND q.closed_state IS NULL
    AND p.state <> 'rejected' AND p.trade_id IS NULL AND p.expires_at > $3
  ORDER BY p.proposal_id FOR NO KEY UPDATE OF p`;

/** Locks the open proposals of an agent, so that no answer to them runs at the same time. */
export async function lockOpenProposals(tx: Tx, principalId: string, agentId: string): Promise<void> {
  await tx.query({ text: OPEN_PROPOSALS, values: [principalId, agentId, tx.now] });
}

/**
 * Lets the open proposals of an agent expire now.
 *
 * The caller has locked them and the agent. A newer proposal is locked without waiting, because its lock comes before that of
 * the principal. If it is busy, the request runs again (SQLSTATE 55P03).
 */
export async function expireOpenProposals(tx: Tx, principalId: string, agentId: string): Promise<void> {
  const rows = await tx.query<{ proposal_id: string }>({
    text: `${OPEN_PROPOSALS} NOWAIT`,
    values: [principalId, agentId, tx.now],
  });
  // A proposal does not expire before its last revision, which can be newer than this transaction.
  await tx.query({
    text: `UPDATE proposal p SET expires_at = least(p.expires_at, greatest($2, (SELECT max(r.created_at)
        FROM proposal_revision r WHERE r.proposal_id = p.proposal_id))) WHERE p.proposal_id = ANY ($1::uuid[])`,
    values: [rows.map(({ proposal_id }) => proposal_id), tx.now],
  });
}

/** Closes all listings of an agent. */
export async function closeListings(tx: Tx, agentId: string): Promise<void> {
  await tx.query({
    text: `UPDATE listing SET state = 'closed', updated_at = $2 WHERE listing_id IN (
      SELECT listing_id FROM listing WHERE agent_id = $1 AND state <> 'closed' AND (expires_at IS NULL OR expires_at > $2)
        ORDER BY listing_id FOR NO KEY UPDATE)`,
    values: [agentId, tx.now],
  });
}

/**
 * Locks an agent so that no listing and no proposal of it can be inserted before COMMIT (`market_refuse_retired`).
 *
 * It waits for the transactions that have inserted one.
 */
export async function lockAgentWhole(tx: Tx, agentId: string): Promise<void> {
  await tx.query({ text: 'SELECT FROM agent WHERE agent_id = $1 FOR UPDATE', values: [agentId] });
}
