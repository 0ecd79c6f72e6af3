import { keyOf } from '../../../src/domain/keys';
import type { Database } from '../../../src/database/transactions/database';
import { startTestApp, type TestApp } from '../../../test/support/app';
import type { BuiltProcess } from '../../../test/support/built';
import { pushedParty, type PushedParty, richPushedParty, verified } from '../../../test/support/webhook-agents';
import { type Received, type Receiver, startReceiver } from '../../../test/support/receiver';
import { openStore } from '../../../test/support/service';
import { until } from '../../../test/support/actors';
import { SeededRandom, forEachConcurrently, runAll } from './seeded-random';
import { WebhookReceivers, type Kind, KINDS } from './webhook-receivers';
import { creditAll, loadDeliveries, completeTrade, type Pair, addTradeEvents, type DeliveryRow, TYPES } from './trades';
import { type ProcessPool, workerPool } from './processes';

/** Webhook guarantees while workers are killed. */

const KILLS = Number(process.env['CHAOS_KILLS'] ?? 8);
const AGENTS = 200;
/** Events for each agent. Half of the agents trade, and get the events of a complete trade first. */
const EVENTS = 25;
const TRADE_EVENTS = 7;
/** Principals that are credited in one transaction. */
const CREDITED_AT_ONCE = 10;

interface Agent {
  readonly kind: Kind;
  readonly path: string;
  readonly party: PushedParty;
}

let app: TestApp;
let store: Database;
let receiver: Receiver;
let receivers: WebhookReceivers;
let workers: ProcessPool<BuiltProcess>;
let random: SeededRandom;
const agents: Agent[] = [];
/** Deliveries in flight when a worker was killed: `agent event` with a count. */
const orphaned = new Map<string, number>();
let inFlight = 0;
let deliveries: DeliveryRow[];
let arrivals: Map<string, Received[]>;

async function register(kind: Kind, at: number): Promise<void> {
  const path = `/${kind}-${String(at)}`;
  const register = isTrader(at) ? richPushedParty : pushedParty;
  agents[at] = { kind, path, party: await register(app, receivers.urlOf(kind, path), TYPES) };
}

const isTrader = (at: number): boolean => at < AGENTS / 2;

function pairs(): Pair[] {
  return agents.flatMap((agent, at) => {
    const other = agents[at + 1];
    return at % 2 === 0 && isTrader(at) && other ? [{ provider: agent.party, consumer: other.party }] : [];
  });
}

/** Creates the events: real trades first, then events written directly to the database. */
async function createEvents(): Promise<void> {
  await forEachConcurrently(pairs(), 4, async (pair) => {
    const tradeId = await completeTrade(pair);
    for (let n = TRADE_EVENTS; n < EVENTS; n += 1) await addTradeEvents(store, tradeId);
  });
  const others = agents.filter((_, at) => !isTrader(at)).map(({ party }) => party);
  for (let n = 0; n < EVENTS; n += 1) {
    for (let from = 0; from < others.length; from += CREDITED_AT_ONCE) {
      await creditAll(store, others.slice(from, from + CREDITED_AT_ONCE));
    }
  }
}

/** Records all deliveries in flight. A killed worker's leases look like those of the other worker. */
async function recordOrphans(): Promise<void> {
  const rows = await app.sql<{ agent_id: string; event_id: string }>(
    `SELECT w.agent_id, d.event_id FROM webhook_endpoint w, unnest(w.leased_delivery_ids, w.leased_until) AS l (delivery_id, until)
       JOIN webhook_delivery d USING (delivery_id) WHERE l.until > now()`,
  );
  inFlight += rows.length;
  for (const { agent_id, event_id } of rows) {
    const key = `${agent_id} ${event_id}`;
    orphaned.set(key, (orphaned.get(key) ?? 0) + 1);
  }
}

