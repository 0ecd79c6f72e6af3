import type { Db } from '../../src/store/db';
import { tradeSheetsOf, tradesOf } from '../../src/store/trades';
import { idOf } from '../../src/domain/keys';
import { startTestApp, type TestApp } from '../support/app';
import { twoParties } from '../support/deals';
import { explained } from '../support/plan';
import { openStore } from '../support/service';
import { startTrade } from '../support/world';

/** Issue 6 §6: nothing grows with what is others'. */

/** The first tenth of them are the principal’s: what it has is older than what others have. */
const TRADES = 20_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** So many trades like the one there is, each a millisecond after the one before it, between two principals of their own. */
const COPIES = `
  WITH copy AS (SELECT gen_random_uuid() AS principal_id, n,
      (lpad(to_hex(('x' || left(replace(t.trade_id::text, '-', ''), 12))::bit(48)::bigint + n), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid AS trade_id
    FROM trade t, generate_series(1, ${String(TRADES)}) n),
  made AS (INSERT INTO trade SELECT (jsonb_populate_record(t, jsonb_build_object('trade_id', c.trade_id, 'proposal_id', gen_random_uuid()))).* FROM trade t, copy c)
  INSERT INTO trade_participant SELECT (jsonb_populate_record(p, jsonb_build_object('trade_id', c.trade_id, 'principal_id',
    CASE WHEN n <= ${String(TRADES / 10)} THEN p.principal_id ELSE c.principal_id END))).* FROM trade_participant p, copy c WHERE p.ctid = (SELECT ctid FROM trade_participant LIMIT 1)`;

test('A page of a principal’s trades reads that page, however many newer trades others have', async () => {
  const { provider, consumer } = await twoParties(app);
  await startTrade(provider, consumer);
  await app.sql('BEGIN; SET LOCAL session_replication_role = replica; ' + COPIES + '; COMMIT');
  await app.sql('VACUUM ANALYZE trade, trade_participant');
  const [own] = await app.sql<{ principal_id: string }>(
    'SELECT principal_id FROM trade_participant GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  const principalId = own?.principal_id ?? '';
  expect([idOf('prn', provider.principalKey), idOf('prn', consumer.principalKey)]).toContain(principalId);
  // As the service has it: least rights, its own settings.
  const store = await openStore(app.ownerUrl);
  try {
    const read: number[] = [];
    const explaining: Db = {
      async query(statement) {
        const { text } = await explained(store, statement);
        read.push(Math.max(...Array.from(text.matchAll(/actual rows=(\d+)/g), ([, rows]) => Number(rows))));
        return [];
      },
    };
    await tradesOf(explaining, principalId, {});
    await tradeSheetsOf(explaining, principalId, {});
    // No part of either reads many more rows than the page has.
    expect(read).toHaveLength(2);
    for (const rows of read) expect(rows).toBeLessThan(500);
  } finally {
    await store.close();
  }
});
