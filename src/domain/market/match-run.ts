import { Validator } from '../validator';
import type { Effects, DecisionContext } from '../effects';
import { proposalEvents } from '../events/events';
import { checkMatchable } from './listing';
import { isMultiProfile, type ProfileBid, profileBids, rank, rankAsks, type MatchCandidate } from './matching';
import { participantsIn, type ProposalDecision, type ProposalSettings } from './proposal';
import { split } from '../ledger/stamps';
import { addSeconds } from '../time';
import { DEFAULT_DISPUTE_BURN_BPS } from '../trades/terms';
import type {
  Listing,
  ListingStep,
  MatchRun,
  Proposal,
  ProposalPair,
  ProposalRevision,
  Terms,
  TermsStep,
} from '../types';

/** Bond rate of new proposals, and the defaults for values that a listing does not have. */
export interface MatchSettings extends ProposalSettings {
  /** Quota of the principal. */
  readonly openProposalsPerCounterparty: number;
  readonly bondBps: number;
  readonly contractWindowSeconds: number;
  readonly checkpointWindowSeconds: number;
  readonly coverageThresholdBps: number;
}

export interface MatchRunData {
  readonly listing: Listing;
  /** All candidates that can be among the best, and possibly others. */
  readonly candidates: readonly MatchCandidate[];
  /** Number of listings that were compared. */
  readonly considered: number;
  /** Proposals of the principal that count for its quota, by counterparty. */
  readonly proposals: ReadonlyMap<string, number>;
}

export interface MatchRunDecision {
  readonly matchRun: MatchRun;
  /** Best first. */
  readonly proposals: readonly ProposalDecision[];
  readonly effects: Effects;
}

/** The value of `max_proposals`: 1 to 50, default 10. @throws Refusal 400 `validation_failed` */
export function parseMaxProposals(requested: number | null | undefined): number {
  const maxProposals = requested ?? 10;
  const check = new Validator();
  check.int('/max_proposals', maxProposals, { min: 1, max: 50 });
  check.done();
  return maxProposals;
}

/** The value of `min_settled_trades`: 0 to 1,000,000, default 0. @throws Refusal 400 `validation_failed` */
export function readMinSettledTrades(requested: number | null | undefined): number {
  const minimum = requested ?? 0;
  const check = new Validator();
  check.int('/min_settled_trades', minimum, { min: 0, max: 1_000_000 });
  check.done();
  return minimum;
}

/**
 * Decides a match run: creates proposals from the best candidates.
 *
 * It creates at most `maxProposals` proposals with two sides. A consumer listing with several trade profiles gets one
 * proposal for all of them (docs/concepts/matching.md).
 * @throws Refusal 409 `listing_state_conflict` if the listing is not active
 */
export function decideMatchRun(
  data: MatchRunData,
  maxProposals: number,
  context: DecisionContext,
  settings: MatchSettings,
): MatchRunDecision {
  const { listing, candidates, considered } = data;
  checkMatchable(listing, context.now);
  const matchRun: MatchRun = {
    matchRunId: context.newId(),
    principalId: listing.principalId,
    listingId: listing.listingId,
    state: 'completed',
    candidatesConsidered: considered,
    createdAt: context.now,
  };
  const { matchRunId } = matchRun;
  const proposals = isMultiProfile(listing)
    ? [multiProfileProposal(listing, candidates, matchRunId, context, settings)].filter(
        (proposal) => proposal !== undefined,
      )
    : withinQuota(rank(listing, candidates), data.proposals, settings.openProposalsPerCounterparty)
        .slice(0, maxProposals)
        .map((candidate) => twoSidedProposal(listing, candidate.listing, matchRunId, context, settings));
  return { matchRun, proposals, effects: combine(matchRun, proposals) };
}

/** The candidates without those that would exceed the principal's quota for one counterparty. */
function withinQuota<C extends { readonly listing: Listing }>(
  ranked: readonly C[],
  proposals: ReadonlyMap<string, number>,
  quota: number,
): C[] {
  const made = new Map<string, number>();
  const placesOf = placesWithin(quota, proposals);
  return ranked.filter(({ listing: { principalId } }) => {
    const count = (made.get(principalId) ?? 0) + 1;
    made.set(principalId, count);
    return count <= placesOf(principalId);
  });
}

/** The number of proposals that a run may make to a counterparty. @param proposals those that count for the quota */
export function placesWithin(quota: number, proposals: ReadonlyMap<string, number>): (principalId: string) => number {
  return (principalId) => quota - (proposals.get(principalId) ?? 0);
}

/** The proposal of two matching listings: the steps of the provider at the midpoint price. */
export function twoSidedProposal(
  listing: Listing,
  other: Listing,
  matchRunId: string,
  context: DecisionContext,
  settings: MatchSettings,
): ProposalDecision {
  const [provider, consumer] = listing.side === 'provide' ? [listing, other] : [other, listing];
  const prices = split(midpoint(provider.priceStamps, consumer.priceStamps), shares(provider.steps));
  const terms: Terms = {
    steps: provider.steps.map((step, index) =>
      termsStep(index, step, prices[index] ?? 0n, provider, consumer, settings),
    ),
    coverage_threshold_bps: provider.coverageThresholdBps ?? settings.coverageThresholdBps,
    bond_bps: settings.bondBps,
    dispute_burn_bps: DEFAULT_DISPUTE_BURN_BPS,
  };
  return propose(
    terms,
    { initiatorId: listing.principalId, consumer, providers: [provider], matchRunId },
    context,
    settings,
  );
}

/**
 * The proposal for a consumer listing with several trade profiles.
 *
 * Each profile gets the best provider with an ask within its share of the bid. The price is the midpoint of the ask and
 * the share. A principal has one agent in a proposal, so its listings of other agents are skipped. The result is
 * undefined if a profile has no provider.
 */
