import { decideExpire } from '../../domain/market/proposal';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { decisionContext, type WriteContext } from '../context';

/**
 * Ends a proposal past its time (contract §7); false where there was nothing to do, or another is at work on it.
 * @param within whether the transaction may have done something else before
 */
export async function expireProposal(writing: WriteContext, proposalId: string, within = false): Promise<boolean> {
  const { tx, services } = writing;
  const facts = await loadFacts(tx, { proposal_id: proposalId, lock: 'skip', afterOtherStatements: within });
  if (!facts?.proposal) return false;
  const effects = decideExpire(facts.proposal, facts.participants, decisionContext(writing));
  await applyEffects(tx, effects);
  if (effects.proposals === undefined) return false;
  tx.afterCommit(() => services.notifyWorker('relay'));
  return true;
}
