import { setImmediate as immediately } from 'node:timers/promises';
import { createSender } from '../../../src/adapters/webhook/client';
import { createGuard } from '../../../src/adapters/webhook/guard';
import { disableEndpoint, lockEndpoints } from '../../../src/database/repositories/webhooks';
import { assignSequences } from '../../../src/database/events/event-log';
import type { Database } from '../../../src/database/transactions/database';
import { Runner } from '../../../src/workers/runner';
import { webhookDelivery } from '../../../src/workers/webhooks/delivery';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { CLAIMED_AGAIN, Endpoints, GIVEN_BACK, heldSender } from '../../support/endpoints';
import { Connection } from '../../support/ledger';
import { type Receiver, startReceiver } from '../../support/receiver';
import { openStore, testServices, until } from '../../support/service';
import { WAITING } from '../../support/waiting';

/** Attempts in flight when a worker stops or their endpoint is disabled. */

let database: TestDatabase;
let store: Database;
let endpoints: Endpoints;
let receiver: Receiver;
const services = testServices({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
  endpoints = new Endpoints(store, services);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await store.close();
  await database.drop();
});

const delivering = (): Runner =>
  new Runner(
    [
      webhookDelivery(
        store,
        services,
        createSender({ guard: createGuard({ allowPrivate: true }), timeoutSeconds: 15, version: '1' }),
      ),
    ],
    services.log,
  );

test('should release attempts of slow receivers at a stop, so that another worker retries at once and no attempt counts', async () => {
  let isHanging = true;
  receiver.on('/hangs', (_request, response) => {
    if (!isHanging) response.writeHead(204).end();
  });
  const agentId = await endpoints.newAgent(receiver.url('/hangs'));
  await endpoints.writeSequenced(agentId, 3);
  const first = delivering();
  first.start();
  await until(() => receiver.of('/hangs').length === 3, 'three attempts under way');
  const startedAt = performance.now();
  await first.stop();
  // Shorter than the timeout of 15 s.
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(await endpoints.deliveriesOf(agentId)).toEqual(Array(3).fill({ state: 'pending', attempts: 0, logged: 0 }));
  expect(services.woken).toContain('webhooks');
  isHanging = false;
  const second = delivering();
  second.start();
  await until(() => endpoints.nothingPending([agentId]), 'another worker has delivered them');
  // The leases last 45 s.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await endpoints.deliveriesOf(agentId)).toEqual(Array(3).fill({ state: 'delivered', attempts: 1, logged: 1 }));
  await second.stop();
});

test('should not send a delivery whose lease expired while the process was suspended', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId, 2);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  // The lease lasts 45 s and an attempt up to 15 s, so an attempt that starts after 30 s could outlive it.
  const clock = jest.spyOn(performance, 'now');
  const resumedAt = performance.now() + 31_000;
  await worker.run();
  clock.mockReturnValue(resumedAt);
  await immediately();
  clock.mockRestore();
  expect(sender.calls).toEqual([]);
  expect(await endpoints.deliveriesOf(agentId)).toEqual(Array(2).fill({ state: 'pending', attempts: 0, logged: 0 }));
  await worker.onStop?.();
});

test('should wait for a normal receiver at a stop, without a duplicate', async () => {
  receiver.on('/soon', (_request, response) => void setTimeout(() => response.writeHead(204).end(), 300));
  const agentId = await endpoints.newAgent(receiver.url('/soon'));
  await endpoints.writeSequenced(agentId, 2);
  const runner = delivering();
  runner.start();
  await until(() => receiver.of('/soon').length === 2, 'two attempts under way');
  await runner.stop();
  expect(await endpoints.deliveriesOf(agentId)).toEqual(Array(2).fill({ state: 'delivered', attempts: 1, logged: 1 }));
});

test('should not release a delivery that another worker has claimed since', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  await worker.run();
  await store.query({ text: CLAIMED_AGAIN, values: [agentId] });
  await worker.onStop?.();
  const leaseQuery = {
    text: 'SELECT cardinality(leased_delivery_ids) AS held FROM webhook_endpoint WHERE agent_id = $1',
    values: [agentId],
  };
  expect(await store.query(leaseQuery)).toEqual([{ held: 1 }]);
  await store.query({ text: GIVEN_BACK, values: [agentId] });
});

test('should cancel a delivery that is created while the endpoint is disabled', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  await endpoints.write(agentId);
  let relayRun: Promise<number> | undefined;
  await store.inTransaction(async (tx) => {
    await lockEndpoints(tx, [agentId]);
    await disableEndpoint(tx, agentId);
    // The relay still sees the endpoint enabled, and waits for the transaction that disables it.
    relayRun = store.inTransaction((relay) => assignSequences(relay, 500));
    await until(async () => (await store.query({ text: WAITING })).length > 0, 'the relay waits');
  });
  expect(await relayRun).toBe(1);
  await webhookDelivery(store, services, heldSender()).run();
  expect((await endpoints.deliveriesOf(agentId)).map(({ state }) => state)).toEqual(['disabled', 'disabled']);
});

test('should cancel it also if a worker claims the endpoint at the same time', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  const owner = await Connection.open(database.ownerUrl);
  // The worker's statement has its snapshot, and waits for the lock of the endpoint.
  await owner.sql(`CREATE FUNCTION held() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN true; END $$`);
  await owner.sql('CREATE POLICY held ON webhook_endpoint USING (held())');
  await owner.sql('ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY');
  await owner.sql('SELECT pg_advisory_lock(1)');
  const run = webhookDelivery(store, services, heldSender()).run();
  await until(async () => (await store.query({ text: WAITING })).length > 0, 'the worker waits');
  await owner.sql('BEGIN');
  await owner.sql('UPDATE agent SET notifications_disabled_at = now() WHERE agent_id = $1', agentId);
  // Like rows of a relay that saw the endpoint enabled, which are due after it was disabled.
  await owner.sql('UPDATE webhook_endpoint SET due_at = due_at WHERE agent_id = $1', agentId);
  await owner.sql('COMMIT');
  await owner.sql('SELECT pg_advisory_unlock(1)');
  await run;
  await owner.sql('ALTER TABLE webhook_endpoint DISABLE ROW LEVEL SECURITY');
  await owner.close();
  expect((await endpoints.deliveriesOf(agentId)).map(({ state }) => state)).toEqual(['disabled']);
});
