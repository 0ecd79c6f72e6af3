import { trades } from '../../../src/database/lists/trades';
import { readPage } from '../../../src/database/sql/list-reader';
import { tradeEdges, tradeAggregatesOf } from '../../../src/database/repositories/trades';
import { idOf } from '../../../src/domain/keys';
import { useTestApp } from '../../support/app';
import { twoParties } from '../../support/trades';
import { mostRows } from '../../support/plan';
import { startTrade } from '../../support/actors';

/** Reading a page of trades does not cost more with more trades of others. */

/** The first tenth belong to the principal, so its trades are older than those of others. */
const TRADES = 20_000;

const app = useTestApp();
/** The principal of the first tenth. */
let principalId: string;
beforeAll(async () => {
  const { provider, consumer } = await twoParties(app);
  await startTrade(provider, consumer);
  await app.sql('BEGIN; SET LOCAL session_replication_role = replica; ' + COPIES + '; COMMIT');
  await app.sql('VACUUM ANALYZE trade, trade_participant');
  const [own] = await app.sql<{ principal_id: string }>(
    'SELECT principal_id FROM trade_participant GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  principalId = own?.principal_id ?? '';
  expect([idOf('prn', provider.principalKey), idOf('prn', consumer.principalKey)]).toContain(principalId);
});

/** Copies a trade, each copy a millisecond later and between two new principals. */
const COPIES = `
  WITH copy AS (SELECT gen_random_uuid() AS principal_id, n,
      (lpad(to_hex(('x' || left(replace(t.trade_id::text, '-', ''), 12))::bit(48)::bigint + n), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid AS trade_id
    FROM trade t, generate_series(1, ${String(TRADES)}) n),
  made AS (INSERT INTO trade SELECT (jsonb_populate_record(t, jsonb_build_object('trade_id', c.trade_id, 'proposal_id', gen_random_uuid(),
    'created_at', t.created_at + n * interval '1 millisecond'))).* FROM trade t, copy c)
  INSERT INTO trade_participant SELECT (jsonb_populate_record(p, jsonb_build_object('trade_id', c.trade_id, 'principal_id',
    CASE WHEN n <= ${String(TRADES / 10)} THEN p.principal_id ELSE c.principal_id END))).* FROM trade_participant p, copy c WHERE p.ctid = (SELECT ctid FROM trade_participant LIMIT 1)`;

test('A page of a principal’s trades reads that page, however many newer trades others have', async () => {
  const read = await mostRows(app.ownerUrl, async (db) => {
    await readPage(db, trades, principalId, { args: {} });
    await tradeAggregatesOf(db, principalId, { args: {} }, 'whole');
  });
  // No part of either reads many more rows than the page has.
  expect(read).toHaveLength(2);
  for (const rows of read) expect(rows).toBeLessThan(500);
});

test('The picture of who traded with whom since a moment reads the trades since then, however many are older', async () => {
  const [tenth] = await app.sql<{ since: Date }>(
    `SELECT created_at AS since FROM trade_participant JOIN trade USING (trade_id) WHERE principal_id = $1
      ORDER BY trade_id DESC OFFSET 9 LIMIT 1`,
    [principalId],
  );
  const read = await mostRows(app.ownerUrl, (db) => tradeEdges(db, principalId, tenth?.since ?? null, 50));
  expect(read).toHaveLength(1);
  // Ten trades, of a step and two sides each.
  expect(read[0]).toBeLessThan(50);
});
