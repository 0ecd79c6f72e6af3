import type { ProfileSideData } from '../../domain/market/trade-profiles';
import type { ListingSide } from '../../domain/types';
import type { Db } from '../transactions/statement';

/** A trade profile with both sides. */
export interface TradeProfileRow {
  readonly tradeProfile: string;
  readonly sides: readonly ProfileSideData[];
}

/** The maximum number of active listings that the figures of a side describe, newest first. */
export const MAX_PROFILE_LISTINGS = 1_000;

const UNEXPIRED = '(l.expires_at IS NULL OR l.expires_at > $2)';

// The recursion reads one entry of an index for each profile, however many listings the profile has. An ORDER BY of the
// listings would let the planner read those of all profiles by id. The index has all columns, so no listing is read.
const PROFILES = `WITH RECURSIVE profile (name) AS (
    (SELECT l.trade_profile COLLATE "C" FROM listing l WHERE l.state = 'active' AND l.trade_profile COLLATE "C" >= $1
      ORDER BY l.trade_profile COLLATE "C" LIMIT 1)
    UNION ALL
    SELECT (SELECT l.trade_profile COLLATE "C" FROM listing l WHERE l.state = 'active' AND l.trade_profile COLLATE "C" > p.name
      ORDER BY l.trade_profile COLLATE "C" LIMIT 1)
    FROM profile p WHERE starts_with(p.name, $1))
  SELECT p.name, s.side, f.active, f.market, f.quartiles
  FROM (SELECT name FROM profile q WHERE starts_with(q.name, $1) AND EXISTS (SELECT FROM listing l WHERE l.state = 'active'
    AND l.trade_profile COLLATE "C" = q.name AND ${UNEXPIRED}) LIMIT $3) p
  CROSS JOIN (VALUES (1, 'provide'), (2, 'consume')) s (position, side)
  CROSS JOIN LATERAL (SELECT count(*)::int AS active, count(*) FILTER (WHERE c.visibility = 'market')::int AS market,
      (percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY c.price_stamps) FILTER (WHERE c.visibility = 'market'))::text[] AS quartiles
    FROM (SELECT l.visibility, l.price_stamps FROM listing l WHERE l.state = 'active' AND l.trade_profile COLLATE "C" = p.name
      AND l.side = s.side AND ${UNEXPIRED} LIMIT ${String(MAX_PROFILE_LISTINGS)}) c) f
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
  const profiles = new Map<string, ProfileSideData[]>();
  for (const { name, side, active, market, quartiles } of rows) {
    const sides = profiles.get(name) ?? [];
    const quartilesStamps = quartiles?.map(BigInt) ?? null;
    profiles.set(name, [...sides, { side, activeListings: active, marketListings: market, quartilesStamps }]);
  }
  return Array.from(profiles, ([tradeProfile, sides]) => ({ tradeProfile, sides }));
}
