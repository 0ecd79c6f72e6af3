import { setImmediate as immediately, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../src/database/transactions/database';
import type { Task } from '../../../src/workers/runner';
import { outboxRelay } from '../../../src/workers/outbox-relay';
import { webhookDelivery } from '../../../src/workers/webhooks/delivery';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Endpoints, FINE, heldSender } from '../../support/endpoints';
import { Connection } from '../../support/ledger';
import { openStore, testServices } from '../../support/service';

/** One principal cannot stop the webhooks of others: with locks of its requests, or with slow receivers. */

let database: TestDatabase;
let store: Database;
let endpoints: Endpoints;
const services = testServices({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '60' });
const URL = 'http://127.0.0.1:9/';

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
  endpoints = new Endpoints(store, services);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** Runs the task and lets the attempts that were released complete. */
const runAfterSends = async (task: Task): Promise<void> => {
  await sleep(0);
  await task.run();
  await immediately();
};

const loggedOf = async (agentId: string): Promise<number[]> =>
  (await endpoints.deliveriesOf(agentId)).map(({ logged }) => logged);

/** The numbered ones of these events, with their numbers. */
const numbersOf = async (ids: readonly string[]): Promise<(readonly [string, number])[]> => {
  const rows = await store.query<{ event_id: string; sequence: bigint }>({
    text: 'SELECT event_id, sequence FROM event WHERE event_id = ANY ($1) AND sequence IS NOT NULL ORDER BY sequence',
    values: [ids],
  });
  return rows.map((row) => [row.event_id, Number(row.sequence)]);
};

test.each([
  ['successful', 'webhook_endpoint', FINE],
  ['failed', 'agent', { ...FINE, status: 500, error: 'http_status' }],
  ['failed', 'webhook_endpoint', { ...FINE, status: 500, error: 'http_status' }],
] as const)('should record %s attempts of other endpoints while a %s row is locked', async (_, table, answer) => {
  const [locked, free] = [await endpoints.newAgent(URL), await endpoints.newAgent(URL)];
  for (const agentId of [locked, free]) await endpoints.writeSequenced(agentId);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  await runAfterSends(worker);
  expect(sender.calls).toHaveLength(2);
  sender.release(answer);
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql('BEGIN');
  await owner.sql(`SELECT FROM ${table} WHERE agent_id = $1 FOR NO KEY UPDATE`, locked);
  await runAfterSends(worker);
  expect(await loggedOf(free)).toEqual([1]);
  expect(await loggedOf(locked)).toEqual([0]);
  await owner.sql('COMMIT');
  await owner.close();
  await runAfterSends(worker);
  expect(await loggedOf(locked)).toEqual([1]);
  expect(sender.calls).toHaveLength(2);
});

// @spec EV14
test.each([
  ['an endpoint', 'SELECT FROM webhook_endpoint WHERE agent_id = $1 FOR NO KEY UPDATE'],
  ['a new endpoint', 'INSERT INTO webhook_endpoint (agent_id, due_at) VALUES ($1, now())'],
  ['an agent', 'SELECT FROM agent WHERE agent_id = $1 FOR UPDATE'],
])('should number the events of others while %s of a principal is locked', async (what, lock) => {
  const [locked, second, other] = [
    await endpoints.newAgent(URL),
    await endpoints.newAgent(URL),
    await endpoints.newAgent(URL),
  ];
  if (what === 'an endpoint') for (const agentId of [locked, second]) await endpoints.writeSequenced(agentId);
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql('BEGIN');
  // Each request has the lock of its agent before it makes an endpoint.
  await owner.sql('SELECT FROM agent WHERE agent_id = ANY ($1) FOR NO KEY UPDATE', [locked, second]);
  for (const agentId of [locked, second]) await owner.sql(lock, agentId);
  // More than a batch, and older than the event of the other.
  const waiting = await endpoints.write(locked, 600);
  const all = [...waiting, ...(await endpoints.write(second, 600))];
  const [free = ''] = await endpoints.write(other);
  const relay = outboxRelay(store, 'relay');
  const hadMore: boolean[] = [];
  for (let run = 0; run < 6; run += 1) hadMore.push(await relay.run());
  expect(await numbersOf([free])).toEqual([[free, 1]]);
  expect(await loggedOf(other)).toHaveLength(1);
  expect(await numbersOf(waiting)).toEqual([]);
  // It pauses before it reads the waiting events again.
  expect(hadMore).toContain(false);
  await owner.sql('COMMIT');
  await owner.close();
  while ((await numbersOf(all)).length < all.length) await relay.run();
  await relay.onStop?.();
  const first = what === 'an endpoint' ? 2 : 1;
  expect(await numbersOf(waiting)).toEqual(waiting.map((id, at) => [id, at + first]));
  expect(await loggedOf(locked)).toHaveLength(waiting.length + first - 1);
  await store.query({
    text: `DELETE FROM webhook_delivery WHERE agent_id = ANY ($1)`,
    values: [[locked, second, other]],
  });
});

