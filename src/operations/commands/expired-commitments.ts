import { Refusal } from '../../domain/errors/errors';
import { countingExpired, type MandateData } from '../../domain/parties/mandate';
import { type DecisionData, type DecisionDataRequest, loadDecisionData } from '../../database/repositories/decisions';
import { lockFreeProposals, runAgainAsBusy } from '../../database/repositories/proposal-queue';
import { recordOpenAtCommit } from '../../database/repositories/service-hours';
import type { MutationContext } from '../context';
import { expireProposal } from './expire';
import { withRefusalEffects } from './refusal-effects';
import { assertDeadlineCounts, assertServiceOpen } from './service-hours';

/**
 * Loads a proposal for a decision that may commit stamps under mandates.
 *
 * The use of a mandate leaves out the commitments of expired proposals, although a worker ends these a few seconds later.
 * Until then an answer that began before the expiry can keep one open. So this call ends them before it decides.
 *
 * Their locks come after those of principals, against the lock order, so it never waits for one. One that another
 * transaction has locked stays in `expiredProposalIds`, for `decideWithMandates`.
 * @throws Refusal 503 `service_unavailable` while the service is closed, if a participant's proposal has expired: it may come back
 */
export async function loadForCommitment(
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
  await assertServiceOpen(tx);
  const free = await lockFreeProposals(tx, expired);
  if (free.length === 0) return data;
  recordOpenAtCommit(tx);
  for (const id of free) await expireProposal(context, id, 'update');
  return loadDecisionData(tx, request);
}

/**
 * Decides with the mandates of the participants, as `loadForCommitment` has loaded them.
 *
 * Another transaction can still bring back an expired proposal that it has locked. So its commitment counts, too. Only if the
 * decision is refused for this, the request runs again: the refusal would be stored, although the proposal may end.
 * @throws what `decide` throws without these commitments
 */
export async function decideWithMandates<D>(
  context: MutationContext,
  mandates: readonly MandateData[],
  decide: (mandates: readonly MandateData[]) => D,
): Promise<D> {
  const decision = withRefusalEffects(context, () => decide(mandates));
  if (mandates.every(({ expiredProposalIds = [] }) => expiredProposalIds.length === 0)) return decision;
  try {
    return decide(mandates.map(countingExpired));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return runAgainAsBusy(context.tx);
  }
}
