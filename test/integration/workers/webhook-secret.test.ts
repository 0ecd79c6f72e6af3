import type { SecretBox } from '../../../src/operations/ports';
import { openSecrets } from '../../../src/adapters/secrets';
import { ShiftedClock } from '../../../src/database/connection/clock';
import type { Database } from '../../../src/database/transactions/database';
import type { Task } from '../../../src/workers/runner';
import { webhookDelivery } from '../../../src/workers/webhooks/sender';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Endpoints, FINE } from '../../support/endpoints';
import { newId } from '../../support/ledger';
import { openStore, testServices, until } from '../../support/service';

/** events.md §2 where a signing secret does not open: its key was dropped from ATS_SECRETS_KEYS too early. */

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

/** A worker that has these secrets, and whose receivers take everything. */
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

/** Runs the worker until every delivery of the agent has so many attempts. */
async function tried(worker: Task, agentId: string, attempts: number): Promise<Logged[]> {
  const all = async (): Promise<boolean> => {
    await worker.run();
    return (await logged(agentId)).every(({ errors }) => errors.length === attempts);
  };
  await until(all, `attempt ${String(attempts)} is in the log`);
  return logged(agentId);
}

test('an attempt whose secret does not open is in the log as secret_unreadable; with the key back, the next one arrives', async () => {
  const endpoints = new Endpoints(store, services);
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  const keyless = workerWith(withoutTheKey);
  expect(await tried(keyless, agentId, 1)).toEqual([{ state: 'pending', tries: 1, errors: ['secret_unreadable'] }]);
  expect(keyless.sent).toEqual([]);
  expect(services.log.lines).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'a webhook signing secret does not open' }),
  );
  clock.advance(7);
  const errors = ['secret_unreadable', null];
  expect(await tried(workerWith(services.secrets), agentId, 2)).toEqual([{ state: 'delivered', tries: 2, errors }]);
});

test('after the last of the schedule it is dead, and the endpoint is not disabled for what is no fault of its own', async () => {
  const endpoints = new Endpoints(store, services);
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId);
  const keyless = workerWith(withoutTheKey);
  await tried(keyless, agentId, 1);
  clock.advance(7);
  await tried(keyless, agentId, 2);
  clock.advance(121 * 3600);
  const errors = Array(3).fill('secret_unreadable');
  expect(await tried(keyless, agentId, 3)).toEqual([{ state: 'dead', tries: 3, errors }]);
  const [agent] = await store.query({
    text: `SELECT notifications_disabled_at, failing_since FROM agent JOIN webhook_endpoint USING (agent_id) WHERE agent_id = $1`,
    values: [agentId],
  });
  expect(agent).toEqual({ notifications_disabled_at: null, failing_since: null });
});

test('what the same trade tells later does not wait behind it', async () => {
  const endpoints = new Endpoints(store, services);
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  await endpoints.writeSequenced(agentId, 2);
  await store.query({
    text: `UPDATE webhook_delivery SET trade_id = $2 WHERE agent_id = $1`,
    values: [agentId, newId()],
  });
  expect(await tried(workerWith(withoutTheKey), agentId, 1)).toHaveLength(2);
});
