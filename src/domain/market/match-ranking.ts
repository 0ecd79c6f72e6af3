import { PRICE_POINTS, pricePoints } from './matching';
import { ceilDiv } from '../ledger/stamps';
import type { ListingSide } from '../types';

/**
 * How far on in a market a listing can still be among the best. Prices are told as ranks: the ask itself, or minus the
 * bid, so that the better comes first on either side. Points never rise along ranks; equal points may span many prices
 * (a bid of 60,000 gives ten asks in a row the same). Source: contract §7, Match run.
 */
export interface PriceScale {
  /** The last rank that fits: ask = bid. */
  readonly limit: bigint;
  /** Points of the price at a rank. */
  points(rank: bigint): number;
  /** The last rank that fits and has so many points or more; undefined where none has. */
  lastWith(points: number): bigint | undefined;
}

/** Of the candidates on `side` for a price on the other: asks for a bid, or bids for an ask. */
export function priceScale(side: ListingSide, price: bigint): PriceScale {
  return side === 'provide' ? asksFor(price) : bidsFor(price);
}

function asksFor(bid: bigint): PriceScale {
  return {
    limit: bid,
    points: (rank) => pricePoints(rank, bid),
    lastWith(points) {
      // 6000 · (bid − ask) ≥ points · bid; no ask is less than one stamp.
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
      // 6000 · (bid − ask) ≥ points · bid; every ask costs something.
      const rest = PRICE_POINTS - BigInt(points);
      return rest <= 0n ? undefined : -ceilDiv(PRICE_POINTS * ask, rest);
    },
  };
}

/** A place in an order of ranks and, among equals, of listing ids. */
export interface RankPosition {
  readonly rank: bigint;
  readonly listingId: string;
}

/** The last of the best so far: what another must beat. */
export interface ScoredListing {
  readonly score: number;
  readonly listingId: string;
}

export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The place from which on, in order of rank and id, no listing with at most `level` points beside its price's can be
 * among the best; undefined where none can at all. `least` undefined: there is still room.
 */
export function cutoff(scale: PriceScale, level: number, least: ScoredListing | undefined): RankPosition | undefined {
  if (!least) return { rank: scale.limit, listingId: LAST_ID };
  const rank = scale.lastWith(least.score - level);
  if (rank === undefined) return undefined;
  return { rank, listingId: tiesOnlyAt(scale, rank, level, least) ? least.listingId : LAST_ID };
}

/** Whether listings at this rank, and at no other, can at most tie: among them the order is that of their ids. */
function tiesOnlyAt(scale: PriceScale, rank: bigint, level: number, least: ScoredListing): boolean {
  const points = scale.points(rank);
  return points + level === least.score && scale.points(rank - 1n) !== points;
}

export function isBefore(a: RankPosition, b: RankPosition): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.listingId < b.listingId);
}

/** The best so many of all that were offered: by score, ties by listing id. */
export class TopK {
  private readonly best: ScoredListing[] = [];

  constructor(private readonly room: number) {}

  offer(one: ScoredListing): void {
    const least = this.least;
    if (least && !isBetter(one, least)) return;
    const at = this.best.findIndex((other) => isBetter(one, other));
    this.best.splice(at < 0 ? this.best.length : at, 0, one);
    if (this.best.length > this.room) this.best.pop();
  }

  /** The last of them, once there is no room left. */
  get least(): ScoredListing | undefined {
    return this.best.length < this.room ? undefined : this.best.at(-1);
  }

  get listingIds(): string[] {
    return this.best.map(({ listingId }) => listingId);
  }
}

function isBetter(a: ScoredListing, b: ScoredListing): boolean {
  return a.score > b.score || (a.score === b.score && a.listingId < b.listingId);
}
