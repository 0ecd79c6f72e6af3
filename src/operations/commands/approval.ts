import { assert, Refusal } from '../../domain/errors/errors';
import { idOf } from '../../domain/keys';
import { ApprovalRequired, decide } from '../../domain/parties/approval';
import type { ApprovalDecision } from '../../domain/parties/approval-types';
import { actingHuman } from '../../domain/sessions/caller';
import * as store from '../../database/repositories/approvals';
import { applyEffects } from '../../database/repositories/facts';
import { decisionContext, type MutationContext } from '../context';
import { recordAuthority } from './authority';
import { lockOwnerBinding } from './owner';
import { claimDaily } from './quota';

/** Approvals. The lock of the principal orders a decision with the acceptances of the agent. */

// Two requests for one proposal would have to know of each other.
const ONE_REQUEST = 'Two mutations of your request need an approval. Send each of them in a request of its own.';

/**
 * Runs a decision that may need an approval. Its refusal then names the page of the console, and writes the request.
 *
 * The request is written after the rollback of the refusal, in the transaction that stores the answer.
 * @throws what the decision throws
 */
export function askIfRequired<D>(context: MutationContext, run: () => D): D {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApprovalRequired)) throw error;
    const { tx, services } = context;
    const { effects } = error;
    if (effects.approvals) {
      if (tx.hasRollbackWrites) throw new Refusal('query_refused', ONE_REQUEST, { limit: 'root_fields', maximum: 1 });
      tx.afterRollback(async () => {
        await applyEffects(tx, effects);
        tx.afterCommit(() => services.notifyWorker('relay'));
      });
    }
    const consoleUrl = services.consoleUrl();
    throw error.withPage(
      (principalKey, approvalKey) => consoleUrl && `${consoleUrl}/${principalKey}/approvals/${approvalKey}`,
    );
  }
}

/** Decides a pending request. @throws Refusal 404 `approval_not_found`, 409 `approval_state_conflict` */
export async function decideApproval(
  context: MutationContext,
  principalId: string,
  { approvalKey, decision }: { readonly approvalKey: string; readonly decision: ApprovalDecision },
): Promise<store.ApprovalRow> {
  const { tx, services, caller } = context;
  await lockOwnerBinding(context, principalId);
  await claimDaily(context, principalId, 'changesPerDay');
  const approvalId = idOf('apr', approvalKey);
  const pending = approvalId === undefined ? undefined : await store.lockApproval(tx, principalId, approvalId);
  if (!pending) throw new Refusal('approval_not_found');
  const { humanId: ownerId } = actingHuman(caller);
  assert(ownerId !== null, 'an owner is provisioned');
  const { approval, effects } = decide(pending, { decision, ownerId }, decisionContext(context));
  await store.saveDecision(tx, approval);
  await applyEffects(tx, effects);
  tx.afterCommit(() => services.notifyWorker('relay'));
  recordAuthority(context, 'approval_decided', { object: 'approval', id: approval.approvalId });
  return { ...approval, isUsed: false };
}
