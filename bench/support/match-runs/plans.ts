import { rank } from '../../../src/domain/market/matching';
import type { Listing } from '../../../src/domain/types';
import { MatchSearch } from '../../../src/operations/commands/match-search';
import { decode } from '../../../src/database/sql/codec';
import type { Db, Statement } from '../../../src/database/transactions/statement';
import { exclusionsOf } from '../../../src/database/market/match-queries';
import type { Connection } from '../database';

/** Work of PostgreSQL for one search, by EXPLAIN (ANALYZE, BUFFERS). */
export interface Plans {
  readonly statements: number;
  /** Rows of all scans, with those that a filter dropped. */
  readonly rows: number;
  readonly blocks: number;
  readonly considered: number;
  /** Kinds of scans of tables that grow with the market. */
  readonly scans: readonly string[];
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Node[];
}

export const COUNT = 10;

/** Searches for a listing, explains every statement and also returns the matches. */
export async function explained(db: Connection, listing: Listing): Promise<{ plans: Plans; found: readonly string[] }> {
  const statements: Statement[] = [];
  const recording: Db = {
    query<T>(statement: Statement) {
      statements.push(statement);
      return db.query<T>(statement);
    },
  };
  const { tradeProfile, priceStamps: price, tags } = listing;
  const market = {
    tradeProfile,
    side: 'provide' as const,
    now: new Date(),
    ...(await exclusionsOf(recording, listing, new Date())),
  };
  const search = new MatchSearch(recording, { market, price, tags, count: COUNT });
  await search.run();
  const nodes: Node[] = [];
  let blocks = 0;
  for (const { text, values = [] } of statements) {
    const [row] = await db.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    });
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error('no plan');
    blocks += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    nodes.push(...flat(plan));
  }
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
  return {
    found: search.best.map(({ listingId }) => listingId),
    plans: {
      statements: statements.length,
      rows: Math.round(
        scans.reduce(
          (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
          0,
        ),
      ),
      blocks,
      considered: search.considered,
      scans: [
        ...new Set(
          scans
            .filter((node) => /^(market|listing)/.test(node['Relation Name'] ?? ''))
            .map((node) => node['Node Type']),
        ),
      ],
    },
  };
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}

/**
 * Finds the same best matches by ranking the whole market. SQL scores every listing and keeps the best thousand, which
 * the domain ranks.
 */
export async function ranked(db: Connection, listing: Listing): Promise<readonly string[]> {
  const { principalIds } = await exclusionsOf(db, listing, new Date());
  const rows = await db.query<{ trades: number; faults: number }>({
    text: `SELECT l.*, r.trades, r.faults FROM listing l
      JOIN (SELECT principal_id, sum(settled)::integer AS trades, sum(faulted)::integer AS faults FROM principal_record GROUP BY 1) r USING (principal_id)
      CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE t = ANY ($4::text[])) AS common FROM unnest(l.tags) t) c
      WHERE l.trade_profile = $1 AND l.side = 'provide' AND l.state = 'active' AND l.price_stamps <= $2 AND l.principal_id <> ALL ($3)
      ORDER BY div(6000 * ($2 - l.price_stamps)::numeric, $2) + coalesce(div(3000 * c.common::numeric, nullif(cardinality($4) + cardinality(l.tags) - c.common, 0)), 0)
        - div(4000 * r.faults::numeric, greatest(r.trades, 1)) DESC, l.listing_id LIMIT 1000`,
    values: [listing.tradeProfile, listing.priceStamps, principalIds, listing.tags],
  });
  const candidates = rows.map(({ trades, faults, ...row }) => ({ listing: decode<Listing>(row), trades, faults }));
  return rank(listing, candidates)
    .slice(0, COUNT)
    .map((one) => one.listing.listingId);
}
