import { webhookDeliveries } from '../../../src/database/lists/parties';
import { readCounts, readPage } from '../../../src/database/sql/list-reader';
import { planList } from '../../../src/database/sql/lists';
import type { Filter } from '../../../src/database/sql/filters';
import { startTestApp, type TestApp } from '../../support/app';
import { rowsOf } from '../../support/plan';
import { openStore } from '../../support/service';
import { twoParties } from '../../support/trades';

/** A filtered page of deliveries, of an agent with more deliveries than a page compares. */

const DELIVERIES = 12_000;

// The oldest five are of trades that failed. A server of the previous release has written two of them. Each third one is dead.
const COPIES = `
  CREATE TEMP TABLE copy AS SELECT n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id FROM generate_series(1, ${String(DELIVERIES)}) n;
  INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at, sequence)
    SELECT id, '$principal', CASE WHEN n <= 5 THEN 'trade.failed' ELSE 'trade.created' END, 'none', '{}', now(), n + 1000 FROM copy;
  INSERT INTO webhook_delivery (delivery_id, event_id, event_type, agent_id, sequence, state, tries, attempts, created_at, ended_at)
    SELECT id, id, CASE WHEN n <= 2 THEN NULL WHEN n <= 5 THEN 'trade.failed' ELSE 'trade.created' END, '$agent', n,
      CASE WHEN n % 3 = 0 THEN 'dead' ELSE 'delivered' END, 1, 1, now(), now() FROM copy`;

let app: TestApp;
let store: Awaited<ReturnType<typeof openStore>>;
let agentId: string;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  const { provider } = await twoParties(app);
  const [agent] = await app.sql<{ principal_id: string }>('SELECT principal_id FROM agent WHERE agent_id = $1', [
    provider.agentId,
  ]);
  ({ agentId } = provider);
  const copies = COPIES.replace('$principal', agent?.principal_id ?? '').replace('$agent', agentId);
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica; ${copies}; COMMIT`);
  await app.sql('VACUUM ANALYZE');
  store = await openStore(app.ownerUrl);
}, 60_000);
afterAll(async () => {
  await store.close();
  await app.stop();
});

const read = (filter: Filter, after?: string) =>
  readPage<{ state: string }>(store, webhookDeliveries, agentId, { args: { first: 20, after }, filter });

// @spec G24
test.each<[number, Filter]>([
  [1, { eventTypes: ['trade.failed'], states: ['dead'] }],
  [5, { eventTypes: ['trade.failed'], states: ['dead', 'delivered'] }],
])(
  'A page of deliveries compares at most 10,000 of them, and the next one has the last %d: %j',
  async (count, filter) => {
    const page = await read(filter);
    expect(page).toMatchObject({ rows: [], hasNextPage: true });
    const next = await read(filter, page.endCursor);
    expect(next.rows).toHaveLength(count);
    expect(next.hasNextPage).toBe(false);
    const plan = planList(webhookDeliveries, { args: { first: 20 }, filter });
    expect(await readCounts(store, plan, [agentId])).toEqual([{ total: 0, isExact: false }]);
    expect(await rowsOf(app, plan.page([agentId]))).toBeLessThanOrEqual(10_000);
  },
);

// @spec G25
test('A page of deliveries of a rare type is complete, and reads only these', async () => {
  const filter = { eventTypes: ['trade.failed', 'trade.completed'] };
  const page = await read(filter);
  expect([page.rows.length, page.hasNextPage]).toEqual([5, false]);
  const plan = planList(webhookDeliveries, { args: { first: 20 }, filter });
  expect(await readCounts(store, plan, [agentId])).toEqual([{ total: 5, isExact: true }]);
  expect(await rowsOf(app, plan.page([agentId]))).toBeLessThanOrEqual(20);
});

test('A page of deliveries of a common type is full, and the next one goes on', async () => {
  const filter = { eventTypes: ['trade.created', 'trade.failed'] };
  const page = await read(filter);
  expect([page.rows.length, page.hasNextPage]).toEqual([20, true]);
  const next = await read(filter, page.rows.at(-1)?.cursor);
  const ids = [...page.rows, ...next.rows].map(({ row }) => (row as unknown as { deliveryId: string }).deliveryId);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  const plan = planList(webhookDeliveries, { args: { first: 20 }, filter });
  expect(await rowsOf(app, plan.page([agentId]))).toBeLessThanOrEqual(200);
});

test('A page of deliveries with a state is full', async () => {
  const page = await read({ states: ['dead'] });
  expect(page.rows.map(({ row }) => row.state)).toEqual(Array(20).fill('dead'));
  expect(page.hasNextPage).toBe(true);
});
