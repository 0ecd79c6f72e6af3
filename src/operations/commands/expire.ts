import { decideExpire } from '../../domain/market/proposal';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { decisionContext, type WriteContext } from '../context';

/**
 * Ends an expired proposal. Returns false if it has not expired, or if another transaction has locked it.
 * @param afterOtherStatements whether the transaction may have written before
 */
export async function expireProposal(
  context: WriteContext,
  proposalId: string,
  afterOtherStatements = false,
): Promise<boolean> {
  const { tx, services } = context;
  const facts = await loadFacts(tx, { proposal_id: proposalId, lock: 'skip', afterOtherStatements });
  if (!facts?.proposal) return false;
  const effects = decideExpire(facts.proposal, facts.participants, decisionContext(context));
  await applyEffects(tx, effects);
  if (effects.proposals === undefined) return false;
  tx.afterCommit(() => services.notifyWorker('relay'));
  return true;
}
