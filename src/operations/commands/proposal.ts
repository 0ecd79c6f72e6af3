import { idFromKeyOrUuid } from '../../domain/keys';
import { decideRespond, type ProposalDecision, type RespondInput } from '../../domain/market/proposal';
import type { MandateData } from '../../domain/parties/mandate';
import { boundAgentOf } from '../../domain/sessions/caller';
import type { DecisionDataRequest } from '../../database/repositories/decisions';
import { type MutationContext, decisionContext } from '../context';
import { tradeSettings } from '../trade-settings';
import { applyAndRelay } from './apply';
import { decideWithMandates, loadForCommitment } from './expired-commitments';

/** A rejection commits nothing, so it needs no mandate. */
function request(proposalId: string, principalId: string, { decision }: RespondInput): DecisionDataRequest {
  const common = { proposal_id: proposalId, lock: 'update', caller: principalId } as const;
  return decision === 'reject' ? common : { ...common, mandate_of: principalId };
}

/**
 * Records a participant's response to the current revision of a proposal.
 * @throws Refusal as `decideRespond`, 503 `service_unavailable` after the expiry, while the ledger is halted
 */
export async function respondToProposal(
  context: MutationContext,
  principalId: string,
  proposalKey: string,
  input: RespondInput,
): Promise<ProposalDecision> {
  const { services } = context;
  const proposalId = idFromKeyOrUuid('prp', proposalKey);
  const data =
    proposalId === undefined
      ? undefined
      : await loadForCommitment(context, principalId, request(proposalId, principalId, input));
  const { proposal, revision } = data ?? {};
  const current =
    data && proposal && revision
      ? {
          proposal,
          revision,
          revisionBytes: data.revisionBytes,
          participants: data.participants,
          callerPrincipalId: principalId,
          boundAgentId: boundAgentOf(context.caller),
          retiredAgentIds: data.retiredAgentIds,
          policyActivations: data.policyActivations,
        }
      : null;
  const settings = { ...services.settings, ...tradeSettings(services.settings, data?.policyVersion) };
  const decide = ([mandate]: readonly MandateData[]) =>
    decideRespond(current && { ...current, mandate }, input, decisionContext(context), settings);
  const decision = await decideWithMandates(context, data?.mandates ?? [], decide);
  await applyAndRelay(context, decision.effects);
  return decision;
}
