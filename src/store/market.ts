import type { Candidate } from '../domain/matching';
import type { Listing, ListingSide } from '../domain/types';
import { decode } from './codec';
import type { Db, Statement } from './db';

/** What a match run reads of the market (contract §7, Match run): in price order, no further than it must. */

/** Whose listings, and which, are no counterparties of a listing. */
export interface Exclusions {
  /** The principal itself and those that have an owner in common with it. */
  readonly principalIds: readonly string[];
  /** Listings with which it has an open proposal. */
  readonly listingIds: readonly string[];
}

/** Listings of one trade profile and side within a price. */
export interface Market {
  readonly tradeProfile: string;
  /** Whose listings: `provide` asks, the cheapest first; `consume` bids, the highest first. */
  readonly side: ListingSide;
  /** The highest ask, or the lowest bid, that still fits. */
  readonly priceStamps: bigint;
  readonly excluded: Exclusions;
  readonly now: Date;
}

/** A place in a market: the listing read last. */
export type Mark = Pick<Listing, 'priceStamps' | 'listingId'>;

export async function exclusionsOf(db: Db, listing: Listing): Promise<Exclusions> {
  const [row] = await db.query<{ principal_ids: string[]; listing_ids: string[] }>({
    name: 'market_exclusions',
    text: `SELECT
        ARRAY(SELECT DISTINCT o.principal_id FROM binding m JOIN binding o ON o.human_id = m.human_id AND o.role = 'owner'
          WHERE m.principal_id = $1 AND m.role = 'owner') AS principal_ids,
        ARRAY(SELECT provider_listing_id FROM proposal_pair WHERE consumer_listing_id = $2 AND open
          UNION ALL SELECT consumer_listing_id FROM proposal_pair WHERE provider_listing_id = $2 AND open) AS listing_ids`,
    values: [listing.principalId, listing.listingId],
  });
  return { principalIds: [listing.principalId, ...(row?.principal_ids ?? [])], listingIds: row?.listing_ids ?? [] };
}

/** Proposals past their time whose pairs with this listing nobody has freed yet, the longest expired first. */
export async function expiredPairsOf(db: Db, principalId: string, listingId: string, now: Date): Promise<string[]> {
  const rows = await db.query<{ proposal_id: string }>({
    name: 'market_expired_pairs',
    text: `SELECT p.proposal_id FROM listing l
      JOIN (SELECT proposal_id, consumer_listing_id AS listing_id FROM proposal_pair WHERE consumer_listing_id = $2 AND open
        UNION SELECT proposal_id, provider_listing_id FROM proposal_pair WHERE provider_listing_id = $2 AND open) q USING (listing_id)
      JOIN proposal p ON p.proposal_id = q.proposal_id AND p.expires_at <= $3
      WHERE l.listing_id = $2 AND l.principal_id = $1 ORDER BY p.expires_at LIMIT 50`,
    values: [principalId, listingId, now],
  });
  return rows.map((row) => row.proposal_id);
}

const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const BEYOND_EVERY_PRICE = 2n ** 62n;

/**
 * The next listings of a market after a mark, in price order, with the record of their principals over 180 days: today
 * (UTC) and the 179 days before. The index `listing_market` gives them in this order; the filters drop few.
 */
export function marketStatement(market: Market, after: Mark | undefined, limit: 200 | 1000): Statement {
  const asks = market.side === 'provide';
  const [sign, within, order] = asks ? ['>', '<=', 'ASC'] : ['<', '>=', 'DESC'];
  const start = asks ? { priceStamps: 0n, listingId: NIL } : { priceStamps: BEYOND_EVERY_PRICE, listingId: MAX };
  const mark = after ?? start;
  return {
    name: `market_${market.side}_${String(limit)}`,
    text: `WITH batch AS MATERIALIZED (
        SELECT l.* FROM listing l
        WHERE l.state = 'active' AND l.trade_profile = $1 AND l.side = '${market.side}'
          AND l.price_stamps ${within} $2 AND (l.price_stamps, l.listing_id) ${sign} ($3, $4::uuid)
          AND (l.expires_at IS NULL OR l.expires_at > $5)
          AND l.principal_id <> ALL ($6::uuid[]) AND l.listing_id <> ALL ($7::uuid[])
        ORDER BY l.price_stamps ${order}, l.listing_id ${order} LIMIT ${String(limit)})
      SELECT b.*, coalesce(r.trades, 0)::int AS trades, coalesce(r.faults, 0)::int AS faults
      FROM batch b LEFT JOIN LATERAL (
        SELECT sum(settled) AS trades, sum(faulted) AS faults FROM principal_record
        WHERE principal_id = b.principal_id AND day BETWEEN ($5 AT TIME ZONE 'UTC')::date - 179 AND ($5 AT TIME ZONE 'UTC')::date
      ) r ON true
      ORDER BY b.price_stamps ${order}, b.listing_id ${order}`,
    values: [
      market.tradeProfile,
      market.priceStamps,
      mark.priceStamps,
      mark.listingId,
      market.now,
      market.excluded.principalIds,
      market.excluded.listingIds,
    ],
  };
}

export async function readMarket(
  db: Db,
  market: Market,
  after: Mark | undefined,
  limit: 200 | 1000,
): Promise<Candidate[]> {
  const rows = await db.query<{ trades: number; faults: number }>(marketStatement(market, after, limit));
  return rows.map(({ trades, faults, ...row }) => ({ listing: decode<Listing>(row), trades, faults }));
}
