import { PRICE_POINTS, pricePoints } from './matching';
import { ceilDiv } from '../ledger/stamps';
import type { ListingSide } from '../types';

/**
 * The price points of the candidates for one listing, by rank.
 *
 * The rank of a price is the ask, or minus the bid, so that better prices have lower ranks. Points never increase with
 * the rank. Several prices can have equal points: a bid of 60,000 gives ten consecutive asks the same.
 */
export interface PriceScale {
  /** The last matching rank: ask = bid. */
  readonly limit: bigint;
  points(rank: bigint): number;
  /** The last matching rank with at least these points, or undefined. */
  lastWith(points: number): bigint | undefined;
}

/** The scale of the candidates on `side` for a price of the other side. */
export function priceScale(side: ListingSide, price: bigint): PriceScale {
  return side === 'provide' ? asksFor(price) : bidsFor(price);
}

function asksFor(bid: bigint): PriceScale {
  return {
    limit: bid,
    points: (rank) => pricePoints(rank, bid),
    lastWith(points) {
      // 6000 · (bid − ask) ≥ points · bid, and an ask is at least one stamp.
      const last = points <= 0 ? bid : bid - ceilDiv(BigInt(points) * bid, PRICE_POINTS);
      return last < 1n ? undefined : last;
    },
  };
}

function bidsFor(ask: bigint): PriceScale {
  return {
    limit: -ask,
    points: (rank) => pricePoints(ask, -rank),
    lastWith(points) {
      if (points <= 0) return -ask;
      // 6000 · (bid − ask) ≥ points · bid, and the ask is not zero.
      const rest = PRICE_POINTS - BigInt(points);
      return rest <= 0n ? undefined : -ceilDiv(PRICE_POINTS * ask, rest);
    },
  };
}

/** A position in the order of ranks; listing ids order equal ranks. */
export interface RankPosition {
  readonly rank: bigint;
  readonly listingId: string;
}

/** A listing with its score. */
export interface ScoredListing {
  readonly score: number;
  readonly listingId: string;
}

interface OwnedListing extends ScoredListing {
  readonly principalId: string;
}

export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The position at which a scan by rank and id can stop.
 *
 * After it, no listing can be among the best. The result is undefined if no listing can be.
 * @param level maximum points of a listing in addition to its price points
 * @param least the worst of the best listings, or undefined if the list is not full
 */
export function cutoff(scale: PriceScale, level: number, least: ScoredListing | undefined): RankPosition | undefined {
  if (!least) return { rank: scale.limit, listingId: LAST_ID };
  const rank = scale.lastWith(least.score - level);
  if (rank === undefined) return undefined;
  return { rank, listingId: tiesOnlyAt(scale, rank, level, least) ? least.listingId : LAST_ID };
}

/** Whether the listings at only this rank can tie with `least`. Their ids then decide. */
function tiesOnlyAt(scale: PriceScale, rank: bigint, level: number, least: ScoredListing): boolean {
  const points = scale.points(rank);
  return points + level === least.score && scale.points(rank - 1n) !== points;
}

export function isBefore(a: RankPosition, b: RankPosition): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.listingId < b.listingId);
}

/** The best listings of all offered ones: by score, ties by listing id. */
export class TopK {
  private readonly best: OwnedListing[] = [];

  /** @param placesOf number of listings of a principal that are kept at most */
  constructor(
    private readonly capacity: number,
    private readonly placesOf: (principalId: string) => number,
  ) {}

  offer(listing: OwnedListing): void {
    const least = this.least;
    if (least && !isBetter(listing, least)) return;
    const at = this.best.findIndex((other) => isBetter(listing, other));
    this.best.splice(at < 0 ? this.best.length : at, 0, listing);
    if (!this.dropExcessOf(listing.principalId) && this.best.length > this.capacity) this.best.pop();
  }

  /** Drops the worst listing of a principal that has more than its places. */
  private dropExcessOf(principalId: string): boolean {
    const own = this.best.filter((other) => other.principalId === principalId);
    const worst = own.length > this.placesOf(principalId) ? own.at(-1) : undefined;
    if (worst) this.best.splice(this.best.indexOf(worst), 1);
    return worst !== undefined;
  }

  /** The worst of them; undefined until the capacity is reached. */
  get least(): ScoredListing | undefined {
    return this.best.length < this.capacity ? undefined : this.best.at(-1);
  }

  get listingIds(): string[] {
    return this.best.map(({ listingId }) => listingId);
  }
}

function isBetter(a: ScoredListing, b: ScoredListing): boolean {
  return a.score > b.score || (a.score === b.score && a.listingId < b.listingId);
}
