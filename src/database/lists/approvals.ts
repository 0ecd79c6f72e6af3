import { APPROVAL_COLUMNS, IS_OVER, IS_USED, PROPOSAL_EXPIRES_AT } from '../repositories/approvals';
import { type AddValue, type Branch, hasKey } from '../sql/filters';
import { byColumn, type List } from '../sql/lists';

/** The status as `approvalStatus` of the domain gives it. */
function inStatuses(statuses: readonly string[], add: AddValue, now: Date): Branch {
  const at = add(now, 'timestamptz');
  const status = `CASE WHEN a.decision = 'denied' THEN 'denied' WHEN ${PROPOSAL_EXPIRES_AT} <= ${at} THEN 'expired'
    WHEN a.decision = 'approved' AND ${IS_USED} THEN 'used'
    WHEN ${IS_OVER} OR a.expires_at <= ${at} THEN 'expired' ELSE coalesce(a.decision, 'pending') END`;
  return { where: `${status} = ANY (${add(statuses, 'text[]')})` };
}

export const approvals: List = {
  name: 'approvals',
  columns: APPROVAL_COLUMNS,
  from: 'approval a',
  owner: 'a.principal_id',
  orders: { created_at: byColumn('a.approval_id') },
  filters: { statuses: inStatuses, agentKey: hasKey('agt', 'a.agent_id') },
};

/** The list for a credential of one agent. */
export const approvalsOfAgent: List = { ...approvals, name: 'approvals_of_agent', owner: 'a.agent_id' };
