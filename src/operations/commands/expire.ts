import { decideExpire } from '../../domain/market/proposal';
import { loadFacts } from '../../database/repositories/facts';
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
  const facts = await loadFacts(context.tx, { proposal_id: proposalId, lock });
  if (!facts?.proposal) return false;
  const effects = decideExpire(facts.proposal, facts.participants, decisionContext(context));
  await applyAndRelay(context, effects);
  return effects.proposals !== undefined;
}
