import { assert, type Refusal } from '../errors/errors';
import { keyOf } from '../keys';
import { checkMatchable, decideUpdate } from '../market/listing';
import type { UpdateListingInput } from '../market/listing-input';
import { decideRespond, type RespondInput } from '../market/proposal';
import { ApprovalRequired, hasTerms, lastStatus } from '../parties/approval';
import { mandateForOtherTerms, type MandateData } from '../parties/mandate';
import type { PrincipalData } from '../parties/principal';
import { assertDaily } from '../parties/quotas';
import { assertAgent } from '../sessions/credential-limits';
import { earlierOf } from '../time';
import { decideCreateTrade } from '../trades/create-trade';
import type { TradeSettings } from '../trades/fact-types';
import { type AnnouncementData, supportedTerms } from '../trades/policy-terms';
import type { TermsInput } from '../trades/terms';
import { costOfTerms } from '../trades/terms-cost';
import type { Listing, Proposal, ProposalParticipant, ProposalRevision, Terms, Trade } from '../types';
import { plain, trialContext, type ActCandidate, type TradeCommitment, type Trial } from './action';
import type { Summary } from './summaries';
import { lapseOf } from './trade-actions';

export interface ProposalActionData extends AnnouncementData {
  readonly proposal: Proposal;
  readonly revision: ProposalRevision;
  /** Bytes that the terms of all revisions take in the database. */
  readonly revisionBytes: number;
  readonly participants: readonly ProposalParticipant[];
  /** All participants. */
  readonly principals: readonly PrincipalData[];
  readonly trade: Trade | null;
  /** The mandates of the participants' agents that have one. */
  readonly mandates: readonly MandateData[];
  /** The participants' agents that have retired. */
  readonly retiredAgentIds: readonly string[];
}

export interface ProposalActionSettings extends TradeSettings {
  readonly proposalTtlSeconds: number;
}

/** The current terms as the input of a counter. */
function termsInput({ steps, ...terms }: Terms): TermsInput {
  return {
    ...terms,
    steps: steps.map(({ provider_principal_id, consumer_principal_id, not_before, ...step }) => ({
      ...step,
      provider_principal_key: keyOf('prn', provider_principal_id),
      consumer_principal_key: keyOf('prn', consumer_principal_id),
      not_before: not_before == null ? null : new Date(not_before),
    })),
  };
}

/** An act that lacks an approval is possible if its call requests one, and not while the request waits or is denied. */
function orRequest(attempt: () => Trial): () => Trial {
  return () => {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof ApprovalRequired) || !error.effects.approvals) throw error;
      return { effects: error.effects, consequence: plain('requestApproval') };
    }
  };
}

/** The commitment of a participant by the current terms. */
function commitmentOf(
  { revision, principals }: ProposalActionData,
  principalId: string,
  activationFeeBps: number,
): TradeCommitment {
  const cost = costOfTerms(revision.terms, principalId, activationFeeBps);
  const own = principals.find((one) => one.principalId === principalId);
  assert(own, 'the principal of every participant is loaded');
  const missing = cost.totalStamps - own.ticketStamps - own.bondAvailableStamps;
  return { ...cost, missingStamps: missing > 0n ? missing : 0n };
}

/** Whether an approval waits or counts, which another revision would end. */
function isApprovalLive(mandate: MandateData, { revisionNo, terms }: ProposalRevision, now: Date): boolean {
  const { approval } = mandate;
  if (approval === null || approval.revisionNo < revisionNo) return false;
  // Another participant's revision can have taken the number of a counter.
  if (approval.revisionNo === revisionNo && !hasTerms(approval, terms)) return false;
  return ['pending', 'approved'].includes(lastStatus(mandate, now));
}

function responseSummary(
  decision: RespondInput['decision'],
  { revision, mandate }: { readonly revision: ProposalRevision; readonly mandate: MandateData | undefined },
  { missingStamps }: TradeCommitment,
  now: Date,
): Summary {
  if (decision === 'accept' && missingStamps > 0n) return 'respondToProposal.accept.short';
  if (decision === 'counter' && mandate && isApprovalLive(mandate, revision, now))
    return 'respondToProposal.counter.approval';
  return `respondToProposal.${decision}`;
}

