import { countingExpired } from '../../domain/parties/mandate';
import { type DecisionData, type DecisionDataRequest, loadDecisionData } from '../../database/repositories/decisions';
import { lockFreeProposals } from '../../database/repositories/proposal-queue';
import { isLedgerHalted } from '../../ledger/ledger';
import type { MutationContext } from '../context';
import { expireProposal } from './expire';

/**
 * Loads a decision that may commit stamps under mandates.
 *
 * An expired proposal of the agent releases its commitment, and a worker ends it a few seconds later. Until then an answer
 * that began before the expiry can keep it open. So this call ends it first. If another transaction has locked it, or the
 * ledger is halted, it may come back, and its commitment counts.
 */
export async function loadToCommit(
  context: MutationContext,
  request: DecisionDataRequest,
): Promise<DecisionData | undefined> {
  const { tx } = context;
  const data = await loadDecisionData(tx, request);
  const expired = (data?.mandates ?? []).flatMap(({ expiredProposalIds = [] }) => expiredProposalIds);
  if (expired.length === 0) return data;
  if (!(await isLedgerHalted(tx))) {
    for (const id of await lockFreeProposals(tx, expired)) await expireProposal(context, id, 'update');
  }
  const after = await loadDecisionData(tx, request);
  return after && { ...after, mandates: after.mandates.map(countingExpired) };
}
