import { recordFailedAttempts } from '../../../src/operations/commands/webhook-attempt';
import { processWebhookBatch } from '../../../src/operations/commands/webhook-batch';
import type { Database } from '../../../src/database/transactions/database';
import type { WebhookBatch } from '../../../src/database/repositories/webhook-batch';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Endpoints, FINE } from '../../support/endpoints';
import { openStore, testServices } from '../../support/service';

/**
 * events.md §2: a receiver that says 410 is disabled. However much was still to be sent, no statement grows with it: one that
 * ran out of time would be run again with the next 410, and with it would wait what came of every other endpoint.
 */

let database: TestDatabase;
let store: Database;
let endpoints: Endpoints;
const services = testServices();
/** What one statement disables at most (sql/webhooks/disable_pending.sql). */
const AT_ONCE = 1_000;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
  endpoints = new Endpoints(store, services);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const turn = (): Promise<WebhookBatch> =>
  processWebhookBatch({ store, metrics: services.metrics }, [], { endpoints: 64, leaseSeconds: 45 });

async function counts(agentId: string): Promise<Record<string, number>> {
  const rows = await store.query<{ state: string; count: number }>({
    text: 'SELECT state, count(*)::int FROM webhook_delivery WHERE agent_id = $1 GROUP BY state',
    values: [agentId],
  });
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test('a backlog ends with its endpoint, so many deliveries at a time, and nothing of it is sent meanwhile', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  for (let told = 0; told < 2.5 * AT_ONCE; told += 500) await endpoints.tell(agentId, 500);
  const [first] = (await turn()).claimed;
  if (first === undefined) throw new Error('nothing was claimed');
  await store.query({
    text: `UPDATE webhook_endpoint SET (leased_delivery_ids, lease_tokens, leased_until) = (ARRAY[$2::uuid], lease_tokens[1:1], leased_until[1:1])
      WHERE agent_id = $1`,
    values: [agentId, first.deliveryId],
  });
  const gone = { ...FINE, status: 410, error: 'http_status' as const };
  const ended = { claimed: first, attemptedAt: await store.now(), answer: gone, tookMs: 1, jitter: 0 };
  await store.inTransaction((tx) => recordFailedAttempts({ tx, services }, [ended]));

  expect(await counts(agentId)).toEqual({ disabled: AT_ONCE, pending: 1.5 * AT_ONCE });
  // Which is as it should be: somebody will look at them.
  expect(await store.query({ text: 'SELECT detail FROM audit_d3_scheduled' })).toEqual([]);
  expect(await turn()).toMatchObject({ claimed: [], more: true });
  expect(await counts(agentId)).toEqual({ disabled: 2 * AT_ONCE, pending: AT_ONCE / 2 });
  expect(await turn()).toMatchObject({ claimed: [], more: false });
  expect(await counts(agentId)).toEqual({ disabled: 2.5 * AT_ONCE });
  const endpoint = {
    text: 'SELECT due_at, leased_delivery_ids FROM webhook_endpoint WHERE agent_id = $1',
    values: [agentId],
  };
  expect(await store.query(endpoint)).toEqual([{ due_at: null, leased_delivery_ids: [] }]);
});
