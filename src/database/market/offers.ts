import { FIRST_ID, type RankPosition } from '../../domain/market/match-ranking';
import type { Listing, ListingSide } from '../../domain/types';
import { decode } from '../sql/codec';
import type { Db, Statement } from '../transactions/statement';

/**
 * What a match run reads of the market (contract §7, Match run): narrow rows off indexes that hold all of them, in an
 * order in which it may stop. sql/market/sync_listing.sql keeps them; docs/decisions/0019-match-run-search.md says why.
 */

/** Listings of one trade profile and side that are no one's own, not expired, not proposed already. */
export interface Market {
  readonly tradeProfile: string;
  readonly side: ListingSide;
  readonly now: Date;
  /** Whose listings are no counterparties. */
  readonly principalIds: readonly string[];
  /** Listings that are none. */
  readonly listingIds: readonly string[];
}

/** A listing of the market, as far as its rank among others needs. */
export interface Offer {
  readonly listingId: string;
  readonly principalId: string;
  /** The ask, or minus the bid. */
  readonly priceRank: bigint;
  readonly tagSet: string;
}

/** Where to go on, of the whole market or of the offers of one set of tags. */
export interface ScanPosition {
  readonly tagSet: string | undefined;
  readonly after: RankPosition;
}

/** Principals whose faults leave their listings behind the best so far. */
export interface ExcludedPrincipals {
  readonly principalIds: readonly string[];
  /** Those that can still tie, and win by an id before this one. */
  readonly tied: readonly string[];
  readonly unlessBefore: string;
}

export type BatchSize = 20 | 100 | 200 | 1000;

export const NO_EXCLUSIONS: ExcludedPrincipals = { principalIds: [], tied: [], unlessBefore: FIRST_ID };

// Lists are looked up by hash (NOT IN a subquery), not compared one by one: a tenth of a market may be one's own.
const FITS = `o.trade_profile = $1 AND o.side = $2 AND (o.expires_at IS NULL OR o.expires_at > $3)
  AND o.principal_id NOT IN (SELECT unnest($4::uuid[])) AND o.listing_id NOT IN (SELECT unnest($5::uuid[]))
  AND (o.principal_id NOT IN (SELECT unnest($6::uuid[])) OR o.listing_id < $7)`;

function fits(market: Market, beaten: ExcludedPrincipals): unknown[] {
  const { tradeProfile, side, now, principalIds, listingIds } = market;
  const apart = [...principalIds, ...beaten.principalIds];
  return [tradeProfile, side, now, apart, listingIds, beaten.tied, beaten.unlessBefore];
}

const OFFER = 'o.listing_id, o.principal_id, o.price_rank, o.tag_set';

/** An offer of the market or one that is left out of it: one's own, expired, proposed already. */
export interface OfferWithEligibility extends Offer {
  readonly fits: boolean;
}

/** So many are read first. */
export const FIRST_OFFERS = 200;

/** The best prices of a market as far as a limit, with those that do not fit. */
export function firstStatement(market: Market, limit: bigint): Statement {
  return {
    name: 'market_first',
    text: `SELECT ${OFFER}, (${FITS}) AS fits FROM market_offer o WHERE o.trade_profile = $1 AND o.side = $2 AND o.price_rank <= $8
     ORDER BY o.price_rank, o.listing_id LIMIT ${String(FIRST_OFFERS)}`,
    values: [...fits(market, NO_EXCLUSIONS), limit],
  };
}

export async function firstOffers(db: Db, market: Market, limit: bigint): Promise<OfferWithEligibility[]> {
  return (await db.query<object>(firstStatement(market, limit))).map((row) => decode<OfferWithEligibility>(row));
}

