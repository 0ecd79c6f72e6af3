import { decideExpire } from '../../domain/market/proposal';
import { loadDecisionData } from '../../database/repositories/decisions';
import { decisionContext, type WriteContext } from '../context';
import { applyAndRelay } from './apply';

/**
 * Ends an expired proposal. Returns false if it has not expired.
 * @param lock `skip` (a worker) also returns false if another transaction has locked the proposal; `update` waits
 */
export async function expireProposal(
  context: WriteContext,
  proposalId: string,
  lock: 'skip' | 'update',
): Promise<boolean> {
  const data = await loadDecisionData(context.tx, { proposal_id: proposalId, lock });
  if (!data?.proposal) return false;
  const effects = decideExpire(data.proposal, data.participants, decisionContext(context));
  await applyAndRelay(context, effects);
  return effects.proposals !== undefined;
}
