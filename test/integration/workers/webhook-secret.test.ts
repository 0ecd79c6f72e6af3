import type { SecretBox } from '../../../src/operations/ports';
import { openSecrets } from '../../../src/adapters/secrets';
import { ShiftedClock } from '../../../src/database/connection/clock';
import type { Database } from '../../../src/database/transactions/database';
import type { Task } from '../../../src/workers/runner';
import { webhookDelivery } from '../../../src/workers/webhooks/delivery';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Endpoints, FINE } from '../../support/endpoints';
import { newId } from '../../support/ledger';
import { openStore, testServices, until } from '../../support/service';

/** Deliveries whose signing secret cannot be decrypted, because ATS_SECRETS_KEYS lacks its key. */

let database: TestDatabase;
let store: Database;
const clock = new ShiftedClock();
const services = testServices({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '5,300' });
const withoutTheKey = openSecrets({
  keys: `other:${Buffer.alloc(32, 9).toString('base64')}`,
  dataDir: '',
  production: true,
}).secrets;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url, clock);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** A worker with these secrets, whose receivers accept everything. */
function workerWith(secrets: SecretBox): Task & { readonly sent: string[] } {
  const sent: string[] = [];
  const send = ({ webhookId }: { readonly webhookId: string }) => {
    sent.push(webhookId);
    return Promise.resolve(FINE);
  };
  return { ...webhookDelivery(store, { ...services, secrets }, { send, stop: () => Promise.resolve() }), sent };
}

interface Logged {
  readonly state: string;
  readonly tries: number;
  readonly errors: (string | null)[];
}

const logged = (agentId: string): Promise<Logged[]> =>
  store.query<Logged>({
    text: `SELECT state, tries, array(SELECT error FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id ORDER BY attempt_no) AS errors
      FROM webhook_delivery d WHERE agent_id = $1 ORDER BY sequence`,
    values: [agentId],
  });

/** Runs the worker until every delivery of the agent has `count` attempts. */
async function runUntilAttempts(worker: Task, agentId: string, attempts: number): Promise<Logged[]> {
  const all = async (): Promise<boolean> => {
    await worker.run();
    return (await logged(agentId)).every(({ errors }) => errors.length === attempts);
  };
  await until(all, `attempt ${String(attempts)} is in the log`);
  return logged(agentId);
}

test('should log secret_unreadable when the secret cannot be decrypted, and deliver when the key is back', async () => {
  const endpoints = new Endpoints(store, services);
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  const workerWithoutKey = workerWith(withoutTheKey);
  expect(await runUntilAttempts(workerWithoutKey, agentId, 1)).toEqual([
    { state: 'pending', tries: 1, errors: ['secret_unreadable'] },
  ]);
  expect(workerWithoutKey.sent).toEqual([]);
  expect(services.log.lines).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'could not decrypt a webhook signing secret' }),
  );
  clock.advance(7);
  const errors = ['secret_unreadable', null];
  expect(await runUntilAttempts(workerWith(services.secrets), agentId, 2)).toEqual([
    { state: 'delivered', tries: 2, errors },
  ]);
});

test('should end as dead after the last attempt, without disabling the endpoint', async () => {
  const endpoints = new Endpoints(store, services);
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  const workerWithoutKey = workerWith(withoutTheKey);
  await runUntilAttempts(workerWithoutKey, agentId, 1);
  clock.advance(7);
  await runUntilAttempts(workerWithoutKey, agentId, 2);
  clock.advance(121 * 3600);
  const errors = Array(3).fill('secret_unreadable');
  expect(await runUntilAttempts(workerWithoutKey, agentId, 3)).toEqual([{ state: 'dead', tries: 3, errors }]);
  const [agent] = await store.query({
    text: `SELECT notifications_disabled_at, failing_since FROM agent JOIN webhook_endpoint USING (agent_id) WHERE agent_id = $1`,
    values: [agentId],
  });
  expect(agent).toEqual({ notifications_disabled_at: null, failing_since: null });
});

test('should not block later deliveries of the same trade', async () => {
  const endpoints = new Endpoints(store, services);
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId, 2);
  await store.query({
    text: `UPDATE webhook_delivery SET trade_id = $2 WHERE agent_id = $1`,
    values: [agentId, newId()],
  });
  expect(await runUntilAttempts(workerWith(withoutTheKey), agentId, 1)).toHaveLength(2);
});
