import { type CompletedAttempt, recordDecidedAttempts } from '../../../src/operations/commands/webhook-attempt';
import { partitionByOutcome, processWebhookBatch } from '../../../src/operations/commands/webhook-batch';
import type { WebhookResponse } from '../../../src/operations/ports';
import type { Database } from '../../../src/database/transactions/database';
import type { ClaimedDelivery, WebhookBatch } from '../../../src/database/repositories/webhook-batch';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { CLAIMED_AGAIN, Endpoints, FINE, GIVEN_BACK } from '../../support/endpoints';
import { openStore, testServices } from '../../support/service';

/**
 * A successful attempt (2xx) is written by one of two functions, which must agree.
 * The claim function (sql/webhooks/acknowledge.sql) writes it if no other attempt of the endpoint failed.
 */

let database: TestDatabase;
let store: Database;
let endpoints: Endpoints;
const services = testServices();

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.ownerUrl);
  endpoints = new Endpoints(store, services);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const URL = 'http://127.0.0.1:9/';
const FAILED: WebhookResponse = { ...FINE, status: 500, error: 'http_status' };
const ARRIVED: WebhookResponse = { ...FINE, status: 200, durationMs: 7, response: Buffer.from('thanks') };
const LONG_AGO = `'2026-01-01T00:00:00Z'`;
const DISABLED = `UPDATE agent SET notifications_disabled_at = ${LONG_AGO} WHERE agent_id = $1`;
const FAILING = `UPDATE webhook_endpoint SET failing_since = ${LONG_AGO} WHERE agent_id = $1`;
const PATCHED = `UPDATE agent SET notification_url = '${URL}new' WHERE agent_id = $1`;
const delivery = (set: string): string => `UPDATE webhook_delivery SET ${set} WHERE agent_id = $1`;
const endedAs = (state: string): string =>
  delivery(`state = '${state}', due_at = NULL, ended_at = ${LONG_AGO}, first_attempt_at = ${LONG_AGO}`);

const WRITTEN = { state: 'delivered', due_at: null };

/** SQL for an endpoint ($1) during its attempts, and the expected rows afterwards. */
const meanwhile: readonly (readonly [string, readonly string[], object])[] = [
  ['nothing happened', [], { ...WRITTEN, tries: 1, attempts: 1 }],
  [
    'the delivery had an earlier attempt',
    [delivery(`tries = 2, attempts = 2, first_attempt_at = ${LONG_AGO}`)],
    { ...WRITTEN, tries: 3, attempts: 3, first_attempt_at: new Date('2026-01-01') },
  ],
  ['it is retried manually', [delivery('tries = 0, attempts = 10')], { ...WRITTEN, tries: 1, attempts: 11 }],
  ['the endpoint was failing', [FAILING], { ...WRITTEN, failing_since: null }],
  [
    'the endpoint was disabled',
    [FAILING, DISABLED, endedAs('disabled')],
    { ...WRITTEN, ended_at: new Date('2026-01-01'), failing_since: new Date('2026-01-01') },
  ],
  ['the endpoint was disabled, but not yet its deliveries', [FAILING, DISABLED], WRITTEN],
  [
    'the endpoint was disabled, and enabled again',
    [endedAs('disabled'), PATCHED, FAILING],
    { ...WRITTEN, ended_at: new Date('2026-01-01'), failing_since: new Date('2026-01-01') },
  ],
  ['the delivery went dead', [endedAs('dead')], { ...WRITTEN, ended_at: new Date('2026-01-01') }],
  ['its address was changed', [FAILING, PATCHED], { ...WRITTEN, failing_since: new Date('2026-01-01') }],
  [
    'its lease expired and another worker has it',
    [FAILING, CLAIMED_AGAIN],
    { state: 'pending', attempts: 0, failing_since: new Date('2026-01-01'), logged: null },
  ],
  ['its claim was released', [FAILING, GIVEN_BACK], { state: 'pending', attempts: 0, logged: null }],
];

