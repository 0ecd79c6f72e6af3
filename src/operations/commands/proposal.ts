import { idOfEither } from '../../domain/keys';
import { decideRespond, type ProposalDecision, type RespondInput } from '../../domain/market/proposal';
import { apply, load } from '../../database/repositories/facts';
import { type Acting, momentOf } from '../context';

/**
 * A participant's response to the current revision of a proposal. Specification, Respond to proposal.
 * @throws Refusal as `decideRespond`
 */
export async function respondToProposal(
  acting: Acting,
  principalId: string,
  proposalKey: string,
  input: RespondInput,
): Promise<ProposalDecision> {
  const { tx, services } = acting;
  const proposalId = idOfEither('prp', proposalKey);
  const facts = proposalId === undefined ? undefined : await load(tx, { proposal_id: proposalId, lock: 'update' });
  const { proposal, revision } = facts ?? {};
  const found =
    facts && proposal && revision
      ? { proposal, revision, participants: facts.participants, callerPrincipalId: principalId }
      : null;
  const { proposalTtlSeconds } = services.settings;
  const decision = decideRespond(found, input, momentOf(acting), { proposalTtlSeconds });
  await apply(tx, decision.effects);
  if (decision.effects.events?.length) tx.afterCommit(() => services.wake('relay'));
  return decision;
}
