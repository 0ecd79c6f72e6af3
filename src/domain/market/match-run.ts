import { Validator } from '../validator';
import type { Effects, DecisionContext } from '../effects';
import { proposalEvents } from '../events/events';
import { checkMatchable } from './listing';
import { isMultiProfile, type ProfileBid, profileBids, rank, rankAsks, type Candidate } from './matching';
import { expiryFrom, participantsIn, type ProposalDecision, type ProposalSettings } from './proposal';
import { split } from '../ledger/stamps';
import type { Listing, MatchRun, Proposal, ProposalPair, ProposalRevision, Terms, TermsStep } from '../types';

/** What is fixed when a proposal is made, and what holds where a listing does not say. */
export interface MatchSettings extends ProposalSettings {
  readonly bondBps: number;
  readonly contractWindowSeconds: number;
  readonly checkpointWindowSeconds: number;
  readonly coverageThresholdBps: number;
}

export interface MatchRunFacts {
  readonly listing: Listing;
  /** Those that can be among the best; others may be left out. */
  readonly candidates: readonly Candidate[];
  /** How many were compared to find them. */
  readonly considered: number;
}

export interface MatchRunDecision {
  readonly matchRun: MatchRun;
  /** Best first. */
  readonly proposals: readonly ProposalDecision[];
  readonly effects: Effects;
}

/** `max_proposals`: 1–50, 10 if left out; else 400 `validation_failed`. */
export function readMaxProposals(given: number | null | undefined): number {
  const wanted = given ?? 10;
  const check = new Validator();
  check.int('/max_proposals', wanted, { min: 1, max: 50 });
  check.done();
  return wanted;
}

/**
 * A match run over the candidates found: at most `maxProposals` proposals with two sides, or, for a consumer's listing
 * that seeks several trade profiles, one with all of them. Refuses 409 `listing_state_conflict` (`current_state`) where
 * the listing is not active. Source: contract §7, Match run.
 */
export function decideMatchRun(
  facts: MatchRunFacts,
  maxProposals: number,
  moment: DecisionContext,
  settings: MatchSettings,
): MatchRunDecision {
  const { listing, candidates, considered } = facts;
  checkMatchable(listing, moment.now);
  const matchRun: MatchRun = {
    matchRunId: moment.newId(),
    principalId: listing.principalId,
    listingId: listing.listingId,
    state: 'completed',
    candidatesConsidered: considered,
    createdAt: moment.now,
  };
  const { matchRunId } = matchRun;
  const proposals = isMultiProfile(listing)
    ? [multiProfileProposal(listing, candidates, matchRunId, moment, settings)].filter((made) => made !== undefined)
    : rank(listing, candidates)
        .slice(0, maxProposals)
        .map((found) => twoSidedProposal(listing, found.listing, matchRunId, moment, settings));
  return { matchRun, proposals, effects: combine(matchRun, proposals) };
}

/** The proposal of two listings that fit, whichever of them the run is for: the provider's steps at the midpoint price. */
export function twoSidedProposal(
  listing: Listing,
  other: Listing,
  matchRunId: string,
  moment: DecisionContext,
  settings: MatchSettings,
): ProposalDecision {
  const [provider, consumer] = listing.side === 'provide' ? [listing, other] : [other, listing];
  const prices = split(midpoint(provider.priceStamps, consumer.priceStamps), shares(provider.steps));
  const terms: Terms = {
    steps: provider.steps.map((step, index) =>
      termsStep(index, step.title, prices[index] ?? 0n, provider, consumer, settings),
    ),
    coverage_threshold_bps: provider.coverageThresholdBps ?? settings.coverageThresholdBps,
    bond_bps: settings.bondBps,
  };
  return propose(terms, consumer, [provider], matchRunId, moment, settings);
}

/**
 * The proposal for a consumer's listing that seeks several trade profiles: for each the best provider whose ask is
 * within that profile's share of the bid, at that share's midpoint. A principal takes part with one agent, so its
 * listings for another agent are passed over. undefined where a profile finds no provider.
 */
