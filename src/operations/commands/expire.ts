import { decideExpire } from '../../domain/market/proposal';
import { apply, load } from '../../database/repositories/facts';
import { momentOf, type Writing } from '../context';

/**
 * Ends a proposal past its time (contract §7); false where there was nothing to do, or another is at work on it.
 * @param within whether the transaction may have done something else before
 */
export async function expireProposal(writing: Writing, proposalId: string, within = false): Promise<boolean> {
  const { tx, services } = writing;
  const facts = await load(tx, { proposal_id: proposalId, lock: 'skip', within });
  if (!facts?.proposal) return false;
  const effects = decideExpire(facts.proposal, facts.participants, momentOf(writing));
  await apply(tx, effects);
  if (effects.proposals === undefined) return false;
  tx.afterCommit(() => services.wake('relay'));
  return true;
}
