import { type DecisionData, type DecisionDataRequest, loadDecisionData } from '../../database/repositories/decisions';
import { lockExpiredProposals } from '../../database/repositories/proposal-queue';
import type { MutationContext } from '../context';
import { expireProposal } from './expire';
import { assertDeadlineCounts, assertNotHalted } from './service-hours';

/**
 * Loads a proposal for a decision that may commit stamps under mandates.
 *
 * The use of a mandate leaves out the commitments of expired proposals, although a worker ends these a few seconds later.
 * Until then an answer that began before the expiry can keep one open. So this call ends them before it decides.
 *
 * Their locks come after those of principals, against the lock order, so it never waits for one. While another transaction
 * has locked one, the request runs again (SQLSTATE 55P03).
 * @throws Refusal 503 `service_unavailable` while the ledger is halted, if a participant's proposal has expired: it may come back
 */
export async function loadToCommit(
  context: MutationContext,
  principalId: string,
  request: DecisionDataRequest,
): Promise<DecisionData | undefined> {
  const { tx } = context;
  const data = await loadDecisionData(tx, request);
  const { proposal, participants = [], mandates = [] } = data ?? {};
  // Others must not learn about the proposal.
  if (!participants.some((participant) => participant.principalId === principalId)) return data;
  if (proposal?.tradeId === null) await assertDeadlineCounts(context, proposal.expiresAt);
  const expired = mandates.flatMap(({ expiredProposalIds = [] }) => expiredProposalIds);
  if (expired.length === 0) return data;
  await assertNotHalted(tx);
  await lockExpiredProposals(tx, expired);
  for (const id of expired) await expireProposal(context, id, 'update');
  return loadDecisionData(tx, request);
}
