import { BPS } from '../ledger/stamps';
import type { Listing } from '../types';

/**
 * Who fits whom, and how well. Deterministic: the same candidates in any order give the same ranking.
 * Source: contract §7, Match run.
 */

/** Another principal's listing (no owner in common, active, unexpired, no open proposal with it: the loader's to see to). */
export interface Candidate {
  readonly listing: Listing;
  /** Settled trades of its principal in the last 180 days, and those in which it was at fault. */
  readonly trades: number;
  readonly faults: number;
}

export interface Ranked {
  readonly listing: Listing;
  /** Whole points; may be negative. */
  readonly score: number;
}

/** The most a price can bring. */
export const PRICE_POINTS = 6000n;
const TAG_POINTS = 3000;
const FAULT_POINTS = 4000;

/** What a consumer listing seeks of one trade profile: those of its steps, their share, and the highest bid for it. */
export interface ProfileBid {
  readonly tradeProfile: string;
  /** Indexes into the listing's steps. */
  readonly steps: readonly number[];
  readonly bid: bigint;
}

/** A consumer listing by trade profile, in order of first appearance; each bid is the floor of its share. */
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

/** Whether the steps seek any other trade profile than the listing's own. Such a listing is nobody's candidate. */
export function isMultiProfile(listing: Listing): boolean {
  return listing.steps.some((step) => (step.trade_profile ?? listing.tradeProfile) !== listing.tradeProfile);
}

/**
 * 6000 · (bid − ask) / bid + 3000 · |tags in common| / |tags of either| − 4000 · faults / max(trades, 1), each term in
 * whole points (floor). No tags on either side count as none in common.
 */
export function scoreOf(ask: bigint, bid: bigint, tags: readonly string[], candidate: Candidate): number {
  const own = new Set(tags);
  const theirs = new Set(candidate.listing.tags);
  const common = [...own].filter((tag) => theirs.has(tag)).length;
  return pricePoints(ask, bid) + tagPoints(own.size, theirs.size, common) - faultPoints(candidate);
}

/** The first term; whole points from 0 to 6000 where ask ≤ bid. */
export function pricePoints(ask: bigint, bid: bigint): number {
  return Number((PRICE_POINTS * (bid - ask)) / bid);
}

/** The second term, of two sets of so many tags with so many in common; from 0 to 3000. */
export function tagPoints(own: number, theirs: number, common: number): number {
  const either = own + theirs - common;
  return either === 0 ? 0 : Math.floor((TAG_POINTS * common) / either);
}

/** What the third term takes away; never less than 0. */
export function faultPoints({ trades, faults }: Pick<Candidate, 'trades' | 'faults'>): number {
  return Math.floor((FAULT_POINTS * faults) / Math.max(trades, 1));
}

/**
 * The candidates that fit, best first; ties by `listing_key`. Fitting: same trade profile, opposite side, other
 * principal, ask ≤ bid, and not a consumer's listing that seeks several profiles.
 */
export function rank(listing: Listing, candidates: readonly Candidate[]): Ranked[] {
  const fitting = candidates.filter(
    (candidate) => candidate.listing.side !== listing.side && !isMultiProfile(candidate.listing),
  );
  if (listing.side === 'consume') return rankAsks(listing, listing.tradeProfile, listing.priceStamps, fitting);
  return best(
    fitting
      .filter((candidate) => isCounterparty(listing, listing.tradeProfile, candidate.listing))
      .filter((candidate) => listing.priceStamps <= candidate.listing.priceStamps)
      .map((candidate) => ({
        listing: candidate.listing,
        score: scoreOf(listing.priceStamps, candidate.listing.priceStamps, listing.tags, candidate),
      })),
  );
}

/** The providers of one trade profile for a consumer's listing and a bid that may be a share of its price. */
export function rankAsks(
  listing: Listing,
  tradeProfile: string,
  bid: bigint,
  candidates: readonly Candidate[],
): Ranked[] {
  return best(
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

/** Ids compare as their keys do: both spell the same bits in alphabets that keep their order. */
function best(ranked: Ranked[]): Ranked[] {
  return ranked.sort((a, b) => b.score - a.score || (a.listing.listingId < b.listing.listingId ? -1 : 1));
}
