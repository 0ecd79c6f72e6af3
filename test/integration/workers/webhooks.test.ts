import { randomUUID } from 'node:crypto';
import { setImmediate as immediately, setTimeout as sleep } from 'node:timers/promises';
import { createSender } from '../../../src/adapters/webhook/client';
import { createGuard } from '../../../src/adapters/webhook/guard';
import { keyOf } from '../../../src/domain/keys';
import type { WebhookResponse, WebhookRequest, WebhookSender } from '../../../src/operations/ports';
import { ShiftedClock } from '../../../src/database/connection/clock';
import type { Database } from '../../../src/database/transactions/database';
import { Runner, type Task } from '../../../src/workers/runner';
import { webhookDelivery } from '../../../src/workers/webhooks/delivery';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Endpoints, FINE, heldSender } from '../../support/endpoints';
import { Connection } from '../../support/ledger';
import { type Receiver, startReceiver } from '../../support/receiver';
import { openStore, testServices, until } from '../../support/service';

/** Leases, fencing, fairness and disabling of webhook deliveries. */

let database: TestDatabase;
let store: Database;
let endpoints: Endpoints;
let receiver: Receiver;
const clock = new ShiftedClock();
const services = testServices({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,60' });

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url, clock);
  endpoints = new Endpoints(store, services);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await store.close();
  await database.drop();
});

const realSender = (): WebhookSender =>
  createSender({ guard: createGuard({ allowPrivate: true }), timeoutSeconds: 15, version: '1' });

/** Runs the task once and waits for the sends. */
const runOnce = async (task: Task): Promise<void> => {
  await task.run();
  await immediately();
};

const runTwice = async (task: Task): Promise<void> => {
  await sleep(0);
  await runOnce(task);
  await runOnce(task);
};

// @spec WH17
// @id webhook-worker-killed
test('should cause one duplicate with the same id when a worker is killed, and ignore its late result', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  const [eventId = ''] = await endpoints.writeSequenced(agentId);
  const [killed, next] = [heldSender(), heldSender()];
  const [first, second] = [webhookDelivery(store, services, killed), webhookDelivery(store, services, next)];
  await runOnce(first);
  expect(killed.calls.map((call) => call.webhookId)).toEqual([keyOf('evt', eventId)]);
  clock.advance(44);
  await runOnce(second);
  expect(next.calls).toEqual([]);
  clock.advance(2);
  await runOnce(second);
  expect(next.calls).toEqual(killed.calls);
  // The first worker was only slow, and reports a failure after another claimed the delivery.
  killed.release({ ...FINE, status: 410, error: 'http_status' });
  await runTwice(first);
  expect(await endpoints.deliveriesOf(agentId)).toEqual([{ state: 'pending', attempts: 0, logged: 0 }]);
  next.release();
  await runTwice(second);
  expect(await endpoints.deliveriesOf(agentId)).toEqual([{ state: 'delivered', attempts: 1, logged: 1 }]);
  await runTwice(second);
  expect(next.calls).toHaveLength(1);
});

test('should have no open transaction during attempts, and at most four attempts of an endpoint with several workers', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId, 12);
  const sender = heldSender();
  const workers = Array.from({ length: 3 }, () => webhookDelivery(store, services, sender));
  await Promise.all(workers.map(runOnce));
  await Promise.all(workers.map(runOnce));
  expect(sender.calls).toHaveLength(4);
  // As the owner, because the role of the application cannot see other sessions.
  const owner = await Connection.open(database.ownerUrl);
  const open = await owner.sql(
    `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND (state IS NULL OR state LIKE 'idle in transaction%')`,
  );
  await owner.close();
  expect(open).toEqual([]);
  while (!(await endpoints.nothingPending([agentId]))) {
    sender.release();
    await Promise.all(workers.map(runTwice));
  }
  expect(sender.calls).toHaveLength(12);
  expect(new Set(sender.calls.map((call) => call.webhookId)).size).toBe(12);
});