export function multiProfileProposal(
  listing: Listing,
  candidates: readonly MatchCandidate[],
  matchRunId: string,
  context: DecisionContext,
  settings: MatchSettings,
): ProposalDecision | undefined {
  const agents = new Map([[listing.principalId, listing.agentId]]);
  const steps: TermsStep[] = [];
  const providers: Listing[] = [];
  for (const profile of profileBids(listing)) {
    const provider = providerFor(listing, profile, candidates, agents);
    if (!provider) return undefined;
    agents.set(provider.principalId, provider.agentId);
    providers.push(provider);
    const ownSteps = profile.steps.map((index) => ({ index, ...(listing.steps[index] ?? NO_STEP) }));
    const prices = split(midpoint(provider.priceStamps, profile.bid), shares(ownSteps));
    ownSteps.forEach(({ index, ...step }, nth) => {
      const items = providerItems(provider, nth, ownSteps.length) ?? step.items ?? null;
      steps[index] = termsStep(index, { ...step, items }, prices[nth] ?? 0n, provider, listing, settings);
    });
  }
  const coverage_threshold_bps = listing.coverageThresholdBps ?? settings.coverageThresholdBps;
  const dispute_burn_bps = DEFAULT_DISPUTE_BURN_BPS;
  const terms: Terms = { steps, coverage_threshold_bps, bond_bps: settings.bondBps, dispute_burn_bps };
  return propose(
    terms,
    { initiatorId: listing.principalId, consumer: listing, providers, matchRunId },
    context,
    settings,
  );
}

/** The best provider for a profile. `agents` has the agent of each principal in the proposal. */
export function providerFor(
  listing: Listing,
  { tradeProfile, bid }: Pick<ProfileBid, 'tradeProfile' | 'bid'>,
  candidates: readonly MatchCandidate[],
  agents: ReadonlyMap<string, string>,
): Listing | undefined {
  return rankAsks(listing, tradeProfile, bid, candidates)
    .map((ranked) => ranked.listing)
    .find(({ principalId, agentId }) => (agents.get(principalId) ?? agentId) === agentId);
}

/** Only for the type checker: each index from `profileBids` has a step. */
const NO_STEP: Pick<ListingStep, 'title' | 'share_bps' | 'items'> = { title: '', share_bps: 0 };

function midpoint(ask: bigint, bid: bigint): bigint {
  return (ask + bid) / 2n;
}

function shares(steps: readonly { readonly share_bps: number }[]): bigint[] {
  return steps.map((step) => BigInt(step.share_bps));
}

/** The items of the provider's listing, if it has as many steps as the consumer seeks of it. */
function providerItems({ steps }: Listing, nth: number, count: number): ListingStep['items'] {
  return steps.length === count ? steps[nth]?.items : null;
}

function termsStep(
  index: number,
  { title, items }: Pick<ListingStep, 'title' | 'items'>,
  price: bigint,
  provider: Listing,
  consumer: Listing,
  settings: MatchSettings,
): TermsStep {
  return {
    step_no: index + 1,
    title,
    provider_principal_id: provider.principalId,
    provider_agent_id: provider.agentId,
    consumer_principal_id: consumer.principalId,
    consumer_agent_id: consumer.agentId,
    price_stamps: Number(price),
    contract_window_seconds: provider.contractWindowSeconds ?? settings.contractWindowSeconds,
    checkpoint_window_seconds: provider.checkpointWindowSeconds ?? settings.checkpointWindowSeconds,
    ...(items == null ? {} : { items }),
  };
}

interface ProposalParties {
  /** The principal of the match run. */
  readonly initiatorId: string;
  readonly consumer: Listing;
  readonly providers: readonly Listing[];
  readonly matchRunId: string;
}

/** A new proposal. No principal proposed revision 1, so no principal has accepted it. */
function propose(
  terms: Terms,
  { initiatorId, consumer, providers, matchRunId }: ProposalParties,
  context: DecisionContext,
  settings: MatchSettings,
): ProposalDecision {
  const proposalId = context.newId();
  const proposal: Proposal = {
    proposalId,
    matchRunId,
    state: 'proposed',
    closeReason: null,
    expiresAt: addSeconds(context.now, settings.proposalTtlSeconds),
    currentRevisionNo: 1,
    tradeId: null,
    createdAt: context.now,
  };
  const revision: ProposalRevision = {
    proposalId,
    revisionNo: 1,
    proposedByPrincipalId: null,
    terms,
    createdAt: context.now,
  };
  const participants = participantsIn(revision);
  const pairs: ProposalPair[] = providers.map((provider) => ({
    proposalId,
    consumerListingId: consumer.listingId,
    providerListingId: provider.listingId,
    open: true,
    initiatorId,
    counterpartyId: provider.principalId === initiatorId ? consumer.principalId : provider.principalId,
  }));
  const effects: Effects = {
    proposals: [proposal],
    revisions: [revision],
    proposalParticipants: participants,
    pairs,
    events: proposalEvents('proposal.created', proposal, participants, context),
  };
  return { proposal, revision, participants, effects };
}

function combine(matchRun: MatchRun, proposals: readonly ProposalDecision[]): Effects {
  const all = proposals.map((proposal) => proposal.effects);
  return {
    matchRuns: [matchRun],
    proposals: all.flatMap((effects) => effects.proposals ?? []),
    revisions: all.flatMap((effects) => effects.revisions ?? []),
    proposalParticipants: all.flatMap((effects) => effects.proposalParticipants ?? []),
    pairs: all.flatMap((effects) => effects.pairs ?? []),
    events: all.flatMap((effects) => effects.events ?? []),
  };
}
