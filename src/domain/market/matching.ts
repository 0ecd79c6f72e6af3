import { BPS } from '../ledger/stamps';
import type { Listing } from '../types';

/**
 * A listing of another principal that can match.
 *
 * The query that loads candidates excludes common owners, inactive and expired listings, and open proposals.
 */
export interface MatchCandidate {
  readonly listing: Listing;
  /** Number of trades of its principal that were settled in the last 180 days. */
  readonly trades: number;
  /** Number of those trades in which the principal was at fault. */
  readonly faults: number;
}

export interface Ranked {
  readonly listing: Listing;
  /** Points as an integer, possibly negative. */
  readonly score: number;
}

/** Maximum points for the price. */
export const PRICE_POINTS = 6000n;
const TAG_POINTS = 3000;
const FAULT_POINTS = 4000;

/** The steps of a consumer listing with one trade profile, and the bid for them. */
export interface ProfileBid {
  readonly tradeProfile: string;
  /** Indexes of the steps in the listing. */
  readonly steps: readonly number[];
  readonly bid: bigint;
}

/** The bids of a consumer listing by trade profile, in order of first appearance, rounded down. */
export function profileBids(listing: Listing): ProfileBid[] {
  const groups = new Map<string, number[]>();
  listing.steps.forEach((step, index) => {
    const profile = step.trade_profile ?? listing.tradeProfile;
    groups.set(profile, [...(groups.get(profile) ?? []), index]);
  });
  return Array.from(groups, ([tradeProfile, steps]) => {
    const share = steps.reduce((total, index) => total + (listing.steps[index]?.share_bps ?? 0), 0);
    return { tradeProfile, steps, bid: (listing.priceStamps * BigInt(share)) / BPS };
  });
}

/** Whether a step has another trade profile than the listing. Such a listing is never a candidate. */
export function isMultiProfile(listing: Listing): boolean {
  return listing.steps.some((step) => (step.trade_profile ?? listing.tradeProfile) !== listing.tradeProfile);
}

/**
 * The score of a candidate: price points + tag points − fault points (docs/concepts/matching.md).
 *
 * 6000 · (bid − ask) / bid + 3000 · |common tags| / |all tags| − 4000 · faults / max(trades, 1). Each term is rounded
 * down. Without any tags the second term is 0.
 */
export function scoreOf(ask: bigint, bid: bigint, tags: readonly string[], candidate: MatchCandidate): number {
  const own = new Set(tags);
  const other = new Set(candidate.listing.tags);
  const common = [...own].filter((tag) => other.has(tag)).length;
  return pricePoints(ask, bid) + tagPoints(own.size, other.size, common) - faultPoints(candidate);
}

/** The first term of the score: 0 to 6000 for ask ≤ bid. */
export function pricePoints(ask: bigint, bid: bigint): number {
  return Number((PRICE_POINTS * (bid - ask)) / bid);
}

/** The second term of the score, from the sizes of two tag sets and their intersection: 0 to 3000. */
export function tagPoints(own: number, other: number, common: number): number {
  const total = own + other - common;
  return total === 0 ? 0 : Math.floor((TAG_POINTS * common) / total);
}

/** The third term of the score, at least 0. It is subtracted. */
export function faultPoints({ trades, faults }: Pick<MatchCandidate, 'trades' | 'faults'>): number {
  return Math.floor((FAULT_POINTS * faults) / Math.max(trades, 1));
}

/**
 * The matching candidates, best first; ties by `listing_key`.
 *
 * A candidate matches if it has the same trade profile, the opposite side, another principal and ask ≤ bid. A consumer
 * listing with several profiles never matches. The order of the input has no effect.
 */
export function rank(listing: Listing, candidates: readonly MatchCandidate[]): Ranked[] {
  const eligible = candidates.filter(
    (candidate) => candidate.listing.side !== listing.side && !isMultiProfile(candidate.listing),
  );
  if (listing.side === 'consume') return rankAsks(listing, listing.tradeProfile, listing.priceStamps, eligible);
  return sortByScore(
    eligible
      .filter((candidate) => isCounterparty(listing, listing.tradeProfile, candidate.listing))
      .filter((candidate) => listing.priceStamps <= candidate.listing.priceStamps)
      .map((candidate) => ({
        listing: candidate.listing,
        score: scoreOf(listing.priceStamps, candidate.listing.priceStamps, listing.tags, candidate),
      })),
  );
}

/** The matching providers of one trade profile for a bid of a consumer listing, best first. */
export function rankAsks(
  listing: Listing,
  tradeProfile: string,
  bid: bigint,
  candidates: readonly MatchCandidate[],
): Ranked[] {
  return sortByScore(
    candidates
      .filter((candidate) => isCounterparty(listing, tradeProfile, candidate.listing))
      .filter((candidate) => candidate.listing.side === 'provide' && candidate.listing.priceStamps <= bid)
      .map((candidate) => ({
        listing: candidate.listing,
        score: scoreOf(candidate.listing.priceStamps, bid, listing.tags, candidate),
      })),
  );
}

function isCounterparty(listing: Listing, tradeProfile: string, other: Listing): boolean {
  return other.tradeProfile === tradeProfile && other.principalId !== listing.principalId;
}

/** Sorts by score. Ids and keys have the same order, because both alphabets keep the order of the bits. */
function sortByScore(ranked: Ranked[]): Ranked[] {
  return ranked.sort((a, b) => b.score - a.score || (a.listing.listingId < b.listing.listingId ? -1 : 1));
}
