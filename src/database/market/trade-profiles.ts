import type { ProfileSideFacts } from '../../domain/market/trade-profiles';
import type { ListingSide } from '../../domain/types';
import type { Db } from '../transactions/statement';

/** A trade profile with both sides. */
export interface TradeProfileRow {
  readonly tradeProfile: string;
  readonly sides: readonly ProfileSideFacts[];
}

/** Listings of a side are counted up to this number, and the quartiles are those of so many newest ones. */
export const MAX_PROFILE_LISTINGS = 1_000;

const UNEXPIRED = '(l.expires_at IS NULL OR l.expires_at > $2)';
const COUNTED = `LIMIT ${String(MAX_PROFILE_LISTINGS)}`;

// The recursion reads one entry of an index for each profile, however many listings the profile has.
const PROFILES = `WITH RECURSIVE profile (name) AS (
    (SELECT l.trade_profile COLLATE "C" FROM listing l WHERE l.state = 'active' AND l.trade_profile COLLATE "C" >= $1
      ORDER BY l.trade_profile COLLATE "C" LIMIT 1)
    UNION ALL
    SELECT (SELECT l.trade_profile COLLATE "C" FROM listing l WHERE l.state = 'active' AND l.trade_profile COLLATE "C" > p.name
      ORDER BY l.trade_profile COLLATE "C" LIMIT 1)
    FROM profile p WHERE starts_with(p.name, $1))
  SELECT p.name, s.side, a.n AS active, m.n AS market, m.quartiles
  FROM (SELECT name FROM profile q WHERE starts_with(q.name, $1) AND EXISTS (SELECT FROM listing l WHERE l.state = 'active'
    AND l.trade_profile COLLATE "C" = q.name AND ${UNEXPIRED}) LIMIT $3) p
  CROSS JOIN (VALUES (1, 'provide'), (2, 'consume')) s (position, side)
  CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM (SELECT FROM listing l
    WHERE l.state = 'active' AND l.trade_profile COLLATE "C" = p.name AND l.side = s.side AND ${UNEXPIRED} ${COUNTED}) c) a
  CROSS JOIN LATERAL (SELECT count(*)::int AS n, percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY price_stamps)::text[] AS quartiles
    FROM (SELECT l.price_stamps FROM listing l WHERE l.visibility = 'market' AND l.state = 'active'
      AND l.trade_profile = p.name COLLATE "default" AND l.side = s.side AND ${UNEXPIRED} ORDER BY l.listing_id DESC ${COUNTED}) c) m
  ORDER BY p.name, s.position`;

interface Row {
  readonly name: string;
  readonly side: ListingSide;
  readonly active: number;
  readonly market: number;
  readonly quartiles: readonly string[] | null;
}

/** Reads the trade profiles of active listings whose names begin with a text, by name. */
export async function readTradeProfiles(
  db: Db,
  { prefix, now, limit }: { readonly prefix: string; readonly now: Date; readonly limit: number },
): Promise<TradeProfileRow[]> {
  const rows = await db.query<Row>({ name: 'trade_profiles', text: PROFILES, values: [prefix, now, limit] });
  const profiles = new Map<string, ProfileSideFacts[]>();
  for (const { name, side, active, market, quartiles } of rows) {
    const sides = profiles.get(name) ?? [];
    const quartilesStamps = quartiles?.map(BigInt) ?? null;
    profiles.set(name, [...sides, { side, activeListings: active, marketListings: market, quartilesStamps }]);
  }
  return Array.from(profiles, ([tradeProfile, sides]) => ({ tradeProfile, sides }));
}
