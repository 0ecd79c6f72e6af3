import { readAll } from '../sql/read';
import type { Db, Statement } from '../transactions/statement';
import type { ExpiredProposal } from '../repositories/proposal-queue';
import type { MarketSide } from './offers';

/** The tag sets of one size that have the same number of tags in common with the listing. */
export interface TagOverlapClass {
  readonly common: number;
  readonly size: number;
  /** Null if this class and those before it have more than `MAX_TAG_SETS`. */
  readonly tagSets: readonly string[] | null;
}

type MarketKey = Pick<MarketSide, 'tradeProfile' | 'side'>;

export const MAX_TAG_SETS = 5000;

/** Selects the classes of a market's tag sets with at least two tags in common. */
export function pairedStatement({ tradeProfile, side }: MarketKey, tags: readonly string[]): Statement {
  return {
    name: 'market_paired_sets',
    // c common tags have c · (c − 1) / 2 pairs.
    text: `WITH found AS (
        SELECT tag_set, ((1 + sqrt(1 + 8 * count(*))) / 2)::integer AS common, min(set_size) AS size FROM market_pair
        WHERE pair = ANY (ARRAY(SELECT market_pairs($1, $2, $3::text[]))) GROUP BY tag_set),
      class AS (SELECT common, size, count(*) AS sets, array_agg(tag_set) AS tag_sets FROM found GROUP BY common, size)
      SELECT common, size, CASE WHEN sum(sets) OVER (ORDER BY common::float8 / ($4::integer + size - common) DESC, common, size) <= ${String(MAX_TAG_SETS)}
        THEN tag_sets END AS "tagSets" FROM class`,
    values: [tradeProfile, side, tags, tags.length],
  };
}

/** Sizes of the tag sets to read. */
export interface SharingOneRange {
  readonly from: number;
  readonly to: number;
  /** Maximum number of sets for each tag. */
  readonly limit: number;
}

/**
 * Selects the classes of tag sets with one tag in common, smallest first.
 * The first size that exceeds the limit has null. Larger sizes are left out.
 */
export function singledStatement(
  { tradeProfile, side }: MarketKey,
  tags: readonly string[],
  { from, to, limit }: SharingOneRange,
): Statement {
  return {
    name: 'market_singled_sets',
    text: `WITH listed AS (
        SELECT s.tag, t.tag_set, t.set_size FROM unnest($3::text[]) s (tag) CROSS JOIN LATERAL (
          SELECT tag_set, set_size FROM market_tag
          WHERE trade_profile = $1 AND side = $2 AND tag = s.tag AND set_size BETWEEN $4 AND $5
          ORDER BY set_size, tag_set LIMIT $6) t),
      cut AS (SELECT min(size) AS size FROM (SELECT max(set_size) AS size FROM listed GROUP BY tag HAVING count(*) = $6) f),
      found AS (SELECT tag_set, min(set_size) AS size FROM listed GROUP BY tag_set HAVING count(*) = 1)
      SELECT 1 AS common, f.size, array_agg(f.tag_set) AS "tagSets" FROM found f, cut WHERE (f.size < cut.size) IS NOT FALSE GROUP BY f.size
      UNION ALL SELECT 1, size, NULL FROM cut WHERE size IS NOT NULL`,
    values: [tradeProfile, side, tags, from, to, limit],
  };
}

export async function tagSetsSharingTwo(
  db: Db,
  market: MarketKey,
  tags: readonly string[],
): Promise<TagOverlapClass[]> {
  return tags.length < 2 ? [] : db.query<TagOverlapClass>(pairedStatement(market, tags));
}

export async function tagSetsSharingOne(
  db: Db,
  market: MarketKey,
  tags: readonly string[],
  range: SharingOneRange,
): Promise<TagOverlapClass[]> {
  return db.query<TagOverlapClass>(singledStatement(market, tags, range));
}

/** Returns those of the tag sets that have tags in common, with the number and their size. */
export async function commonTags(
  db: Db,
  { tradeProfile, side }: MarketKey,
  tags: readonly string[],
  tagSets: readonly string[],
): Promise<{ tagSet: string; common: number; size: number }[]> {
  return db.query({
    name: 'market_common_tags',
    text: `SELECT t.tag_set AS "tagSet", count(*)::integer AS common, min(t.set_size) AS size
      FROM unnest($4::uuid[]) s (tag_set) JOIN market_tag t USING (tag_set)
      WHERE t.trade_profile = $1 AND t.side = $2 AND t.tag = ANY ($3::text[]) GROUP BY t.tag_set`,
    values: [tradeProfile, side, tags, tagSets],
  });
}

