import { idFromKeyOrUuid } from '../../domain/keys';
import { decideRespond, type ProposalDecision, type RespondInput } from '../../domain/market/proposal';
import { boundAgentOf } from '../../domain/sessions/caller';
import { loadFacts, type FactsRequest } from '../../database/repositories/facts';
import { type MutationContext, decisionContext } from '../context';
import { applyAndRelay } from './apply';
import { withRefusalEffects } from './refusal-effects';

/** A rejection commits nothing, so it needs no mandate. */
function request(proposalId: string, principalId: string, { decision }: RespondInput): FactsRequest {
  const common = { proposal_id: proposalId, lock: 'update' } as const;
  return decision === 'reject' ? common : { ...common, mandate_of: principalId };
}

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
  const facts = proposalId === undefined ? undefined : await loadFacts(tx, request(proposalId, principalId, input));
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
          retiredAgentIds: facts.retiredAgentIds,
          mandate: facts.mandates[0],
        }
      : null;
  const decide = () => decideRespond(current, input, decisionContext(context), services.settings);
  const decision = withRefusalEffects(context, decide);
  await applyAndRelay(context, decision.effects);
  return decision;
}
