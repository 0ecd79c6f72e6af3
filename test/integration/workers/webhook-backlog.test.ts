import { recordDecidedAttempts } from '../../../src/operations/commands/webhook-attempt';
import { processWebhookBatch } from '../../../src/operations/commands/webhook-batch';
import type { Database } from '../../../src/database/transactions/database';
import type { WebhookBatch } from '../../../src/database/repositories/webhook-batch';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Endpoints, FINE } from '../../support/endpoints';
import { openStore, testServices } from '../../support/service';

/**
 * A receiver that answers 410 is disabled, and its pending deliveries are canceled in parts.
 * A single large statement could time out again and again, and would delay all other endpoints.
 */

let database: TestDatabase;
let store: Database;
let endpoints: Endpoints;
const services = testServices();
/** Maximum deliveries that one statement cancels (sql/webhooks/disable_pending.sql). */
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

const claimBatch = (): Promise<WebhookBatch> =>
  processWebhookBatch({ store, metrics: services.metrics }, [], { maxEndpoints: 64, leaseSeconds: 45 });

async function counts(agentId: string): Promise<Record<string, number>> {
  const rows = await store.query<{ state: string; count: number }>({
    text: 'SELECT state, count(*)::int FROM webhook_delivery WHERE agent_id = $1 GROUP BY state',
    values: [agentId],
  });
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test('should cancel the backlog of a disabled endpoint in parts, and send nothing of it meanwhile', async () => {
  const agentId = await endpoints.newAgent('http://127.0.0.1:9/');
  for (let eventCount = 0; eventCount < 2.5 * AT_ONCE; eventCount += 500) await endpoints.writeSequenced(agentId, 500);
  const [first] = (await claimBatch()).claimed;
  if (first === undefined) throw new Error('nothing was claimed');
  await store.query({
    text: `UPDATE webhook_endpoint SET (leased_delivery_ids, lease_tokens, leased_until) = (ARRAY[$2::uuid], lease_tokens[1:1], leased_until[1:1])
      WHERE agent_id = $1`,
    values: [agentId, first.deliveryId],
  });
  const gone = { ...FINE, status: 410, error: 'http_status' as const };
  const ended = { claimed: first, attemptedAt: await store.now(), answer: gone, tookMs: 1, jitter: 0 };
  await store.inTransaction((tx) => recordDecidedAttempts({ tx, services }, [ended]));

  expect(await counts(agentId)).toEqual({ disabled: AT_ONCE, pending: 1.5 * AT_ONCE });
  // They stay due, so that a worker processes them.
  expect(await store.query({ text: 'SELECT detail FROM audit_d3_scheduled' })).toEqual([]);
  expect(await claimBatch()).toMatchObject({ claimed: [], more: true });
  expect(await counts(agentId)).toEqual({ disabled: 2 * AT_ONCE, pending: AT_ONCE / 2 });
  expect(await claimBatch()).toMatchObject({ claimed: [], more: false });
  expect(await counts(agentId)).toEqual({ disabled: 2.5 * AT_ONCE });
  const endpoint = {
    text: 'SELECT due_at, leased_delivery_ids FROM webhook_endpoint WHERE agent_id = $1',
    values: [agentId],
  };
  expect(await store.query(endpoint)).toEqual([{ due_at: null, leased_delivery_ids: [] }]);
});
