import { idFromKeyOrUuid } from '../../domain/keys';
import { decideRespond, type ProposalDecision, type RespondInput } from '../../domain/market/proposal';
import { boundAgentOf } from '../../domain/sessions/credential-limits';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { type MutationContext, decisionContext } from '../context';

/**
 * Records a participant's response to the current revision of a proposal.
 * @throws Refusal as `decideRespond`
 */
export async function respondToProposal(
  context: MutationContext,
  principalId: string,
  proposalKey: string,
  input: RespondInput,
): Promise<ProposalDecision> {
  const { tx, services } = context;
  const proposalId = idFromKeyOrUuid('prp', proposalKey);
  const facts = proposalId === undefined ? undefined : await loadFacts(tx, { proposal_id: proposalId, lock: 'update' });
  const { proposal, revision } = facts ?? {};
  const current =
    facts && proposal && revision
      ? {
          proposal,
          revision,
          revisionBytes: facts.revisionBytes,
          participants: facts.participants,
          callerPrincipalId: principalId,
          boundAgentId: boundAgentOf(context.caller),
        }
      : null;
  const { proposalTtlSeconds } = services.settings;
  const decision = decideRespond(current, input, decisionContext(context), { proposalTtlSeconds });
  await applyEffects(tx, decision.effects);
  if (decision.effects.events?.length) tx.afterCommit(() => services.notifyWorker('relay'));
  return decision;
}