test('should keep the slot of a running attempt while others of its endpoint complete', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId, 10);
  const pendingSends = new Map<string, (answer: WebhookResponse) => void>();
  const send = ({ webhookId }: WebhookRequest) =>
    new Promise<WebhookResponse>((resolve) => void pendingSends.set(webhookId, resolve));
  const worker = webhookDelivery(store, services, { send, stop: () => Promise.resolve() });
  const inFlightCounts: number[] = [];
  for (const answerCount of [3, 2, 3, 0]) {
    await runTwice(worker);
    inFlightCounts.push(pendingSends.size);
    // The first attempt never ends.
    for (const [webhookId, answer] of [...pendingSends].slice(1, 1 + answerCount)) {
      answer(FINE);
      pendingSends.delete(webhookId);
    }
  }
  // The first of ten never ends, and eight have ended.
  expect(inFlightCounts).toEqual([4, 4, 4, 2]);
  for (const resolve of pendingSends.values()) resolve(FINE);
  await until(async () => (await runOnce(worker), endpoints.nothingPending([agentId])), 'all are delivered');
});

test('should retry the last claims of a killed worker', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId, 3);
  await store.query({
    text: 'UPDATE webhook_delivery SET trade_id = $1 WHERE agent_id = $2',
    values: [randomUUID(), agentId],
  });
  const [killed, next] = [heldSender(), heldSender()];
  const [first, second] = [webhookDelivery(store, services, killed), webhookDelivery(store, services, next)];
  // Claimed one after the other: the endpoint is due when the first lease expires, before the last one.
  for (let at = 0; at < 3; at += 1) {
    await runTwice(first);
    expect(killed.calls).toHaveLength(at + 1);
    if (at === 2) break;
    clock.advance(20);
    killed.release();
  }
  clock.advance(44);
  await runOnce(second);
  expect(next.calls).toEqual([]);
  clock.advance(2);
  await runOnce(second);
  expect(next.calls).toEqual(killed.calls.slice(2));
  next.release();
  await runTwice(second);
  expect(await endpoints.nothingPending([agentId])).toBe(true);
});

// @spec WH15
// @id webhook-order-in-trade
test('should wait with the first attempt of a delivery until the first attempts of earlier ones of the trade have ended', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  const eventIds = await endpoints.writeSequenced(agentId, 3);
  await store.query({
    text: 'UPDATE webhook_delivery SET trade_id = $1 WHERE agent_id = $2',
    values: [randomUUID(), agentId],
  });
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  const inFlightCounts = () => [...new Set(sender.calls.map((call) => call.webhookId))];
  for (const [at, ended] of [{ ...FINE, status: 500, error: 'http_status' } as const, FINE, FINE].entries()) {
    await runTwice(worker);
    expect(inFlightCounts()).toEqual(eventIds.slice(0, at + 1).map((id) => keyOf('evt', id)));
    sender.release(ended);
  }
  await runTwice(worker);
  expect((await endpoints.deliveriesOf(agentId)).slice(1).map(({ state }) => state)).toEqual([
    'delivered',
    'delivered',
  ]);
});

// @spec WH13
test('should disable an endpoint after 120 h of failures', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  const failOnce = async (): Promise<void> => {
    await runOnce(worker);
    sender.release({ ...FINE, status: null, error: 'connection_failed' });
    await runTwice(worker);
  };
  await endpoints.writeSequenced(agentId);
  await failOnce();
  expect(await endpoints.deliveriesOf(agentId)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  clock.advance(121 * 3600);
  await failOnce();
  expect(await endpoints.deliveriesOf(agentId)).toMatchObject([{ state: 'disabled', attempts: 2 }]);
  const [event] = await store.query<{ data: object }>({
    text: `SELECT data FROM event WHERE type = 'webhook.disabled' AND subject_key = $1`,
    values: [keyOf('agt', agentId)],
  });
  expect(event?.data).toMatchObject({ reason: 'failing' });
});

