import type { Db, Statement } from '../../../src/database/transactions/statement';
import { encodeCursor } from '../../../src/database/sql/cursors';
import { flaggedPayments, parkedPurchases } from '../../../src/database/lists/operators';
import type { FlaggedPayment } from '../../../src/database/repositories/parked-purchases';
import type { StoredPurchase } from '../../../src/database/repositories/purchases';
import { readPage } from '../../../src/database/sql/list-reader';
import { planList } from '../../../src/database/sql/lists';
import type { PageArgs } from '../../../src/database/sql/pages';
import { readDatabaseStats } from '../../../src/database/repositories/database-stats';
import type { Database } from '../../../src/database/transactions/database';
import { useTestApp } from '../../support/app';
import { mutate, provisioned } from '../../support/parties';
import { checkout, deliver, sessionEvent, WEBHOOK_SECRET } from '../../support/payments';
import { mostRows } from '../../support/plan';
import { openStore } from '../../support/service';

/** Reading the review queues does not cost more with more resolved payments. */

const RESOLVED = 20_000;
/** The oldest three of each stay unresolved, so a scan from the newest would read all others. */
const LEFT = 3;

const app = useTestApp({ ATS_ROLE: 'api', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET });
beforeAll(async () => {
  const { agent, principalKey } = await provisioned(app);
  const sessionId = await checkout(agent);
  await deliver(app, sessionEvent({ id: sessionId, amount_total: 1 }));
  await deliver(app, sessionEvent({ id: 'cs_lost', client_reference_id: principalKey }, undefined, 'evt_lost'));
  for (const name of [{ sessionId }, { eventId: 'evt_lost' }]) {
    await mutate(app.operator, 'resolvePayment', { ...name, reason: 'Refunded.' }, 'operatorAct { id }');
  }
  await app.sql(copies('ticket_purchase', { id: 'session_id', at: 'created_at', of: sessionId }));
  await app.sql(copies('stripe_event', { id: 'stripe_event_id', at: 'received_at', of: 'evt_lost' }));
  await app.sql('VACUUM ANALYZE ticket_purchase, stripe_event');
}, 120_000);

/** Copies a row, each copy a millisecond later and resolved like the original: `<table>_00001`. */
function copies(table: string, { id, at, of }: Readonly<Record<'id' | 'at' | 'of', string>>): string {
  const copy = `'${table}_' || lpad(n::text, 5, '0')`;
  return `
    INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('${id}', ${copy}, 'resolved_reasons', ARRAY[]::text[],
      '${at}', t.${at} + n * interval '1 millisecond'))).*
    FROM ${table} t, generate_series(1, ${String(RESOLVED + LEFT)}) n WHERE ${id} = '${of}';
    INSERT INTO payment_resolution SELECT ${copy}, reason, act_id
    FROM payment_resolution, generate_series(${String(LEFT + 1)}, ${String(RESOLVED + LEFT)}) n WHERE payment_id = '${of}'`;
}

const parked = (db: Db, args: PageArgs) => readPage<StoredPurchase>(db, parkedPurchases, '', { args });
const flaggedOf = (db: Db, args: PageArgs) => readPage<FlaggedPayment>(db, flaggedPayments, '', { args });

const left = (table: string) => ['00003', '00002', '00001'].map((n) => `${table}_${n}`);

test('The lists have the unresolved payments in pages, newest first', async () => {
  const store = await openStore(app.ownerUrl);
  try {
    const first = await parked(store, { first: 2 });
    const second = await parked(store, { first: 2, after: first.rows[1]?.cursor });
    const purchases = [...first.rows, ...second.rows].map(({ row }) => row.sessionId);
    expect(purchases).toEqual(left('ticket_purchase'));
    const flagged = await flaggedOf(store, { last: 50 });
    expect(flagged.rows.map(({ row }) => row.stripeEventId)).toEqual(left('stripe_event'));
    expect((await readDatabaseStats(store)).payments).toEqual([
      { reason: 'amount_mismatch', count: LEFT },
      { reason: 'no_purchase', count: LEFT },
    ]);
  } finally {
    await store.close();
  }
});

test('The lists and counts of payments to review read only unresolved payments, however many were resolved', async () => {
  const gauges = await statsStatement();
  const read = await mostRows(app.ownerUrl, async (db) => {
    for (const [list, read] of [
      [parkedPurchases, parked],
      [flaggedPayments, flaggedOf],
    ] as const) {
      // Newer than all there are.
      const after = encodeCursor(`${'9'.repeat(15)}x`, planList(list, { args: {} }).view);
      await read(db, {});
      await read(db, { after });
      await read(db, { last: 50 });
    }
    await db.query(gauges);
  });
  expect(read).toHaveLength(7);
  for (const rows of read) expect(rows).toBeLessThan(10);
});

/** The statement of a scrape of the metrics. */
async function statsStatement(): Promise<Statement> {
  const statements: Statement[] = [];
  const tx: Db & { readonly now: Date } = {
    now: new Date(),
    query: <T>(statement: Statement) => {
      statements.push(statement);
      return Promise.resolve([{} as T]);
    },
  };
  await readDatabaseStats({ inTransaction: (work: (of: typeof tx) => unknown) => work(tx) } as unknown as Database);
  const [statement] = statements.filter(({ name }) => name === 'read_database_stats');
  if (!statement) throw new Error('no statement is named so');
  return statement;
}