/** The next offers after each mark and before a place, at most so many of each, in order of price and id. */
export function offersByPrice(
  market: Market,
  marks: readonly ScanPosition[],
  before: RankPosition,
  most: BatchSize,
  beaten: ExcludedPrincipals = NO_EXCLUSIONS,
): Statement {
  const values = [...fits(market, beaten), before.rank, before.listingId];
  const [one] = marks;
  const of = (rank: string, id: string): string =>
    `(o.price_rank, o.listing_id) > (${rank}, ${id}) AND (o.price_rank, o.listing_id) < ($8::bigint, $9::uuid)
     ORDER BY o.price_rank, o.listing_id LIMIT ${String(most)}`;
  if (one?.tagSet === undefined) {
    const after = one?.after ?? SCAN_START;
    return {
      name: `market_priced_${String(most)}`,
      text: `SELECT ${OFFER} FROM market_offer o WHERE ${FITS} AND ${of('$10::bigint', '$11::uuid')}`,
      values: [...values, after.rank, after.listingId],
    };
  }
  return {
    name: `market_priced_sets_${String(most)}`,
    text: `SELECT q.* FROM unnest($10::uuid[], $11::bigint[], $12::uuid[]) m (tag_set, rank, id) CROSS JOIN LATERAL (
      SELECT ${OFFER} FROM market_offer o WHERE o.tag_set = m.tag_set AND ${FITS} AND ${of('m.rank', 'm.id')}) q`,
    values: [...values, ...columns(marks)],
  };
}

/** The same in order of id, of ranks from `from` to `to`, with ids before one. */
export function offersById(
  market: Market,
  marks: readonly ScanPosition[],
  { from, to, before }: { readonly from: bigint; readonly to: bigint; readonly before: string },
  most: BatchSize,
  beaten: ExcludedPrincipals = NO_EXCLUSIONS,
): Statement {
  const values = [...fits(market, beaten), from, to, before];
  // Nothing but the id may bound the scan, and nothing make it look selective: in another order it would have to be sorted.
  const of = (
    id: string,
  ): string => `(o.price_rank < $8) IS NOT TRUE AND (o.price_rank > $9) IS NOT TRUE AND o.listing_id > ${id} AND o.listing_id < $10
     ORDER BY o.listing_id LIMIT ${String(most)}`;
  const [one] = marks;
  if (one?.tagSet === undefined) {
    return {
      name: `market_keyed_${String(most)}`,
      text: `SELECT ${OFFER} FROM market_offer o WHERE ${FITS} AND ${of('$11::uuid')}`,
      values: [...values, one?.after.listingId ?? FIRST_ID],
    };
  }
  const [sets, , ids] = columns(marks);
  return {
    name: `market_keyed_sets_${String(most)}`,
    text: `SELECT q.* FROM unnest($11::uuid[], $12::uuid[]) m (tag_set, id) CROSS JOIN LATERAL (
      SELECT ${OFFER} FROM market_offer o WHERE o.tag_set = m.tag_set AND ${FITS} AND ${of('m.id')}) q`,
    values: [...values, sets, ids],
  };
}

/** Before every offer. */
export const SCAN_START: RankPosition = { rank: -(2n ** 62n), listingId: FIRST_ID };

function columns(marks: readonly ScanPosition[]): unknown[] {
  return [
    marks.map(({ tagSet }) => tagSet),
    marks.map(({ after }) => after.rank),
    marks.map(({ after }) => after.listingId),
  ];
}

export async function readOffers(db: Db, statement: Statement): Promise<Offer[]> {
  return (await db.query<object>(statement)).map((row) => decode<Offer>(row));
}

/** The active offers of some agents, of which each has at most one in a market. */
export async function offersOfAgents(
  db: Db,
  market: Market,
  agentIds: readonly string[],
  limit: bigint,
): Promise<Offer[]> {
  return readOffers(db, {
    name: 'market_of_agents',
    text: `SELECT ${OFFER} FROM listing l JOIN market_offer o USING (listing_id)
      WHERE l.agent_id = ANY ($9::uuid[]) AND l.trade_profile = $1 AND l.state = 'active' AND ${FITS} AND o.price_rank <= $8`,
    values: [...fits(market, NO_EXCLUSIONS), limit, agentIds],
  });
}

/** Whole listings of offers that are still the market's. */
export async function listingsOffered(db: Db, offers: readonly Offer[]): Promise<Listing[]> {
  const rows = await db.query<object>({
    name: 'market_listings',
    text: `SELECT l.* FROM listing l JOIN market_offer o USING (listing_id)
      WHERE l.listing_id = ANY ($1::uuid[]) AND (o.listing_id, o.price_rank, o.tag_set) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[]))`,
    values: [
      offers.map(({ listingId }) => listingId),
      offers.map(({ priceRank }) => priceRank),
      offers.map(({ tagSet }) => tagSet),
    ],
  });
  return rows.map((row) => decode<Listing>(row));
}