// @id webhook-url-changed
test('should ignore the result of an attempt at the old address after the address has changed', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/old');
  await endpoints.writeSequenced(agentId);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  await runOnce(worker);
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql('BEGIN');
  await owner.sql(`UPDATE agent SET notification_url = 'http://127.0.0.1:9/new' WHERE agent_id = $1`, agentId);
  sender.release({ ...FINE, status: 410, error: 'http_status' });
  await runTwice(worker);
  expect(await endpoints.deliveriesOf(agentId)).toMatchObject([{ state: 'pending', attempts: 0 }]);
  await owner.sql('COMMIT');
  await runTwice(worker);
  expect(await owner.sql('SELECT notifications_disabled_at AS at FROM agent WHERE agent_id = $1', agentId)).toEqual([
    { at: null },
  ]);
  await owner.close();
  expect(await endpoints.deliveriesOf(agentId)).toMatchObject([{ state: 'pending', attempts: 1 }]);
});

// @id webhook-enabled-again
test('should ignore results from before the endpoint was disabled after it is enabled again', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId, 2);
  const answers: ((answer: WebhookResponse) => void)[] = [];
  const send = (): Promise<WebhookResponse> => new Promise((resolve) => void answers.push(resolve));
  const worker = webhookDelivery(store, services, { send, stop: () => Promise.resolve() });
  const disabledAt = () =>
    store.query({ text: 'SELECT notifications_disabled_at AS at FROM agent WHERE agent_id = $1', values: [agentId] });
  await runOnce(worker);
  expect(answers).toHaveLength(2);
  answers[0]?.({ ...FINE, status: 410, error: 'http_status' });
  await runTwice(worker);
  expect(await disabledAt()).toEqual([{ at: expect.any(Date) as Date }]);
  await store.query({
    text: 'UPDATE agent SET notifications_disabled_at = NULL WHERE agent_id = $1',
    values: [agentId],
  });
  answers[1]?.({ ...FINE, status: 410, error: 'http_status' });
  await runTwice(worker);
  expect(await disabledAt()).toEqual([{ at: null }]);
  expect(await endpoints.deliveriesOf(agentId)).toMatchObject([
    { state: 'disabled', attempts: 1 },
    { state: 'disabled', attempts: 1 },
  ]);
});

test('should deliver every event to all working endpoints without waiting for the others, with two workers and sixty endpoints', async () => {
  const kinds: Parameters<Receiver['on']>[1][] = [
    (_request, response) => response.writeHead(200).end('ok'),
    (_request, response) => response.writeHead(204).end(),
    () => undefined,
    (_request, response) => response.writeHead(500).end(),
    (_request, response) => response.writeHead(302, { location: '/target' }).end(),
    (_request, response) => response.writeHead(410).end(),
    (_request, response) => response.writeHead(429, { 'retry-after': '7200' }).end(),
    (request) => request.socket.destroy(),
    (_request, response) => void response.writeHead(200).write('drip'),
    (_request, response) => response.writeHead(200).end(Buffer.alloc(100_000)),
  ];
  const agents: { readonly id: string; readonly path: string; readonly kind: number }[] = [];
  for (let at = 0; at < 60; at += 1) {
    const [path, kind] = [`/many-${String(at)}`, at % kinds.length];
    const behaviour = kinds[kind];
    if (behaviour) receiver.on(path, behaviour);
    agents.push({ id: await endpoints.newAgent(receiver.url(path)), path, kind });
  }
  for (const { id } of agents) await endpoints.writeSequenced(id, 10);
  const workingAgents = agents.filter(({ kind }) => [0, 1, 9].includes(kind));
  const runners = [0, 1].map(() => new Runner([webhookDelivery(store, services, realSender())], services.log));
  const inFlightCounts = performance.now();
  for (const runner of runners) runner.start();
  await until(
    () => endpoints.nothingPending(workingAgents.map(({ id }) => id)),
    'every live endpoint has every event',
    14_000,
  );
  // The receivers that never answer cost 15 s for each attempt.
  expect(performance.now() - inFlightCounts).toBeLessThan(14_000);
  for (const { path } of workingAgents) {
    const ids = receiver.of(path).map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
  }
  for (const { path, id } of agents.filter(({ kind }) => kind === 5)) {
    expect(receiver.of(path).length).toBeLessThanOrEqual(4);
    expect((await endpoints.deliveriesOf(id)).every(({ state }) => state === 'disabled')).toBe(true);
  }
  expect(receiver.of('/target')).toEqual([]);
  await Promise.all(runners.map((runner) => runner.stop()));
});