// @spec WH22
test.each(['agent', 'webhook_endpoint'])(
  'should send for others while the %s rows of all failed endpoints are locked, and then pause',
  async (table) => {
    // More attempts than a batch of a busy worker has.
    const locked = await Promise.all(Array.from({ length: 40 }, () => endpoints.newAgent(URL)));
    for (const agentId of locked) await endpoints.writeSequenced(agentId);
    const other = await endpoints.newAgent(URL);
    const sender = heldSender();
    const worker = webhookDelivery(store, services, sender);
    await runAfterSends(worker);
    expect(sender.calls).toHaveLength(locked.length);
    sender.release({ ...FINE, status: 500, error: 'http_status' });
    const owner = await Connection.open(database.ownerUrl);
    await owner.sql('BEGIN');
    await owner.sql(`SELECT FROM ${table} WHERE agent_id = ANY ($1) FOR NO KEY UPDATE`, locked);
    await endpoints.writeSequenced(other);
    await runAfterSends(worker);
    expect(sender.calls.at(-1)?.endpoint).toBe(other);
    expect(await worker.run()).toBe(false);
    expect((await Promise.all(locked.map(loggedOf))).flat()).toEqual(locked.map(() => 0));
    await owner.sql('COMMIT');
    await owner.close();
    await runAfterSends(worker);
    expect((await Promise.all(locked.map(loggedOf))).flat()).toEqual(locked.map(() => 1));
    sender.release();
    await runAfterSends(worker);
    await runAfterSends(worker);
    expect(await loggedOf(other)).toEqual([1]);
  },
);

// @spec WH16
// @id webhook-capacity
test('the slow endpoints of one principal take at most a quarter of the capacity of a worker', async () => {
  const first = await endpoints.newAgent(URL);
  const [owner] = await store.query<{ principal_id: string }>({
    text: 'SELECT principal_id FROM agent WHERE agent_id = $1',
    values: [first],
  });
  for (let at = 1; at < 80; at += 1) await endpoints.newAgentOf(owner?.principal_id ?? '', URL);
  await endpoints.writeSequenced(first, 5);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  for (let round = 0; round < 12; round += 1) await runAfterSends(worker);
  expect(sender.calls.length).toBeLessThanOrEqual(256);
  expect(sender.calls.length).toBeGreaterThan(200);
  const quick = await endpoints.newAgent(URL);
  await endpoints.writeSequenced(quick);
  while (!sender.calls.some(({ endpoint }) => endpoint === quick)) await runAfterSends(worker);
  // The end of its attempts makes room for the other endpoints of the principal.
  const before = sender.calls.length;
  sender.release();
  await runAfterSends(worker);
  while (sender.calls.length < before + 100) await runAfterSends(worker);
});

test('a batch of events with too many deliveries is numbered in smaller batches, in order', async () => {
  const agentId = await endpoints.newAgent(URL);
  const owner = await Connection.open(database.ownerUrl);
  // Instead of a statement that takes too long.
  await owner.sql(`CREATE FUNCTION too_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM made) > 100 THEN RAISE EXCEPTION 'timeout' USING ERRCODE = 'query_canceled'; END IF;
    RETURN NULL; END $$`);
  await owner.sql(`CREATE TRIGGER too_many AFTER INSERT ON webhook_delivery REFERENCING NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION too_many()`);
  const ids = await endpoints.write(agentId, 300);
  const relay = outboxRelay(store, 'relay');
  while ((await loggedOf(agentId)).length < 300) await relay.run();
  await owner.sql('DROP TRIGGER too_many ON webhook_delivery');
  await owner.close();
  await relay.onStop?.();
  expect(await numbersOf(ids)).toEqual(ids.map((id, at) => [id, at + 1]));
});

test('the time of failures ends with the last pending delivery of the endpoint', async () => {
  const agentId = await endpoints.newAgent(URL);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  const failOnce = async (): Promise<void> => {
    await endpoints.writeSequenced(agentId);
    // The last attempt of the schedule.
    await store.query({
      text: `UPDATE webhook_delivery SET tries = 1, attempts = 1, first_attempt_at = now() WHERE agent_id = $1 AND state = 'pending'`,
      values: [agentId],
    });
    await runAfterSends(worker);
    sender.release({ ...FINE, status: 500, error: 'http_status' });
    await runAfterSends(worker);
  };
  await failOnce();
  await store.query({
    text: `UPDATE webhook_endpoint SET failing_since = failing_since - interval '6 days' WHERE agent_id = $1`,
    values: [agentId],
  });
  await failOnce();
  expect((await endpoints.deliveriesOf(agentId)).map(({ state }) => state)).toEqual(['dead', 'dead']);
  expect(
    await store.query({
      text: 'SELECT notifications_disabled_at AS at FROM agent WHERE agent_id = $1',
      values: [agentId],
    }),
  ).toEqual([{ at: null }]);
});