export function multiProfileProposal(
  listing: Listing,
  candidates: readonly Candidate[],
  matchRunId: string,
  moment: DecisionContext,
  settings: MatchSettings,
): ProposalDecision | undefined {
  const agents = new Map([[listing.principalId, listing.agentId]]);
  const steps: TermsStep[] = [];
  const providers: Listing[] = [];
  for (const wanted of profileBids(listing)) {
    const provider = providerFor(listing, wanted, candidates, agents);
    if (!provider) return undefined;
    agents.set(provider.principalId, provider.agentId);
    providers.push(provider);
    const own = wanted.steps.map((index) => ({ index, ...(listing.steps[index] ?? NO_STEP) }));
    const prices = split(midpoint(provider.priceStamps, wanted.bid), shares(own));
    own.forEach(({ index, title }, nth) => {
      steps[index] = termsStep(index, title, prices[nth] ?? 0n, provider, listing, settings);
    });
  }
  const coverage_threshold_bps = listing.coverageThresholdBps ?? settings.coverageThresholdBps;
  const terms: Terms = { steps, coverage_threshold_bps, bond_bps: settings.bondBps };
  return propose(terms, listing, providers, matchRunId, moment, settings);
}

/** The best for one profile; `agents`: with which agent principals take part already. */
export function providerFor(
  listing: Listing,
  { tradeProfile, bid }: Pick<ProfileBid, 'tradeProfile' | 'bid'>,
  candidates: readonly Candidate[],
  agents: ReadonlyMap<string, string>,
): Listing | undefined {
  return rankAsks(listing, tradeProfile, bid, candidates)
    .map((found) => found.listing)
    .find(({ principalId, agentId }) => (agents.get(principalId) ?? agentId) === agentId);
}

/** For the compiler alone: every index of `profileBids` is a step of its listing. */
const NO_STEP = { title: '', share_bps: 0 };

function midpoint(ask: bigint, bid: bigint): bigint {
  return (ask + bid) / 2n;
}

function shares(steps: readonly { readonly share_bps: number }[]): bigint[] {
  return steps.map((step) => BigInt(step.share_bps));
}

function termsStep(
  index: number,
  title: string,
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
  };
}

/** Revision 1: nobody proposed it, so nobody has accepted it. */
function propose(
  terms: Terms,
  consumer: Listing,
  providers: readonly Listing[],
  matchRunId: string,
  moment: DecisionContext,
  settings: MatchSettings,
): ProposalDecision {
  const proposalId = moment.newId();
  const proposal: Proposal = {
    proposalId,
    matchRunId,
    state: 'proposed',
    closeReason: null,
    expiresAt: expiryFrom(moment.now, settings),
    currentRevisionNo: 1,
    tradeId: null,
    createdAt: moment.now,
  };
  const revision: ProposalRevision = {
    proposalId,
    revisionNo: 1,
    proposedByPrincipalId: null,
    terms,
    createdAt: moment.now,
  };
  const participants = participantsIn(revision);
  const pairs: ProposalPair[] = providers.map((provider) => ({
    proposalId,
    consumerListingId: consumer.listingId,
    providerListingId: provider.listingId,
    open: true,
  }));
  const effects: Effects = {
    proposals: [proposal],
    revisions: [revision],
    proposalParticipants: participants,
    pairs,
    events: proposalEvents('proposal.created', proposal, participants, moment),
  };
  return { proposal, revision, participants, effects };
}

function combine(matchRun: MatchRun, proposals: readonly ProposalDecision[]): Effects {
  const all = proposals.map((made) => made.effects);
  return {
    matchRuns: [matchRun],
    proposals: all.flatMap((effects) => effects.proposals ?? []),
    revisions: all.flatMap((effects) => effects.revisions ?? []),
    proposalParticipants: all.flatMap((effects) => effects.proposalParticipants ?? []),
    pairs: all.flatMap((effects) => effects.pairs ?? []),
    events: all.flatMap((effects) => effects.events ?? []),
  };
}
