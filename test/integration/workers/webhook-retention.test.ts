import { setImmediate as immediately, setTimeout as sleep } from 'node:timers/promises';
import { ShiftedClock } from '../../../src/database/connection/clock';
import type { Database } from '../../../src/database/transactions/database';
import { webhookRetention } from '../../../src/workers/retention';
import { webhookDelivery } from '../../../src/workers/webhooks/delivery';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Endpoints, heldSender } from '../../support/endpoints';
import { Connection } from '../../support/ledger';
import { openStore, testServices, until } from '../../support/service';
import { WAITING } from '../../support/waiting';

/** The delivery log is readable for 30 days. */

let database: TestDatabase;
let store: Database;
let endpoints: Endpoints;
const clock = new ShiftedClock();
const services = testServices({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url, clock);
  endpoints = new Endpoints(store, services);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

// @spec WH19
test('should delete completed deliveries after 30 days, with their attempts', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  const sender = heldSender();
  const worker = webhookDelivery(store, services, sender);
  await worker.run();
  await immediately();
  sender.release();
  await sleep(0);
  await worker.run();
  const housekeeping = webhookRetention(store);
  clock.advance(29 * 86_400);
  await housekeeping.run();
  expect(await endpoints.deliveriesOf(agentId)).toEqual([{ state: 'delivered', attempts: 1, logged: 1 }]);
  clock.advance(2 * 86_400);
  await housekeeping.run();
  expect(await endpoints.deliveriesOf(agentId)).toEqual([]);
  expect(await store.query({ text: 'SELECT FROM webhook_attempt' })).toEqual([]);
});

// @id webhook-cleanup-redelivery
test('should not delete a delivery that is retried manually at the same time', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  const ended = `UPDATE webhook_delivery SET state = 'dead', due_at = NULL, ended_at = now() - interval '10 years' WHERE agent_id = $1`;
  await store.query({ text: ended, values: [agentId] });
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql('BEGIN');
  await owner.sql(
    `UPDATE webhook_delivery SET state = 'pending', due_at = now(), ended_at = NULL WHERE agent_id = $1`,
    agentId,
  );
  const housekeeping = webhookRetention(store).run();
  const waiting = async () => (await owner.sql(WAITING)).length > 0;
  const isDone = housekeeping.then(() => true);
  await until(async () => (await waiting()) || (await Promise.race([isDone, Promise.resolve(false)])), 'it has looked');
  await owner.sql('COMMIT');
  await owner.close();
  await housekeeping;
  expect(await endpoints.deliveriesOf(agentId)).toMatchObject([{ state: 'pending' }]);
});
