import { FIRST_ID, type RankPosition } from '../../domain/market/match-ranking';
import type { Listing, ListingSide } from '../../domain/types';
import { readAll } from '../sql/read';
import type { Db, Statement } from '../transactions/statement';

/**
 * The listings among which a match run searches: one trade profile and side, not expired, without exclusions.
 *
 * The table `market_offer` has a narrow row for each listing. Index-only scans read it in an order in which the search can
 * stop early (docs/decisions/0019-match-run-search.md).
 */
export interface MarketSide {
  readonly tradeProfile: string;
  readonly side: ListingSide;
  readonly now: Date;
  /** Excluded principals. */
  readonly principalIds: readonly string[];
  /** Excluded listings. */
  readonly listingIds: readonly string[];
}

/** The columns of a listing that determine its rank. */
export interface Offer {
  readonly listingId: string;
  readonly principalId: string;
  /** The ask, or the negated bid. */
  readonly priceRank: bigint;
  readonly tagSet: string;
}

/** Position in a scan of the whole market or of the offers of one tag set. */
export interface ScanPosition {
  readonly tagSet: string | undefined;
  readonly after: RankPosition;
}

/** Principals whose faults rank their listings behind the best ones found so far. */
export interface ExcludedPrincipals {
  readonly principalIds: readonly string[];
  /** Principals whose listings can reach only an equal score. These win with an id before `tieBreakId`. */
  readonly tied: readonly string[];
  readonly tieBreakId: string;
}

export type BatchSize = 20 | 100 | 200 | 1000;

export const NO_EXCLUSIONS: ExcludedPrincipals = { principalIds: [], tied: [], tieBreakId: FIRST_ID };

// NOT IN with a subquery uses a hash. The lists can be long: a tenth of a market may belong to the principal.
const IS_ELIGIBLE = `o.trade_profile = $1 AND o.side = $2 AND (o.expires_at IS NULL OR o.expires_at > $3)
  AND o.principal_id NOT IN (SELECT unnest($4::uuid[])) AND o.listing_id NOT IN (SELECT unnest($5::uuid[]))
  AND (o.principal_id NOT IN (SELECT unnest($6::uuid[])) OR o.listing_id < $7)`;

/** Returns the parameters $1 to $7 of `IS_ELIGIBLE`. */
function eligibilityParameters(market: MarketSide, excluded: ExcludedPrincipals): unknown[] {
  const { tradeProfile, side, now, principalIds, listingIds } = market;
  const allExcluded = [...principalIds, ...excluded.principalIds];
  return [tradeProfile, side, now, allExcluded, listingIds, excluded.tied, excluded.tieBreakId];
}

const OFFER = 'o.listing_id, o.principal_id, o.price_rank, o.tag_set';

/** An offer, and whether it is a possible counterparty. */
export interface OfferWithEligibility extends Offer {
  readonly fits: boolean;
}

/** Number of offers that a match run reads first. */
export const FIRST_OFFERS = 200;

/** Selects the best prices of a market up to a limit, including excluded offers. */
export function firstStatement(market: MarketSide, limit: bigint): Statement {
  return {
    name: 'market_first',
    text: `SELECT ${OFFER}, (${IS_ELIGIBLE}) AS fits FROM market_offer o WHERE o.trade_profile = $1 AND o.side = $2 AND o.price_rank <= $8
     ORDER BY o.price_rank, o.listing_id LIMIT ${String(FIRST_OFFERS)}`,
    values: [...eligibilityParameters(market, NO_EXCLUSIONS), limit],
  };
}

export async function firstOffers(db: Db, market: MarketSide, limit: bigint): Promise<OfferWithEligibility[]> {
  return readAll<OfferWithEligibility>(db, firstStatement(market, limit));
}

