import { decideExpire } from '../../domain/market/proposal';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { decisionContext, type WriteContext } from '../context';

/**
 * Ends an expired proposal. Returns false if it has not expired.
 * @param lock `skip` (a worker) also returns false if another transaction has locked the proposal; `update` waits
 */
export async function expireProposal(
  context: WriteContext,
  proposalId: string,
  lock: 'skip' | 'update',
): Promise<boolean> {
  const { tx, services } = context;
  const facts = await loadFacts(tx, { proposal_id: proposalId, lock });
  if (!facts?.proposal) return false;
  const effects = decideExpire(facts.proposal, facts.participants, decisionContext(context));
  await applyEffects(tx, effects);
  if (effects.proposals === undefined) return false;
  tx.afterCommit(() => services.notifyWorker('relay'));
  return true;
}
