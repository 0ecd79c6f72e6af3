import { Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import { unmetSearch, withEmptyReason } from '../../domain/market/empty-match';
import { checkMatchable } from '../../domain/market/listing';
import {
  decideMatchRun,
  type MatchRunDecision,
  type MatchRunData,
  type MatchSettings,
  placesWithin,
  providerFor,
  parseMaxProposals,
  readMinSettledTrades,
} from '../../domain/market/match-run';
import { type MatchCandidate, isMultiProfile, profileBids } from '../../domain/market/matching';
import { quotaExceeded } from '../../domain/parties/quotas';
import { assertAgent } from '../../domain/sessions/credential-limits';
import { boundAgentOf } from '../../domain/sessions/caller';
import { addSeconds } from '../../domain/time';
import type { Listing } from '../../domain/types';
import { lockListingOf } from '../../database/repositories/listings';
import { proposalUse, type ProposalUse } from '../../database/repositories/usage';
import { emptyMatchData, principalsThatMeet } from '../../database/market/empty-match';
import { listingsOffered, type MarketSide } from '../../database/market/offers';
import { exclusionsOf, expiredPairsOf, principalsWithSettledTrades } from '../../database/market/match-queries';
import type { ExpiredProposal } from '../../database/repositories/proposal-queue';
import { isServiceOpen, recordOpenAtCommit } from '../../database/repositories/service-hours';
import type { Db } from '../../database/transactions/statement';
import { decisionContext, type MutationContext } from '../context';
import { applyAndRelay } from './apply';
import { expireProposal } from './expire';
import { type MatchQuery, MatchSearch } from './match-search';
import { chargeDaily } from './quota';

export interface RunMatchInput {
  readonly listing_key: string;
  readonly max_proposals?: number | null | undefined;
  readonly min_settled_trades?: number | null | undefined;
}

/**
 * Finds counterparties of a listing and proposes to the best of them.
 * @throws Refusal 400 `validation_failed`, 404 `listing_not_found`, 409 `listing_state_conflict`
 */
export async function runMatch(
  context: MutationContext,
  principalId: string,
  input: RunMatchInput,
): Promise<MatchRunDecision> {
  const { tx } = context;
  const limits = {
    count: parseMaxProposals(input.max_proposals),
    minSettledTrades: readMinSettledTrades(input.min_settled_trades),
  };
  const listingId = idFromKeyOrUuid('lst', input.listing_key);
  if (listingId === undefined) throw new Refusal('listing_not_found');
  // Before the count: the retirement of an agent also locks proposals first.
  await expirePairs(context, principalId, listingId);
  // The count is also the lock of the principal's runs, so that two runs cannot pass a quota together.
  await chargeDaily(context, principalId, 'matchRunsPerDay');
  const listing = await lockListingOf(tx, principalId, listingId);
  if (!listing) throw new Refusal('listing_not_found');
  assertAgent(boundAgentOf(context.caller), listing.agentId);
  checkMatchable(listing, tx.now);
  const use = await proposalUse(tx, principalId, addSeconds(tx.now, -PAIR_REST_SECONDS));
  const { quota, proposals } = use;
  if (quota === 0) throw noPlaces(principalId, use);
  const found = await findCandidates(tx, listing, limits, use);
  const decided = decideMatchRun(
    { listing, proposals, ...found },
    limits.count,
    decisionContext(context),
    matchSettings(context, quota),
  );
  // Without a proposal, the caller must learn that counterparties were left out.
  if (decided.proposals.length === 0 && (await leavesOutFull(tx, listing, limits, use, found.candidates))) {
    throw noPlaces(principalId, use);
  }
  const decision = decided.proposals.length > 0 ? decided : await explainEmpty(tx, decided, listing, found.candidates);
  await applyAndRelay(context, decision.effects);
  return decision;
}

/** Adds to a run without proposals the reason, which is stored with the run. */
async function explainEmpty(
  tx: Tx,
  decision: MatchRunDecision,
  listing: Listing,
  candidates: readonly MatchCandidate[],
): Promise<MatchRunDecision> {
  const search = unmetSearch(listing, candidates);
  return withEmptyReason(decision, search, await emptyMatchData(tx, listing, search));
}

/**
 * Ends the expired proposals of the listing that the worker has not ended yet, which frees their pairs.
 *
 * It waits for a proposal that another transaction has locked. A late answer to an expired proposal changes nothing, so a
 * pair that is only locked is not an open pair.
 */
async function expirePairs(context: MutationContext, principalId: string, listingId: string): Promise<void> {
  for (let last: ExpiredProposal | undefined; ;) {
    const batch = await expiredPairsOf(context.tx, { principalId, listingId, now: context.tx.now, after: last });
    if (batch.length > 0) {
      // While the service is closed they stay open, because their expiry moves.
      if (!(await isServiceOpen(context.tx))) return;
      recordOpenAtCommit(context.tx);
    }
    for (const { proposalId } of batch) await expireProposal(context, proposalId, 'update');
    last = batch.at(-1);
    if (!last) return;
  }
}

/** The transaction of a run, or the reader of a query with its time. */
type Tx = Db & { readonly now: Date };

/** Two listings are not proposed again for a day after a rejection, unless one of them changes. */
export const PAIR_REST_SECONDS = 86_400;

/** The settings of the proposals of a match run. @param quota of open proposals to one counterparty */
export function matchSettings(
  { services: { settings } }: Pick<MutationContext, 'services'>,
  quota: number,
): MatchSettings {
  return {
    openProposalsPerCounterparty: quota,
    bondBps: settings.bondBps,
    proposalTtlSeconds: settings.proposalTtlSeconds,
    contractWindowSeconds: settings.contractWindowSeconds,
    checkpointWindowSeconds: settings.checkpointWindowSeconds,
    coverageThresholdBps: settings.coverageThresholdBps,
  };
}

/** The counterparties that have as many proposals as the quota allows: open ones, and those of the last day that were rejected. */
export function fullCounterparties({ proposals, quota }: ProposalUse): string[] {
  return [...proposals].filter(([, count]) => count >= quota).map(([counterparty]) => counterparty);
}

/** The refusal of a run whose counterparties are all at the quota. */
export function noPlaces(principalId: string, { quota }: ProposalUse): Refusal {
  return quotaExceeded({ principalId, openProposalsPerCounterparty: quota }, 'openProposalsPerCounterparty');
}

/** Whether a search without a result left out a counterparty at the quota that has a fitting listing. */
export async function leavesOutFull(
  tx: Tx,
  listing: Listing,
  { minSettledTrades = 0 }: Pick<MatchQuery, 'minSettledTrades'>,
  use: ProposalUse,
  candidates: readonly MatchCandidate[],
): Promise<boolean> {
  const full = fullCounterparties(use);
  if (full.length === 0) return false;
  const meeting = await principalsThatMeet(tx, unmetSearch(listing, candidates), full);
  if (meeting.length === 0 || minSettledTrades === 0) return meeting.length > 0;
  return (await principalsWithSettledTrades(tx, meeting, minSettledTrades)).length > 0;
}

type MatchResult = Pick<MatchRunData, 'candidates' | 'considered'>;
type MarketExclusions = Omit<MarketSide, 'tradeProfile' | 'side'>;

/**
 * Finds the candidates of a listing.
 * @param freedListingIds listings of open pairs whose proposals the run ends first, one for each pair
 */
export async function findCandidates(
  tx: Tx,
  listing: Listing,
  limits: Pick<MatchQuery, 'count' | 'minSettledTrades'>,
  use: ProposalUse,
  freedListingIds: readonly string[] = [],
): Promise<MatchResult> {
  const excluded = await exclusionsOf(tx, listing, addSeconds(tx.now, -PAIR_REST_SECONDS));
  const principalIds = [...excluded.principalIds, ...fullCounterparties(use)];
  const listingIds = [...excluded.listingIds];
  // A listing is there twice if it is also in a rejected pair, so each freed pair removes one.
  for (const id of freedListingIds) {
    const at = listingIds.indexOf(id);
    // A worker can have ended the proposal since it was read.
    if (at >= 0) listingIds.splice(at, 1);
  }
  const exclusions = { principalIds, listingIds, now: tx.now };
  if (isMultiProfile(listing)) return findByProfile(tx, listing, exclusions, limits);
  const { tradeProfile, priceStamps: price, tags } = listing;
  const market: MarketSide = { ...exclusions, tradeProfile, side: listing.side === 'consume' ? 'provide' : 'consume' };
  const placesOf = placesWithin(use.quota, use.proposals);
  return searchMarket(tx, () => new MatchSearch(tx, { ...limits, market, price, tags, placesOf }));
}

/**
 * Finds a provider for each trade profile of a listing with several profiles.
 *
 * Candidates are the best offer of a new principal, and the offers of agents that already take part.
 */
async function findByProfile(
  tx: Tx,
  listing: Listing,
  exclusions: MarketExclusions,
  limits: Pick<MatchQuery, 'minSettledTrades'>,
): Promise<MatchResult> {
  const agents = new Map([[listing.principalId, listing.agentId]]);
  const candidates: MatchCandidate[] = [];
  let considered = 0;
  for (const wanted of profileBids(listing)) {
    const market: MarketSide = { ...exclusions, tradeProfile: wanted.tradeProfile, side: 'provide' };
    const query = { ...limits, price: wanted.bid, tags: listing.tags, count: 1 };
    const others = { ...market, principalIds: [...market.principalIds, ...agents.keys()] };
    const results = [
      await searchMarket(tx, () => new MatchSearch(tx, { ...query, market: others })),
      await searchMarket(tx, () => new MatchSearch(tx, { ...query, market }), [...agents.values()]),
    ];
    candidates.push(...results.flatMap((result) => result.candidates));
    considered += results.reduce((sum, result) => sum + result.considered, 0);
    const provider = providerFor(listing, wanted, candidates, agents);
    if (!provider) break;
    agents.set(provider.principalId, provider.agentId);
  }
  return { candidates, considered };
}

const ATTEMPTS = 3;

/** Searches, then loads the listings of the best offers. If one has changed meanwhile, it searches again. */
async function searchMarket(tx: Tx, begin: () => MatchSearch, agentIds?: readonly string[]): Promise<MatchResult> {
  for (let attempt = 1; ; attempt += 1) {
    const search = begin();
    await (agentIds ? search.lookAtAgents(agentIds) : search.run());
    const { best, considered } = search;
    const listings = best.length > 0 ? await listingsOffered(tx, best) : [];
    if (listings.length < best.length && attempt < ATTEMPTS) continue;
    const candidates = listings.map((listing) => ({ listing, ...search.recordOf(listing.principalId) }));
    return { candidates, considered };
  }
}
