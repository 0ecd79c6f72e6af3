import { type CompletedAttempt, recordFailedAttempts } from '../../../src/operations/commands/webhook-attempt';
import { partitionByOutcome, processWebhookBatch } from '../../../src/operations/commands/webhook-batch';
import type { WebhookResponse } from '../../../src/operations/ports';
import type { Database } from '../../../src/database/transactions/database';
import type { ClaimedDelivery, WebhookBatch } from '../../../src/database/repositories/webhook-batch';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { CLAIMED_AGAIN, Endpoints, FINE, GIVEN_BACK } from '../../support/endpoints';
import { openStore, testServices } from '../../support/service';

/**
 * events.md §2: only 2xx is success. What arrives at an endpoint where nothing else failed is written by the function that
 * claims (sql/webhooks/acknowledge.sql), otherwise as decided (domain/webhook.ts). Both are one rule.
 */

let database: TestDatabase;
let store: Database;
let endpoints: Endpoints;
const services = testServices();

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
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

/** What happens to an endpoint ($1) and its deliveries while they are under way; what then is to be found there. */
const meanwhile: readonly (readonly [string, readonly string[], object])[] = [
  ['nothing happened', [], { ...WRITTEN, tries: 1, attempts: 1 }],
  [
    'it had been tried before',
    [delivery(`tries = 2, attempts = 2, first_attempt_at = ${LONG_AGO}`)],
    { ...WRITTEN, tries: 3, attempts: 3, first_attempt_at: new Date('2026-01-01') },
  ],
  ['it is repeated by hand', [delivery('tries = 0, attempts = 10')], { ...WRITTEN, tries: 1, attempts: 11 }],
  ['the endpoint was failing', [FAILING], { ...WRITTEN, failing_since: null }],
  [
    'the endpoint was disabled',
    [FAILING, DISABLED, endedAs('disabled')],
    { ...WRITTEN, ended_at: new Date('2026-01-01'), failing_since: new Date('2026-01-01') },
  ],
  ['the endpoint was disabled, and its deliveries not yet', [FAILING, DISABLED], WRITTEN],
  [
    'the endpoint was disabled, and enabled again',
    [endedAs('disabled'), PATCHED, FAILING],
    { ...WRITTEN, ended_at: new Date('2026-01-01'), failing_since: new Date('2026-01-01') },
  ],
  ['the delivery went dead', [endedAs('dead')], { ...WRITTEN, ended_at: new Date('2026-01-01') }],
  ['its address was patched', [FAILING, PATCHED], { ...WRITTEN, failing_since: new Date('2026-01-01') }],
  ['its address was cleared', [FAILING, PATCHED.replace(/'.*'/, 'NULL, push_notifications = false')], WRITTEN],
  [
    'its lease ran out and another has it',
    [FAILING, CLAIMED_AGAIN],
    { state: 'pending', attempts: 0, failing_since: new Date('2026-01-01'), logged: null },
  ],
  ['it was given back', [FAILING, GIVEN_BACK], { state: 'pending', attempts: 0, logged: null }],
];

/** The rows of a delivery and its endpoint, without what is different for every delivery; when it ended, if that was before. */
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

/** A worker's turn, which looks at so many endpoints. */
async function turn(arrived: readonly CompletedAttempt[], endpoints: number): Promise<WebhookBatch> {
  return processWebhookBatch({ store, metrics: services.metrics }, arrived, { endpoints, leaseSeconds: 45 });
}

/** Agents that are told so many events each, with all of it under way. */
async function underWay(...counts: readonly number[]): Promise<ClaimedDelivery[][]> {
  const agents: string[] = [];
  for (const count of counts) {
    const agentId = await endpoints.newAgent(URL);
    await endpoints.tell(agentId, count);
    agents.push(agentId);
  }
  const { claimed } = await turn([], 64);
  return agents.map((agentId) => claimed.filter((one) => one.agentId === agentId));
}

test.each(meanwhile)(
  'what arrives is written by one rule, whatever else the endpoint did: %s',
  async (_, events, kept) => {
    const [[alone], [failed, beside]] = (await underWay(1, 2)) as [
      [ClaimedDelivery],
      [ClaimedDelivery, ClaimedDelivery],
    ];
    // Both would be due again where nothing is written.
    const due = new Date();
    for (const one of [alone, beside]) {
      await store.query({ text: delivery('due_at = $2'), values: [one.agentId, due] });
      for (const text of events) await store.query({ text, values: [one.agentId] });
    }
    const attemptedAt = await store.now();
    const ended = (claimed: ClaimedDelivery, answer: WebhookResponse): CompletedAttempt => ({
      ...{ claimed, attemptedAt, answer, tookMs: 7, jitter: 0 },
    });
    const batch = [ended(alone, ARRIVED), ended(failed, FAILED), ended(beside, ARRIVED)];
    const { acknowledged: arrived, failed: judged } = partitionByOutcome(batch);
    expect([arrived, judged]).toEqual([batch.slice(0, 1), batch.slice(1)]);
    await store.inTransaction((tx) => recordFailedAttempts({ tx, services }, judged));
    const { staleClaims: unwritten, manualRedeliveries: repeated, at } = await turn(arrived, 0);
    const row = await rowsOf(alone);
    expect(row).toMatchObject(kept);
    expect(await rowsOf(beside)).toEqual(row);
    const { logged, tries, attempts } = row as {
      readonly logged: unknown;
      readonly tries: number;
      readonly attempts: number;
    };
    expect(unwritten).toEqual(new Set(logged === null ? [alone.deliveryId] : []));
    expect(repeated).toEqual(new Set(tries === attempts ? [] : [alone.deliveryId]));
    const endpoint = {
      text: 'SELECT due_at, leased_delivery_ids FROM webhook_endpoint WHERE agent_id = $1',
      values: [alone.agentId],
    };
    const [{ leased_delivery_ids: leased } = {}] = await store.query<{ leased_delivery_ids?: string[] }>(endpoint);
    expect(await store.query(endpoint)).toMatchObject([{ due_at: at }]);
    if (logged !== null) expect(leased).toEqual([]);
    await turn([], 64);
    // What is not written may be under way with another worker, or is so now.
    expect(await store.query(endpoint)).toMatchObject([
      { leased_delivery_ids: logged === null ? [alone.deliveryId] : [] },
    ]);
  },
);
