import type { Approval, ApprovalUse, OpenApproval } from '../../domain/parties/approval-types';
import { readAll, readOne } from '../sql/read';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** An approval that is shown. */
export type ApprovalRow = Approval & ApprovalUse;

/** SQL, for rows `a`: whether the revision has the terms of the approval. Null: the revision does not exist yet. */
const HAS_ITS_TERMS = `(SELECT r.terms = a.terms FROM proposal_revision r
  WHERE r.proposal_id = a.proposal_id AND r.revision_no = a.revision_no)`;

/** SQL of `isUsed`, for rows `a`. A revision of another participant can have taken the number of a counter. */
export const IS_USED = `(EXISTS (SELECT FROM mandate_commitment c
  WHERE c.proposal_id = a.proposal_id AND c.principal_id = a.principal_id AND c.revision_no = a.revision_no)
  AND coalesce(${HAS_ITS_TERMS}, false))`;

/** SQL of `isOver`, for rows `a`. A proposal also ends by time (`PROPOSAL_EXPIRES_AT`). */
export const IS_OVER = `(EXISTS (SELECT FROM proposal q
  WHERE q.proposal_id = a.proposal_id AND (q.state = 'rejected' OR q.current_revision_no > a.revision_no))
  OR EXISTS (SELECT FROM approval n
    WHERE n.proposal_id = a.proposal_id AND n.principal_id = a.principal_id AND n.request_no > a.request_no)
  OR EXISTS (SELECT FROM mandate m WHERE m.agent_id = a.agent_id AND (m.revoked_at IS NOT NULL OR a.requested_at < m.created_at))
  OR NOT coalesce(${HAS_ITS_TERMS}, true))`;

/** SQL of `proposalExpiresAt`, for rows `a`. */
export const PROPOSAL_EXPIRES_AT = `(SELECT q.expires_at FROM proposal q
  WHERE q.proposal_id = a.proposal_id AND q.trade_id IS NULL)`;

const OPEN_COLUMNS = `a.*, ${IS_OVER} AS is_over, ${PROPOSAL_EXPIRES_AT} AS proposal_expires_at`;

export const APPROVAL_COLUMNS = `${OPEN_COLUMNS}, ${IS_USED} AS is_used`;

export async function findApprovals(db: Db, approvalIds: readonly string[]): Promise<ApprovalRow[]> {
  return readAll(db, {
    name: 'approvals_by_id',
    text: `SELECT ${APPROVAL_COLUMNS} FROM approval a WHERE a.approval_id = ANY ($1::uuid[])`,
    values: [[...approvalIds]],
  });
}

/** Locks an approval for its decision. A request of the agent, which replaces it, waits. */
export async function lockApproval(tx: Tx, principalId: string, approvalId: string): Promise<OpenApproval | undefined> {
  return readOne<OpenApproval>(tx, {
    text: `SELECT ${OPEN_COLUMNS} FROM approval a WHERE a.approval_id = $1 AND a.principal_id = $2 FOR UPDATE`,
    values: [approvalId, principalId],
  });
}

/** Saves the decision of a locked approval. */
export async function saveDecision(
  tx: Tx,
  { approvalId, decision, decidedAt, decidedBy, expiresAt }: Approval,
): Promise<void> {
  await tx.query({
    text: 'UPDATE approval SET decision = $2, decided_at = $3, decided_by = $4, expires_at = $5 WHERE approval_id = $1',
    values: [approvalId, decision, decidedAt, decidedBy, expiresAt],
  });
}