/** Selects the next offers after each position and before a limit, in order of price and id. */
export function offersByPrice(
  market: MarketSide,
  positions: readonly ScanPosition[],
  before: RankPosition,
  size: BatchSize,
  excluded: ExcludedPrincipals = NO_EXCLUSIONS,
): Statement {
  const values = [...eligibilityParameters(market, excluded), before.rank, before.listingId];
  const [first] = positions;
  const range = (rank: string, id: string): string =>
    `(o.price_rank, o.listing_id) > (${rank}, ${id}) AND (o.price_rank, o.listing_id) < ($8::bigint, $9::uuid)
     ORDER BY o.price_rank, o.listing_id LIMIT ${String(size)}`;
  if (first?.tagSet === undefined) {
    const after = first?.after ?? SCAN_START;
    return {
      name: `market_priced_${String(size)}`,
      text: `SELECT ${OFFER} FROM market_offer o WHERE ${IS_ELIGIBLE} AND ${range('$10::bigint', '$11::uuid')}`,
      values: [...values, after.rank, after.listingId],
    };
  }
  return {
    name: `market_priced_sets_${String(size)}`,
    text: `SELECT q.* FROM unnest($10::uuid[], $11::bigint[], $12::uuid[]) m (tag_set, rank, id) CROSS JOIN LATERAL (
      SELECT ${OFFER} FROM market_offer o WHERE o.tag_set = m.tag_set AND ${IS_ELIGIBLE} AND ${range('m.rank', 'm.id')}) q`,
    values: [...values, ...columns(positions)],
  };
}

/** Selects the next offers in order of id, with ranks from `from` to `to` and ids before `before`. */
export function offersById(
  market: MarketSide,
  positions: readonly ScanPosition[],
  { from, to, before }: { readonly from: bigint; readonly to: bigint; readonly before: string },
  size: BatchSize,
  excluded: ExcludedPrincipals = NO_EXCLUSIONS,
): Statement {
  const values = [...eligibilityParameters(market, excluded), from, to, before];
  // `IS NOT TRUE` hides the price conditions from the planner. It would otherwise choose another index and sort the rows.
  const range = (
    id: string,
  ): string => `(o.price_rank < $8) IS NOT TRUE AND (o.price_rank > $9) IS NOT TRUE AND o.listing_id > ${id} AND o.listing_id < $10
     ORDER BY o.listing_id LIMIT ${String(size)}`;
  const [first] = positions;
  if (first?.tagSet === undefined) {
    return {
      name: `market_keyed_${String(size)}`,
      text: `SELECT ${OFFER} FROM market_offer o WHERE ${IS_ELIGIBLE} AND ${range('$11::uuid')}`,
      values: [...values, first?.after.listingId ?? FIRST_ID],
    };
  }
  const [sets, , ids] = columns(positions);
  return {
    name: `market_keyed_sets_${String(size)}`,
    text: `SELECT q.* FROM unnest($11::uuid[], $12::uuid[]) m (tag_set, id) CROSS JOIN LATERAL (
      SELECT ${OFFER} FROM market_offer o WHERE o.tag_set = m.tag_set AND ${IS_ELIGIBLE} AND ${range('m.id')}) q`,
    values: [...values, sets, ids],
  };
}

/** Position before every offer. */
export const SCAN_START: RankPosition = { rank: -(2n ** 62n), listingId: FIRST_ID };

function columns(positions: readonly ScanPosition[]): unknown[] {
  return [
    positions.map(({ tagSet }) => tagSet),
    positions.map(({ after }) => after.rank),
    positions.map(({ after }) => after.listingId),
  ];
}

export async function readOffers(db: Db, statement: Statement): Promise<Offer[]> {
  return readAll<Offer>(db, statement);
}

/** Returns the active offers of agents. An agent has at most one in a market. */
export async function offersOfAgents(
  db: Db,
  market: MarketSide,
  agentIds: readonly string[],
  limit: bigint,
): Promise<Offer[]> {
  return readOffers(db, {
    name: 'market_of_agents',
    text: `SELECT ${OFFER} FROM listing l JOIN market_offer o USING (listing_id)
      WHERE l.agent_id = ANY ($9::uuid[]) AND l.trade_profile = $1 AND l.state = 'active' AND ${IS_ELIGIBLE} AND o.price_rank <= $8`,
    values: [...eligibilityParameters(market, NO_EXCLUSIONS), limit, agentIds],
  });
}

/** Returns the complete listings of offers that have not changed since. */
export async function listingsOffered(db: Db, offers: readonly Offer[]): Promise<Listing[]> {
  return readAll<Listing>(db, {
    name: 'market_listings',
    text: `SELECT l.* FROM listing l JOIN market_offer o USING (listing_id)
      WHERE l.listing_id = ANY ($1::uuid[]) AND (o.listing_id, o.price_rank, o.tag_set) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[]))`,
    values: [
      offers.map(({ listingId }) => listingId),
      offers.map(({ priceRank }) => priceRank),
      offers.map(({ tagSet }) => tagSet),
    ],
  });
}