/** The acts of a participant in a proposal. */
export function proposalCandidates(
  data: ProposalActionData,
  principalId: string,
  { proposalTtlSeconds, ...settings }: ProposalActionSettings,
  now: Date,
  boundAgentId?: string,
): ActCandidate[] {
  const { proposal, revision, revisionBytes, participants } = data;
  const context = trialContext(now);
  const mandate = data.mandates.find((one) => one.principalId === principalId);
  const named = { principal_key: keyOf('prn', principalId), proposal_key: keyOf('prp', proposal.proposalId) };
  const base = {
    agentId: null,
    payerId: principalId,
    closesAt: proposal.tradeId === null ? proposal.expiresAt : null,
    ifNotDone: proposal.tradeId === null ? plain('lapse.proposal') : null,
  };
  // An act that commits is not possible after the mandate either.
  const committing = { ...base, closesAt: base.closesAt && earlierOf(base.closesAt, mandate?.endsAt ?? null) };
  const expectedRevisionNo = proposal.currentRevisionNo;
  const commitment = commitmentOf(data, principalId, settings.activationFeeBps);
  const respond = (decision: RespondInput['decision']): ActCandidate => ({
    ...(decision === 'reject' ? base : committing),
    operation: 'respondToProposal',
    input: { ...named, decision, expected_revision_no: expectedRevisionNo },
    ...(decision === 'accept' && { commitment }),
    attempt: orRequest(() => {
      const current = {
        proposal,
        revision,
        revisionBytes,
        participants,
        callerPrincipalId: principalId,
        boundAgentId,
        retiredAgentIds: data.retiredAgentIds,
        policyActivations: data.policyActivations,
        mandate: mandate && decision === 'counter' ? mandateForOtherTerms(mandate) : mandate,
      };
      const terms = decision === 'counter' ? termsInput(supportedTerms(revision.terms, settings)) : null;
      const input = { decision, expectedRevisionNo, terms };
      const { effects } = decideRespond(current, input, context, { proposalTtlSeconds, ...settings });
      return { effects, consequence: plain(responseSummary(decision, current, commitment, now)) };
    }),
  });
  const create = orRequest(() => {
    const caller = { principalId, agentText: undefined, boundAgentId };
    const { effects, ...after } = decideCreateTrade(data, { caller, settings }, context);
    const { preview = null } = lapseOf(after, now) ?? {};
    const summary = commitment.missingStamps > 0n ? 'createTrade.short' : 'createTrade';
    return { effects, consequence: { summary, tradeState: after.trade.state, preview } };
  });
  return [
    respond('accept'),
    respond('counter'),
    respond('reject'),
    { ...committing, operation: 'createTrade', input: named, commitment, attempt: create },
  ];
}

export interface ListingActionData {
  readonly listing: Listing;
  /** Another listing with the stored state active for the same agent and profile. */
  readonly otherActive: Listing | null;
  readonly matchRuns: { readonly used: number; readonly maximum: number };
  /** Refusal of a match run that finds only counterparties at the quota. */
  readonly matchQuotaRefusal: Refusal | undefined;
  /** The only agent that the caller's credential acts for. */
  readonly boundAgentId: string | undefined;
}

/** The acts of the owner of a listing. */
export function listingCandidates(data: ListingActionData, isOwner: boolean, now: Date): ActCandidate[] {
  const { listing, otherActive, matchRuns, matchQuotaRefusal, boundAgentId } = data;
  const context = trialContext(now);
  const named = { principal_key: keyOf('prn', listing.principalId), listing_key: keyOf('lst', listing.listingId) };
  const base = { agentId: null, payerId: listing.principalId, closesAt: listing.expiresAt, ifNotDone: null };
  const update = (
    variant: 'pause' | 'resume' | 'close' | 'edit',
    change: UpdateListingInput = variant === 'edit' ? { title: listing.title } : { lifecycle_action: variant },
  ): ActCandidate => ({
    ...base,
    operation: 'updateListing',
    input: { ...named, ...(variant !== 'edit' && { lifecycle_action: variant }) },
    attempt: () => {
      assertAgent(boundAgentId, listing.agentId);
      const { effects } = decideUpdate({ listing, otherActive }, change, context);
      // The trial of an edit gives a title that the listing has, which is no change.
      return { effects: variant === 'edit' ? 'changes' : effects, consequence: plain(`updateListing.${variant}`) };
    },
  });
  const match = (): Trial => {
    // The order of the command.
    assertDaily('matchRunsPerDay', { used: matchRuns.used + 1, maximum: matchRuns.maximum }, { isOwner, now });
    assertAgent(boundAgentId, listing.agentId);
    checkMatchable(listing, now);
    if (matchQuotaRefusal) throw matchQuotaRefusal;
    return { effects: 'changes', consequence: plain('runMatch') };
  };
  return [
    { ...base, operation: 'runMatch', input: named, attempt: match },
    update('pause'),
    update('resume'),
    update('edit'),
    update('close'),
  ];
}
