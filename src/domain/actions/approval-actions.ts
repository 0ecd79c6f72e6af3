import { keyOf } from '../keys';
import { approvalEnd, decidePendingApproval } from '../parties/approval';
import type { OpenApproval } from '../parties/approval-types';
import { assertDaily, type Quotas } from '../parties/quotas';
import { plain, trialContext, type ActCandidate } from './action';

/** A request for an approval, and the changes of its principal today. */
export interface ApprovalActionData {
  readonly approval: OpenApproval;
  readonly changesToday: number;
  readonly principal: Pick<Quotas, 'changesPerDay'>;
}

/** The decision of an owner about a request. Only the owner knows whether it approves or denies. */
export function approvalCandidates(
  { approval, changesToday, principal }: ApprovalActionData,
  now: Date,
): ActCandidate[] {
  const { principalId, approvalId } = approval;
  return [
    {
      operation: 'decideApproval',
      input: { principal_key: keyOf('prn', principalId), approval_key: keyOf('apr', approvalId) },
      agentId: null,
      payerId: null,
      closesAt: approvalEnd(approval),
      ifNotDone: plain('lapse.approval'),
      attempt: () => {
        const use = { used: changesToday + 1, maximum: principal.changesPerDay };
        assertDaily('changesPerDay', use, { isOwner: true, now });
        const { effects } = decidePendingApproval(approval, { decision: 'approved', ownerId: '' }, trialContext(now));
        return { effects, consequence: plain('decideApproval') };
      },
    },
  ];
}