async function countPending(): Promise<number> {
  const live = agents.filter(({ kind }) => KINDS[kind].live).map(({ party }) => party.agentId);
  const [row] = await app.sql<{ waiting: number }>(
    `SELECT ((SELECT count(*) FROM trade WHERE settled_at IS NULL) + (SELECT count(*) FROM event WHERE sequence IS NULL)
       + (SELECT count(*) FROM webhook_delivery WHERE agent_id = ANY ($1) AND state = 'pending'))::int AS waiting`,
    [live],
  );
  return row?.waiting ?? 0;
}

beforeAll(async () => {
  random = SeededRandom.fromEnvironment('chaos, webhooks');
  receiver = await startReceiver();
  receivers = new WebhookReceivers(receiver);
  await receivers.open();
  const settings = {
    ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,1,2,2,2,2',
    ATS_WEBHOOK_TIMEOUT_SECONDS: '5',
  };
  app = await startTestApp({ ATS_ROLE: 'api', ...settings });
  store = await openStore(app.ownerUrl);
  workers = workerPool({ ...settings, DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: app.dataDir });
  const kinds = (Object.keys(KINDS) as Kind[]).flatMap((kind) => Array<Kind>(KINDS[kind].count).fill(kind));
  const drawn = kinds.map((kind) => ({ kind, place: random.next() })).sort((a, b) => a.place - b.place);
  expect(drawn).toHaveLength(AGENTS);
  await forEachConcurrently(drawn, 8, ({ kind }, at) => register(kind, at));
}, 300_000);
afterAll(async () => {
  await workers.stop();
  await store.close();
  await app.stop();
  await receiver.stop();
}, 300_000);

test(`should end every delivery to a live endpoint for 200 agents, 5,000 events and ten kinds of receivers, with ${String(KILLS)} worker kills`, async () => {
  await workers.start(2);
  const startedAt = performance.now();
  let failed = false;
  const kills = workers.killRepeatedly(random, () => failed || workers.kills >= KILLS, recordOrphans);
  await runAll(() => (failed = true), [createEvents(), kills]);
  const killsEndedAt = performance.now();
  await until(countPending, (count) => count === 0, 180_000);
  const [took, rest] = [killsEndedAt - startedAt, performance.now() - killsEndedAt].map((ms) => (ms / 1000).toFixed(1));
  console.log(`events and kills took ${took ?? ''} s, what was left after that ${rest ?? ''} s`);
  deliveries = await loadDeliveries(app);
  arrivals = receivers.byPath();
  expect(deliveries.length).toBeGreaterThanOrEqual(AGENTS * EVENTS);
}, 400_000);

const deliveriesTo = ({ party }: Agent): DeliveryRow[] =>
  deliveries.filter(({ agent_id }) => agent_id === party.agentId);
const webhookId = (request: Received): string => String(request.headers['webhook-id']);

test('every live endpoint gets every event at least once', () => {
  for (const agent of agents.filter(({ kind }) => KINDS[kind].live)) {
    const received = new Set(
      (arrivals.get(agent.path) ?? []).filter((request) => receivers.answered.has(request)).map(webhookId),
    );
    const rows = deliveriesTo(agent);
    expect([...received].sort()).toEqual(rows.map(({ event_id }) => keyOf('evt', event_id)).sort());
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['delivered']));
  }
});

test('the official package verifies every attempt, and its bytes equal the payload of the event', () => {
  for (const agent of agents) {
    const frozen = new Map(deliveriesTo(agent).map(({ event_id, payload }) => [keyOf('evt', event_id), payload]));
    for (const request of arrivals.get(agent.path) ?? []) {
      expect(request.body).toBe(frozen.get(webhookId(request)));
      verified(request, agent.party.secrets);
    }
  }
});

