import { setImmediate as immediately } from 'node:timers/promises';
import { createSender } from '../../../src/adapters/webhook/client';
import { createGuard } from '../../../src/adapters/webhook/guard';
import { disableEndpoint, lockEndpoints } from '../../../src/database/repositories/webhooks';
import { assignSequences } from '../../../src/database/events/event-log';
import type { Database } from '../../../src/database/transactions/database';
import { Runner } from '../../../src/workers/runner';
import { webhookDelivery } from '../../../src/workers/webhooks/sender';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { CLAIMED_AGAIN, Endpoints, GIVEN_BACK, heldSender } from '../../support/endpoints';
import { Connection } from '../../support/ledger';
import { type Receiver, startReceiver } from '../../support/receiver';
import { openStore, testServices, until } from '../../support/service';
import { WAITING } from '../../support/waiting';

/** events.md §2: what becomes of attempts under way when a worker is asked to stop, or their endpoint is disabled. */

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

test('a worker that is asked to stop gives back what receivers hold up: another tries at once, and no attempt is counted', async () => {
  let hang = true;
  receiver.on('/hangs', (_request, response) => {
    if (!hang) response.writeHead(204).end();
  });
  const agentId = await endpoints.newAgent(receiver.url('/hangs'));
  await endpoints.tell(agentId, 3);
  const first = delivering();
  first.start();
  await until(() => receiver.of('/hangs').length === 3, 'three attempts under way');
  const begun = performance.now();
  await first.stop();
  // Less than the 15 s the receiver would have had.
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(await endpoints.kept(agentId)).toEqual(Array(3).fill({ state: 'pending', attempts: 0, logged: 0 }));
  expect(services.woken).toContain('webhooks');
  hang = false;
  const second = delivering();
  second.start();
  await until(() => endpoints.nothingPending([agentId]), 'another worker has delivered them');
  // The leases were for 45 s.
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await endpoints.kept(agentId)).toEqual(Array(3).fill({ state: 'delivered', attempts: 1, logged: 1 }));
  await second.stop();
});

test('what was claimed by a process that then stood still for as long as its lease is not sent by it', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.tell(agentId, 2);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  // The lease is 45 s, and an attempt may take 15: what is begun after 30 could outlive it.
  const clock = jest.spyOn(performance, 'now');
  const stood = performance.now() + 31_000;
  await worker.run();
  clock.mockReturnValue(stood);
  await immediately();
  clock.mockRestore();
  expect(sender.calls).toEqual([]);
  expect(await endpoints.kept(agentId)).toEqual(Array(2).fill({ state: 'pending', attempts: 0, logged: 0 }));
  await worker.onStop?.();
});

test('a receiver that answers in ordinary time is waited for: a stop makes no duplicate of it', async () => {
  receiver.on('/soon', (_request, response) => void setTimeout(() => response.writeHead(204).end(), 300));
  const agentId = await endpoints.newAgent(receiver.url('/soon'));
  await endpoints.tell(agentId, 2);
  const runner = delivering();
  runner.start();
  await until(() => receiver.of('/soon').length === 2, 'two attempts under way');
  await runner.stop();
  expect(await endpoints.kept(agentId)).toEqual(Array(2).fill({ state: 'delivered', attempts: 1, logged: 1 }));
});

test('what another has claimed since is not given back', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.tell(agentId);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  await worker.run();
  await store.query({ text: CLAIMED_AGAIN, values: [agentId] });
  await worker.onStop?.();
  const held = {
    text: 'SELECT cardinality(leased_delivery_ids) AS held FROM webhook_endpoint WHERE agent_id = $1',
    values: [agentId],
  };
  expect(await store.query(held)).toEqual([{ held: 1 }]);
  await store.query({ text: GIVEN_BACK, values: [agentId] });
});

test('what is told in the moment in which the endpoint is disabled is listed as disabled, not pending for ever', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.tell(agentId);
  await endpoints.write(agentId);
  let relayed: Promise<number> | undefined;
  await store.inTransaction(async (tx) => {
    await lockEndpoints(tx, [agentId]);
    await disableEndpoint(tx, agentId);
    // The relay sees the endpoint enabled still, and has to wait for what disables it.
    relayed = store.inTransaction((relay) => assignSequences(relay, 500));
    await until(async () => (await store.query({ text: WAITING })).length > 0, 'the relay waits');
  });
  expect(await relayed).toBe(1);
  await webhookDelivery(store, services, heldSender()).run();
  expect((await endpoints.kept(agentId)).map(({ state }) => state)).toEqual(['disabled', 'disabled']);
});

test('also where a worker looks at the endpoint just as it is being disabled', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.tell(agentId);
  const owner = await Connection.open(database.ownerUrl);
  // The worker's statement has its snapshot, and waits in it before it takes the endpoint's lock.
  await owner.sql(`CREATE FUNCTION held() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN true; END $$`);
  await owner.sql('CREATE POLICY held ON webhook_endpoint USING (held())');
  await owner.sql('ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY');
  await owner.sql('SELECT pg_advisory_lock(1)');
  const run = webhookDelivery(store, services, heldSender()).run();
  await until(async () => (await store.query({ text: WAITING })).length > 0, 'the worker waits');
  await owner.sql('BEGIN');
  await owner.sql('UPDATE agent SET notifications_disabled_at = now() WHERE agent_id = $1', agentId);
  // As the relay leaves them: made while it saw the endpoint enabled, due once it was disabled.
  await owner.sql('UPDATE webhook_endpoint SET due_at = due_at WHERE agent_id = $1', agentId);
  await owner.sql('COMMIT');
  await owner.sql('SELECT pg_advisory_unlock(1)');
  await run;
  await owner.sql('ALTER TABLE webhook_endpoint DISABLE ROW LEVEL SECURITY');
  await owner.close();
  expect((await endpoints.kept(agentId)).map(({ state }) => state)).toEqual(['disabled']);
});
