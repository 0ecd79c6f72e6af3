import type { Listing, ListingSide } from '../types';
import type { EmptyMatchReason } from './empty-match-columns';
import type { MatchRunDecision } from './match-run';
import { providerFor } from './match-run';
import { type MatchCandidate, isMultiProfile, profileBids } from './matching';

/** Why a match run made no proposal, as far as its principal may know. Listings that only match count for nothing here. */

/** The search of a run that found no counterparty. */
export interface UnmetSearch {
  readonly tradeProfile: string;
  /** The side of the listings that the run searched. */
  readonly otherSide: ListingSide;
  /** The bid or ask of the run. */
  readonly price: bigint;
}

export interface EmptyMatchData {
  /** Whether the listing has an open proposal with a listing of the searched trade profile. */
  readonly hasOpenProposals: boolean;
  /** The best price of a public listing of another principal. Null if there is none. */
  readonly bestPriceStamps: bigint | null;
}

/** The search that left the run without a proposal. With several trade profiles it is the first without a provider. */
export function unmetSearch(listing: Listing, candidates: readonly MatchCandidate[]): UnmetSearch {
  const otherSide = listing.side === 'consume' ? 'provide' : 'consume';
  if (!isMultiProfile(listing)) return { tradeProfile: listing.tradeProfile, otherSide, price: listing.priceStamps };
  const agents = new Map([[listing.principalId, listing.agentId]]);
  const bids = profileBids(listing);
  const unmet = bids.find((profile) => {
    const provider = providerFor(listing, profile, candidates, agents);
    if (provider) agents.set(provider.principalId, provider.agentId);
    return !provider;
  });
  const { tradeProfile, bid } = unmet ?? { tradeProfile: listing.tradeProfile, bid: listing.priceStamps };
  return { tradeProfile, otherSide, price: bid };
}

/** The first reason that applies. */
export function emptyMatchReason(
  { otherSide, price }: Pick<UnmetSearch, 'otherSide' | 'price'>,
  { hasOpenProposals, bestPriceStamps }: EmptyMatchData,
): EmptyMatchReason {
  if (hasOpenProposals) return 'open_proposals';
  if (bestPriceStamps === null) return 'no_partner';
  const isPriceMet = otherSide === 'provide' ? bestPriceStamps <= price : bestPriceStamps >= price;
  return isPriceMet ? 'partners_excluded' : 'price_not_met';
}

/** The decision of a run without proposals, with its reason. */
export function withEmptyReason(
  decision: MatchRunDecision,
  search: UnmetSearch,
  data: EmptyMatchData,
): MatchRunDecision {
  const matchRun = {
    ...decision.matchRun,
    emptyReason: emptyMatchReason(search, data),
    emptyTradeProfile: search.tradeProfile,
    ownPriceStamps: search.price,
    bestPriceStamps: data.bestPriceStamps,
  };
  return { ...decision, matchRun, effects: { ...decision.effects, matchRuns: [matchRun] } };
}

/** The next step after a match run without a proposal. */
export const emptyMatchNextSteps: Readonly<Record<EmptyMatchReason, string>> = {
  open_proposals:
    'The listing has open proposals, and their counterparties are not proposed again. Answer each, or create the trade of one that all participants have accepted.',
  no_partner:
    'No public listing of the other side has this trade profile. Listings that only match can need another price. Check the spelling of the trade profile, wait for listings, or update the price. Then run the match again.',
  price_not_met:
    'The best public price of the other side does not meet your price. Update the price of your listing, or wait for other listings. Then run the match again.',
  partners_excluded:
    'Listings with a matching price are left out. Their principal shares an owner with yours, has fewer settled trades than the run requires, or rejected your proposal within 24 hours. You may also have rejected theirs. Update your listing or wait for other listings. Then run the match again.',
};