test('duplicates do not exceed the deliveries in flight at the kills', () => {
  let [duplicates, timeouts] = [0, 0];
  for (const agent of agents) {
    const rows = new Map(deliveriesTo(agent).map((row) => [keyOf('evt', row.event_id), row]));
    const answered = new Map<string, number>();
    for (const request of (arrivals.get(agent.path) ?? []).filter((arrival) => receivers.answered.has(arrival))) {
      answered.set(webhookId(request), (answered.get(webhookId(request)) ?? 0) + 1);
    }
    for (const [id, count] of answered) {
      const row = rows.get(id);
      const allowed = (orphaned.get(`${agent.party.agentId} ${row?.event_id ?? ''}`) ?? 0) + (row?.timeouts ?? 0);
      duplicates += count - 1;
      timeouts += row?.timeouts ?? 0;
      expect({ id, path: agent.path, again: count - 1 <= allowed }).toEqual({ id, path: agent.path, again: true });
    }
  }
  console.log(
    `${String(deliveries.length)} deliveries, ${String(receiver.received.length)} attempts, ${String(workers.kills)} kills, in flight at the kills ${String(inFlight)}, duplicates ${String(duplicates)}, timed-out attempts ${String(timeouts)}`,
  );
  expect(duplicates).toBeLessThanOrEqual(inFlight + timeouts);
});

// A busy machine may delay this process for seconds, so deliveries that timed out prove no order.
const deliveriesWithoutTimeout = (agent: Agent): Map<string, DeliveryRow> =>
  new Map(deliveriesTo(agent).flatMap((row) => (row.timeouts === 0 ? [[keyOf('evt', row.event_id), row]] : [])));

test('the first attempts for events of one trade arrive in order', () => {
  let compared = 0;
  for (const agent of agents.filter(({ kind }) => kind !== 'unreachable' && kind !== 'hanging')) {
    const seen = deliveriesWithoutTimeout(agent);
    const first = [...new Set((arrivals.get(agent.path) ?? []).map(webhookId))].flatMap((id) => seen.get(id) ?? []);
    const ofTrade = first.filter(({ trade_id }) => trade_id !== null).map(({ sequence }) => sequence);
    expect(ofTrade).toEqual([...ofTrade].sort((a, b) => a - b));
    compared += ofTrade.length;
  }
  expect(compared).toBeGreaterThan(1000);
});

test('a receiver that answers 429 gets the pause that it asked for', () => {
  for (const agent of agents.filter(({ kind }) => kind === 'busy')) {
    const seen = deliveriesWithoutTimeout(agent);
    const first = new Map<string, number>();
    for (const request of (arrivals.get(agent.path) ?? []).filter((arrival) => seen.has(webhookId(arrival)))) {
      const before = first.get(webhookId(request));
      first.set(webhookId(request), before ?? request.at);
      if (before !== undefined) expect(request.at - before).toBeGreaterThan(1_900);
    }
  }
});

test('redirects are not followed, and an endpoint that answers 410 gets no more requests', async () => {
  expect(receivers.followedRedirects()).toEqual([]);
  const gone = agents.filter(({ kind }) => kind === 'gone');
  const ids = gone.map(({ party }) => party.agentId);
  const [row] = await app.sql<{ enabled: number; held: number }>(
    `SELECT (SELECT count(*)::int FROM agent WHERE agent_id = ANY ($1) AND notifications_disabled_at IS NULL) AS enabled,
       (SELECT count(*)::int FROM webhook_delivery WHERE agent_id = ANY ($1) AND state <> 'disabled') AS held`,
    [ids],
  );
  expect(row).toEqual({ enabled: 0, held: 0 });
  for (const agent of gone) {
    const orphans = deliveriesTo(agent).reduce(
      (sum, { event_id, timeouts }) => sum + timeouts + (orphaned.get(`${agent.party.agentId} ${event_id}`) ?? 0),
      0,
    );
    // Four requests run concurrently when the first answer arrives. Only a killed worker may send more.
    expect((arrivals.get(agent.path) ?? []).length).toBeLessThanOrEqual(4 + orphans);
  }
  const before = gone.map(({ path }) => receiver.of(path).length);
  await creditAll(
    store,
    gone.map(({ party }) => party),
  );
  await until(countPending, (count) => count === 0, 50_000);
  expect(gone.map(({ path }) => receiver.of(path).length)).toEqual(before);
}, 300_000);
