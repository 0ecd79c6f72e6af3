import type { Connection } from '../database';
import type { Party } from '../market';
import { type Shape, sizes } from './shapes';

/** Fills markets by SQL: the principals with their agents once, then the listings of each shape. */

const PRINCIPALS = 1000;
const MAX_LISTINGS = Math.max(...sizes);

const ID = (n: string, kind: string): string => `md5('${kind} ' || ${n})::uuid`;

/**
 * Inserts a thousand principals with one agent each. Every tenth shares an owner with the runners. Every tenth of the
 * others (numbers ending in 5) has a fault in eight trades.
 */
export async function loadPrincipals(db: Connection, runners: readonly Party[]): Promise<void> {
  const n = `generate_series(0, ${String(PRINCIPALS - 1)}) n`;
  await db.query({ text: `INSERT INTO principal SELECT ${ID('n', 'principal')}, 'Offers', 20, 0, 0, now() FROM ${n}` });
  await db.query({ text: `INSERT INTO human VALUES (${ID('0', 'human')}, 'bench', 'owner', now())` });
  await db.query({
    text: `INSERT INTO binding SELECT gen_random_uuid(), p, ${ID('0', 'human')}, 'owner', now()
      FROM (SELECT unnest($1::uuid[]) UNION ALL SELECT ${ID('n', 'principal')} FROM ${n} WHERE n % 10 = 0) o (p)`,
    values: [runners.map(({ principalId }) => principalId)],
  });
  await db.query({
    text: `INSERT INTO principal_record SELECT ${ID('n', 'principal')}, current_date - 1, 8, (n % 10 = 5)::integer FROM ${n}`,
  });
  await bulkInsert(
    db,
    ['agent_pkey'],
    [
      `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
     SELECT ${ID('n', 'agent')}, ${ID(`n % ${String(PRINCIPALS)}`, 'principal')}, '{}', '{}', false, false, false, '{}', now()
     FROM generate_series(0, ${String(MAX_LISTINGS - 1)}) n`,
    ],
  );
}

/** Inserts a market of each size with one trade profile each, and the listings that run in it. */
export async function loadShape(db: Connection, shape: Shape, runners: readonly Party[], runs: number): Promise<void> {
  const offers = sizes.map(
    (
      size,
    ) => `INSERT INTO listing SELECT gen_random_uuid(), ${ID(`n % ${String(PRINCIPALS)}`, 'principal')}, ${ID('n', 'agent')},
      '${profileOf(size)}', 'provide', 'Translation', 'Ten pages from one language into another.', ${shape.tags}, ${shape.price},
      '[{"title": "Translation", "share_bps": 10000, "trade_profile": null}]', NULL, NULL, NULL, NULL, 'active', now(), now()
      FROM generate_series(0, ${String(size - 1)}) n`,
  );
  // Removes the listings of the previous shape. Their proposals stay and do not count in the new one.
  const gone = ['listing', 'market_offer', 'market_tag', 'market_pair'].map((name) => `DELETE FROM ${name}`);
  // Does at once what the triggers would do (sql/market/add_listing.sql).
  const sets = `(SELECT DISTINCT trade_profile, side, tag_set, tags FROM listing JOIN market_offer USING (listing_id, trade_profile, side)) s`;
  const followed = [
    `INSERT INTO market_offer SELECT listing_id, principal_id, trade_profile, side, market_tag_set(tags), price_stamps, expires_at FROM listing`,
    `INSERT INTO market_tag SELECT trade_profile, side, t.tag, tag_set, cardinality(tags)
     FROM ${sets}
     CROSS JOIN LATERAL unnest(tags) t (tag)`,
    `INSERT INTO market_pair SELECT q.pair, tag_set, cardinality(tags)
     FROM ${sets}
     CROSS JOIN LATERAL market_pairs(trade_profile, side, tags) q (pair)`,
  ];
  await bulkInsert(
    db,
    ['listing_pkey', 'market_offer_pkey', 'market_tag_pkey', 'market_pair_pkey'],
    [...gone, ...offers, ...followed],
  );
  for (const size of sizes) await loadWanted(db, shape, size, runners, runs);
  await db.query({ text: 'VACUUM ANALYZE listing, market_offer, market_tag, market_pair, principal_record, binding' });
}

async function loadWanted(
  db: Connection,
  { bid, wantedTags }: Shape,
  size: number,
  runners: readonly Party[],
  runs: number,
): Promise<void> {
  const agents = `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
    SELECT gen_random_uuid(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], '{}', '{}', false, false, false, '{}', now()
    FROM generate_series(1, ${String(runs)}) n RETURNING agent_id, principal_id`;
  await db.query({
    text: `WITH made AS (${agents})
      INSERT INTO listing SELECT gen_random_uuid(), principal_id, agent_id, '${profileOf(size)}', 'consume', 'Wanted', '', ${wantedTags}, ${String(bid)},
        '[{"title": "Wanted", "share_bps": 10000, "trade_profile": null}]', NULL, NULL, NULL, NULL, 'active', now(), now()
      FROM (SELECT *, row_number() OVER ()::integer AS n FROM made) m`,
    values: [runners.map(({ principalId }) => principalId)],
  });
}

export function profileOf(size: number): string {
  return `market.${String(size)}`;
}

/** Runs inserts without triggers. Creates all indexes except those of constraints afterwards. */
async function bulkInsert(db: Connection, constraints: readonly string[], inserts: readonly string[]): Promise<void> {
  const tables = constraints.map((name) => name.replace(/_pkey$/, ''));
  const indexes = await db.query<{ name: string; made: string }>({
    text: `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
      WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    values: [tables],
  });
  for (const { name } of indexes) await db.query({ text: `DROP INDEX ${name}` });
  await db.query({ text: 'SET session_replication_role = replica' });
  for (const text of inserts) await db.query({ text });
  await db.query({ text: 'RESET session_replication_role' });
  for (const { made } of indexes) await db.query({ text: made });
}
