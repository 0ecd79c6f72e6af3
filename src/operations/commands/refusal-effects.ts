import { Refusal } from '../../domain/errors/errors';
import { ApprovalRequired } from '../../domain/parties/approval';
import { type RefusalEffects, RefusalWithEffects } from '../../domain/parties/refusal-effects';
import { readMandateData } from '../../database/repositories/mandates';
import type { Tx } from '../../database/transactions/database';
import { approvalPage } from '../approval-page';
import type { MutationContext } from '../context';
import { applyAndRelay } from './apply';

/** Writes of a refusal under a mandate: the request for an approval, or the event of an exhausted budget. */

// Two requests for one proposal would have to know of each other.
const ONE_REQUEST =
  'Two mutations of your request are refused under a mandate. Send each of them in a request of its own.';

/**
 * Runs a decision under a mandate. If its refusal has effects, these are written after the rollback of the refusal, in the
 * transaction that stores the answer. The refusal then names the page of the console on which an owner decides.
 * @throws what the decision throws
 */
export function withRefusalEffects<D>(context: MutationContext, run: () => D): D {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RefusalWithEffects)) throw error;
    writeAfterRollback(context, error.effects);
    if (!(error instanceof ApprovalRequired)) throw error;
    throw error.withPage((approval) => approvalPage(context.services, approval));
  }
}

function writeAfterRollback(context: MutationContext, effects: RefusalEffects): void {
  const { tx } = context;
  if (Object.values(effects).every((rows) => rows.length === 0)) return;
  if (tx.hasRollbackWrites) {
    if (effects.approvals) throw new Refusal('query_refused', ONE_REQUEST, { limit: 'root_fields', maximum: 1 });
    // The next refusal of the period has the event.
    return;
  }
  tx.afterRollback(async () => {
    if (await isUseAsRead(tx, effects)) await applyAndRelay(context, effects);
  });
}

/** Whether the budgets are used after the rollback as before it. If not, the next refusal of the period has the event. */
async function isUseAsRead(tx: Tx, { exhaustions = [] }: RefusalEffects): Promise<boolean> {
  const mandates = await readMandateData(
    tx,
    exhaustions.map(({ proposalId }) => proposalId),
    tx.now,
  );
  return exhaustions.every(({ agentId, usedStamps }, index) =>
    mandates[index]?.some((mandate) => mandate.agentId === agentId && mandate.usedStamps === usedStamps),
  );
}