/** Returns settled trades and faults of 180 days, including today (UTC), for principals with a fault. */
export async function matchRecords(
  db: Db,
  principalIds: readonly string[],
  now: Date,
): Promise<{ principalId: string; trades: number; faults: number }[]> {
  return db.query({
    name: 'market_fault_records',
    text: `SELECT p.principal_id AS "principalId", r.trades, r.faults
      FROM unnest($1::uuid[]) p (principal_id)
      JOIN LATERAL (SELECT FROM principal_record f
        WHERE f.principal_id = p.principal_id AND f.faulted > 0 AND f.day BETWEEN ($2::timestamptz AT TIME ZONE 'UTC')::date - 179 AND ($2::timestamptz AT TIME ZONE 'UTC')::date
        LIMIT 1) faulty ON true
      CROSS JOIN LATERAL (SELECT sum(settled)::integer AS trades, sum(faulted)::integer AS faults FROM principal_record f
        WHERE f.principal_id = p.principal_id AND f.day BETWEEN ($2::timestamptz AT TIME ZONE 'UTC')::date - 179 AND ($2::timestamptz AT TIME ZONE 'UTC')::date) r`,
    values: [principalIds, now],
  });
}

/** Returns those of the principals that have a minimum number of settled, bonded trades. */
export async function principalsWithSettledTrades(
  db: Db,
  principalIds: readonly string[],
  minimum: number,
): Promise<string[]> {
  const rows = await db.query<{ principal_id: string }>({
    name: 'market_settled_trades',
    text: 'SELECT principal_id FROM principal_reputation WHERE principal_id = ANY ($1::uuid[]) AND settled_trades >= $2',
    values: [principalIds, minimum],
  });
  return rows.map((row) => row.principal_id);
}

/** Listings that cannot be counterparties of a listing. */
export interface Exclusions {
  /** The principal, and principals with a common owner. */
  readonly principalIds: readonly string[];
  /** Listings that share an open proposal with the listing, or a rejected one since neither listing changed. */
  readonly listingIds: readonly string[];
}

export async function exclusionsOf(
  db: Db,
  listing: { readonly principalId: string; readonly listingId: string },
  rejectedSince: Date,
): Promise<Exclusions> {
  const [row] = await db.query<{ principal_ids: string[]; listing_ids: string[] }>({
    name: 'market_exclusions',
    text: `SELECT
        ARRAY(SELECT DISTINCT o.principal_id FROM binding m JOIN binding o ON o.human_id = m.human_id AND o.role = 'owner' AND o.accepted_at IS NOT NULL
          WHERE m.principal_id = $1 AND m.role = 'owner' AND m.accepted_at IS NOT NULL) AS principal_ids,
        ARRAY(SELECT provider_listing_id FROM proposal_pair WHERE consumer_listing_id = $2 AND open
          UNION ALL SELECT consumer_listing_id FROM proposal_pair WHERE provider_listing_id = $2 AND open
          UNION ALL SELECT o.listing_id FROM (
            SELECT provider_listing_id AS listing_id, rejected_at FROM proposal_pair WHERE consumer_listing_id = $2 AND rejected_at > $3
            UNION ALL SELECT consumer_listing_id, rejected_at FROM proposal_pair WHERE provider_listing_id = $2 AND rejected_at > $3) r
          JOIN listing o USING (listing_id) CROSS JOIN (SELECT updated_at FROM listing WHERE listing_id = $2) own
          WHERE greatest(o.updated_at, own.updated_at) <= r.rejected_at) AS listing_ids`,
    values: [listing.principalId, listing.listingId, rejectedSince],
  });
  return { principalIds: [listing.principalId, ...(row?.principal_ids ?? [])], listingIds: row?.listing_ids ?? [] };
}

const EXPIRED_PAIRS = 50;

export interface ExpiredPairsQuery {
  readonly principalId: string;
  readonly listingId: string;
  readonly now: Date;
  /** The last proposal of the page before. */
  readonly after: ExpiredProposal | undefined;
}

/**
 * Returns a page of expired proposals of the listing whose pairs are still marked as open, oldest first.
 * Two match runs lock them in this order, so that neither waits for the other.
 */
export async function expiredPairsOf(
  db: Db,
  { principalId, listingId, now, after }: ExpiredPairsQuery,
): Promise<ExpiredProposal[]> {
  return readAll<ExpiredProposal>(db, {
    name: 'market_expired_pairs',
    text: `SELECT p.proposal_id, p.expires_at FROM listing l
      JOIN (SELECT proposal_id, consumer_listing_id AS listing_id FROM proposal_pair WHERE consumer_listing_id = $2 AND open
        UNION SELECT proposal_id, provider_listing_id FROM proposal_pair WHERE provider_listing_id = $2 AND open) q USING (listing_id)
      JOIN proposal p ON p.proposal_id = q.proposal_id AND p.expires_at <= $3
      WHERE l.listing_id = $2 AND l.principal_id = $1
        AND ($4::timestamptz IS NULL OR (p.expires_at, p.proposal_id) > ($4, $5::uuid))
      ORDER BY p.expires_at, p.proposal_id LIMIT ${String(EXPIRED_PAIRS)}`,
    values: [principalId, listingId, now, after?.expiresAt ?? null, after?.proposalId ?? null],
  });
}