/** The rows of a delivery and its endpoint, without the values that differ for every delivery. */
async function rowsOf({ deliveryId }: ClaimedDelivery): Promise<object | undefined> {
  const [row] = await store.query<object>({
    text: `SELECT d.state, d.tries, d.attempts, d.first_attempt_at, d.due_at,
        CASE WHEN d.ended_at <= ${LONG_AGO} THEN d.ended_at END AS ended_at, w.failing_since, a.logged
      FROM webhook_delivery d JOIN webhook_endpoint w USING (agent_id) CROSS JOIN LATERAL (
        SELECT jsonb_agg(to_jsonb(l) - 'delivery_id') AS logged FROM webhook_attempt l WHERE l.delivery_id = d.delivery_id) a
      WHERE d.delivery_id = $1`,
    values: [deliveryId],
  });
  return row;
}

/** Processes a batch with up to `endpoints` endpoints. */
async function processBatch(acknowledged: readonly CompletedAttempt[], maxEndpoints: number): Promise<WebhookBatch> {
  return processWebhookBatch({ store, metrics: services.metrics }, acknowledged, { maxEndpoints, leaseSeconds: 45 });
}

/** Creates agents with `count` events each, and claims all deliveries. */
async function claimDeliveries(...counts: readonly number[]): Promise<ClaimedDelivery[][]> {
  const agents: string[] = [];
  for (const count of counts) {
    const agentId = await endpoints.newAgent(URL);
    await endpoints.writeSequenced(agentId, count);
    agents.push(agentId);
  }
  const { claimed } = await processBatch([], 64);
  return agents.map((agentId) => claimed.filter((one) => one.agentId === agentId));
}

test.each(meanwhile)(
  'should write a successful attempt in the same way in both functions: %s',
  async (_, events, expectedRow) => {
    const [[single], [failed, sibling]] = (await claimDeliveries(1, 2)) as [
      [ClaimedDelivery],
      [ClaimedDelivery, ClaimedDelivery],
    ];
    // If nothing were written, both would be due again.
    const due = new Date();
    for (const one of [single, sibling]) {
      await store.query({ text: delivery('due_at = $2'), values: [one.agentId, due] });
      for (const text of events) await store.query({ text, values: [one.agentId] });
    }
    const attemptedAt = await store.now();
    const ended = (claimed: ClaimedDelivery, answer: WebhookResponse): CompletedAttempt => ({
      ...{ claimed, attemptedAt, answer, tookMs: 7, jitter: 0 },
    });
    const batch = [ended(single, ARRIVED), ended(failed, FAILED), ended(sibling, ARRIVED)];
    const { acknowledged, mixed: failedAttempts } = partitionByOutcome(batch);
    expect([acknowledged, failedAttempts]).toEqual([batch.slice(0, 1), batch.slice(1)]);
    await store.inTransaction((tx) => recordDecidedAttempts({ tx, services }, failedAttempts));
    const { staleClaims, manualRedeliveries, at } = await processBatch(acknowledged, 0);
    const row = await rowsOf(single);
    expect(row).toMatchObject(expectedRow);
    expect(await rowsOf(sibling)).toEqual(row);
    const { logged, tries, attempts } = row as {
      readonly logged: unknown;
      readonly tries: number;
      readonly attempts: number;
    };
    expect(staleClaims).toEqual(new Set(logged === null ? [single.deliveryId] : []));
    expect(manualRedeliveries).toEqual(new Set(tries === attempts ? [] : [single.deliveryId]));
    const endpoint = {
      text: 'SELECT due_at, leased_delivery_ids FROM webhook_endpoint WHERE agent_id = $1',
      values: [single.agentId],
    };
    const [{ leased_delivery_ids: leased } = {}] = await store.query<{ leased_delivery_ids?: string[] }>(endpoint);
    expect(await store.query(endpoint)).toMatchObject([{ due_at: at }]);
    if (logged !== null) expect(leased).toEqual([]);
    await processBatch([], 64);
    // A delivery that is not written may be in flight in another worker.
    expect(await store.query(endpoint)).toMatchObject([
      { leased_delivery_ids: logged === null ? [single.deliveryId] : [] },
    ]);
  },
);
