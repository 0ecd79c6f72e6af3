import { assert, Refusal } from '../../domain/errors/errors';
import { idOf } from '../../domain/keys';
import { decidePendingApproval } from '../../domain/parties/approval';
import type { ApprovalDecision } from '../../domain/parties/approval-types';
import { actingHuman } from '../../domain/sessions/caller';
import * as store from '../../database/repositories/approvals';
import { decisionContext, type MutationContext } from '../context';
import { applyAndRelay } from './apply';
import { recordAuthority } from './authority';
import { lockForConsole } from './owner';
import { chargeDaily } from './quota';
import { assertDeadlineCounts } from './service-hours';

/** Approvals. The lock of the principal orders a decision with the acceptances of the agent. */

/** Decides a pending request. @throws Refusal 404 `approval_not_found`, 409 `approval_state_conflict` */
export async function decideApproval(
  context: MutationContext,
  principalId: string,
  { approvalKey, decision }: { readonly approvalKey: string; readonly decision: ApprovalDecision },
): Promise<store.ApprovalRow> {
  const { tx, caller } = context;
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  const approvalId = idOf('apr', approvalKey);
  const pending = approvalId === undefined ? undefined : await store.lockApproval(tx, principalId, approvalId);
  if (!pending) throw new Refusal('approval_not_found');
  await assertDeadlineCounts(context, pending.proposalExpiresAt);
  const { humanId: ownerId } = actingHuman(caller);
  assert(ownerId !== null, 'an owner is provisioned');
  const { approval, effects } = decidePendingApproval(pending, { decision, ownerId }, decisionContext(context));
  await store.saveDecision(tx, approval);
  await applyAndRelay(context, effects);
  recordAuthority(context, 'approval_decided', { object: 'approval', id: approval.approvalId });
  return { ...approval, isUsed: false, isOver: false, proposalExpiresAt: pending.proposalExpiresAt };
}
