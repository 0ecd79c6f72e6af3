import { eventCursor } from '../../../src/domain/events/event-cursor';
import { keyOf } from '../../../src/domain/keys';
import { LISTENER } from '../../../src/database/connection/listener';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import { testServices, until } from '../../support/service';
import {
  connect,
  type Connected,
  EVENTS,
  subscribe,
  type ReceivedEvent,
  type Instance,
  issue,
  newPrincipal,
  sign,
  type Signing,
  startInstance,
  publishEvents,
} from './support';

let database: TestDatabase;
let owner: Connection;
let instance: Instance;
let principal: string;
let credential: Signing;
const services = testServices();
const open: Connected[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  instance = await startInstance(database.url, services);
});
beforeEach(async () => {
  principal = await newPrincipal(instance.store);
  credential = await issue(instance.store, services, { principalId: principal });
});
afterEach(async () => {
  for (const { client } of open.splice(0)) await client.dispose();
});
afterAll(async () => {
  await instance.stop();
  await owner.close();
  await database.drop();
});

function socket(as: Signing = credential, fields?: Record<string, string>): Connected {
  const connected = connect(instance.url, { headers: sign(instance.url, as, fields) });
  open.push(connected);
  return connected;
}

const numbers = (events: readonly ReceivedEvent[]) => events.map((event) => event.sequence);
const upTo = (n: number, from = 1) => Array.from({ length: n }, (_, at) => from + at);

/** Publishes events until the subscription receives one, so the subscription has begun. */
async function waitUntilBegun(listener: { events: ReceivedEvent[] }): Promise<void> {
  await until(async () => {
    if (listener.events.length > 0) return true;
    await publishEvents(instance.store, principal, 1);
    return false;
  }, 'the subscription has begun');
}

// @spec SU1
test('should send only new events without a cursor', async () => {
  await publishEvents(instance.store, principal, 3);
  const listener = subscribe(socket(), { query: EVENTS });
  await waitUntilBegun(listener);
  const [first] = numbers(listener.events);
  expect(first).toBeGreaterThan(3);
  await publishEvents(instance.store, principal, 2);
  await until(() => listener.events.length >= 3, 'live events');
});

// @id subscription-seam
// @spec SU2
test('should send missed events first with a cursor, then live events, without gap or duplicate', async () => {
  await publishEvents(instance.store, principal, 250);
  let writing = true;
  let written = 250;
  const write = async (): Promise<void> => {
    for (; writing; written += 3) await publishEvents(instance.store, principal, 3);
  };
  const writer = write();
  const from = 20;
  const listeners = upTo(4).map(() =>
    subscribe(socket(), { query: EVENTS, variables: { after: eventCursor(BigInt(from)) } }),
  );
  await until(() => listeners.every(({ events }) => events.length > 300), 'missed and live events');
  writing = false;
  await writer;
  for (const { events } of listeners) {
    await until(() => events.length >= written - from, 'every event');
    expect(numbers(events)).toEqual(upTo(written - from, from + 1));
  }
});

test('should resume a disconnected subscription after its last cursor', async () => {
  const first = socket();
  const before = subscribe(first, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await publishEvents(instance.store, principal, 5);
  await until(() => before.events.length === 5, 'five events');
  await first.client.dispose();
  await publishEvents(instance.store, principal, 5);
  const after = subscribe(socket(), { query: EVENTS, variables: { after: before.events.at(-1)?.cursor } });
  await until(() => after.events.length === 5, 'the five missed');
  expect(numbers([...before.events, ...after.events])).toEqual(upTo(10));
});

test('should not close a socket that catches up with thousands of missed events', async () => {
  await publishEvents(instance.store, principal, 3_000);
  const listener = subscribe(socket(), { query: EVENTS, variables: { after: eventCursor(0n) } });
  await until(() => listener.events.length === 3_000, 'three thousand events');
  expect(numbers(listener.events)).toEqual(upTo(3_000));
});

// @spec SU3
test('should filter events by types, tradeCompleted and tradeFailed', async () => {
  const after = eventCursor(0n);
  await publishEvents(instance.store, principal, 120);
  await publishEvents(instance.store, principal, 1, 'trade.completed');
  await publishEvents(instance.store, principal, 1, 'trade.failed');
  await publishEvents(instance.store, principal, 1, 'proposal.created');
  const connected = socket();
  const field = (name: string) => `subscription { ${name}(after: "${after}") { sequence cursor type } }`;
  const chosen = subscribe(connected, {
    query: EVENTS,
    variables: { after, types: ['PROPOSAL_CREATED', 'TRADE_FAILED'] },
  });
  const completed = subscribe(connected, { query: field('tradeCompleted') });
  const failed = subscribe(connected, { query: field('tradeFailed') });
  await until(
    () => chosen.events.length === 2 && completed.events.length === 1 && failed.events.length === 1,
    'the filtered events',
  );
  await publishEvents(instance.store, principal, 5);
  await publishEvents(instance.store, principal, 1, 'trade.completed');
  await until(() => completed.events.length === 2, 'the live one');
  expect(chosen.events.map((event) => event.type)).toEqual(['TRADE_FAILED', 'PROPOSAL_CREATED']);
  expect(numbers(completed.events)).toEqual([121, 129]);
  expect(numbers(failed.events)).toEqual([122]);
});

// @spec EV3
test('should send an event with the same fields as every other transport', async () => {
  const fields = 'id eventId cursor type sequence subjectKey timestamp data trade { tradeKey }';
  const listener = subscribe<Record<string, unknown>>(socket(), {
    query: `subscription { events(after: "${eventCursor(0n)}") { ${fields} } }`,
  });
  await publishEvents(instance.store, principal, 1);
  await until(() => listener.events.length === 1, 'the event');
  const [row] = await owner.sql<{ payload: string }>(
    'SELECT webhook_payload(e) AS payload FROM event e WHERE principal_id = $1',
    principal,
  );
  const { id, timestamp, sequence, cursor, data } = JSON.parse(row?.payload ?? '') as Record<string, unknown>;
  const subjectKey = keyOf('prn', principal);
  expect(listener.events).toEqual([
    { id, eventId: id, cursor, type: 'TICKETS_CREDITED', sequence, subjectKey, timestamp, data, trade: null },
  ]);
});

// @spec EV5
test.each([
  ['another principal', { principalKey: keyOf('prn', newId()) }, 'principal_access_denied', 403],
  ['an invalid cursor', { after: 'nonsense' }, 'validation_failed', 400],
  ['a cursor beyond the newest event', { after: eventCursor(99n) }, 'validation_failed', 400],
  ['an empty list of types', { types: [] }, 'validation_failed', 400],
  ['an unknown type', { types: ['TRADE_LOST'] }, 'validation_failed', 400],
])('should refuse a subscription to %s with an error message', async (_what, variables, code, status) => {
  const connected = socket();
  const listener = subscribe(connected, { query: EVENTS, variables });
  await listener.ended;
  const requestId = expect.stringMatching(/^req_/) as unknown;
  expect(listener.errors).toMatchObject([{ extensions: { code, status, requestId } }]);
  expect(listener.events).toEqual([]);
  // The socket and its other subscriptions stay open.
  const other = subscribe(connected, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await publishEvents(instance.store, principal, 1);
  await until(() => other.events.length === 1, 'another subscription');
});

// @spec SU13
test.each([
  ['a query', '{ principal { id } }', 'query_refused'],
  ['a mutation', 'mutation { activateTrade(input: { tradeKey: "trd_x" }) { trade { id } } }', 'query_refused'],
  ['invalid GraphQL', 'subscription {', 'validation_failed'],
  ['an unknown field', 'subscription { news { id } }', 'validation_failed'],
  [
    'too many aliases',
    `subscription { events { ${upTo(31)
      .map((n) => `a${String(n)}: id`)
      .join(' ')} } }`,
    'query_refused',
  ],
])('should refuse %s over a socket', async (_what, query, code) => {
  const listener = subscribe(socket(), { query });
  await listener.ended;
  expect(listener.errors).toMatchObject([{ extensions: { code } }]);
});

// @spec SU11
test('should refuse the 21st subscription of a socket, and accept one after another ended', async () => {
  const connected = socket();
  const variables = { after: eventCursor(0n) };
  const listeners = upTo(20).map(() => subscribe(connected, { query: EVENTS, variables }));
  await publishEvents(instance.store, principal, 1);
  await until(() => listeners.every(({ events }) => events.length === 1), 'twenty subscriptions');
  const extra = subscribe(connected, { query: EVENTS, variables });
  await extra.ended;
  expect(extra.errors).toMatchObject([{ extensions: { code: 'query_refused', limit: 'subscriptions', maximum: 20 } }]);
  listeners[0]?.stop();
  await listeners[0]?.ended;
  const next = subscribe(connected, { query: EVENTS, variables });
  await until(() => next.events.length === 1, 'a subscription in its place');
});

// @id subscription-of-human
// @spec SU14
test('should send events to the console while its human is bound to the principal', async () => {
  const platform = await issue(instance.store, services, { role: 'console' });
  const human = newId();
  await owner.sql(`INSERT INTO human VALUES ($1, 'test', $2, now())`, human, human);
  await owner.sql(`INSERT INTO binding VALUES ($1, $2, $3, 'viewer', now())`, newId(), principal, human);
  const connected = socket(platform, { 'x-acting-provider': 'test', 'x-acting-subject': human });
  const variables = { principalKey: keyOf('prn', principal), after: eventCursor(0n) };
  const listener = subscribe(connected, { query: EVENTS, variables });
  await publishEvents(instance.store, principal, 1);
  await until(() => listener.events.length === 1, 'an event');
  await owner.sql('DELETE FROM binding WHERE human_id = $1', human);
  await publishEvents(instance.store, principal, 1);
  await listener.ended;
  expect(listener.events).toHaveLength(1);
  expect(listener.errors).toMatchObject([{ extensions: { code: 'principal_access_denied' } }]);
  const unnamed = subscribe(socket(platform), { query: EVENTS, variables });
  await unnamed.ended;
  expect(unnamed.errors).toMatchObject([{ extensions: { code: 'acting_headers_required' } }]);
});

test('should send equal payloads live and missed, for compiled and uncompiled documents', async () => {
  const fields = 'eventId __typename cursor type sequence subjectKey timestamp data trade { id }';
  const plain = `subscription ($after: String) { events(after: $after) { id ${fields} } }`;
  const never = `subscription ($after: String) { events(after: $after) { id @include(if: true) ${fields} } }`;
  const variables = { after: eventCursor(0n) };
  const live = [plain, never].map((query) => subscribe<object>(socket(), { query, variables }));
  for (let published = 1; published <= 6; published += 1) {
    await publishEvents(instance.store, principal, 1, 'tickets.credited', {
      name: 'Zoë " ✓ \\',
      none: null,
      nested: [{ published }],
    });
    await until(() => live.every(({ events }) => events.length === published), 'every subscription has the event');
  }
  const missed = [plain, never].map((query) => subscribe<object>(socket(), { query, variables }));
  await until(() => missed.every(({ events }) => events.length === 6), 'the missed events');
  const [first] = live;
  for (const { events } of [...live, ...missed]) expect(events).toEqual(first?.events);
  expect(first?.events[5]).toMatchObject({ type: 'TICKETS_CREDITED', sequence: 6, trade: null });
});

// @id event-found-by-poll
test('should find an event by polling when its notification is lost', async () => {
  const listener = subscribe(socket(), { query: EVENTS, variables: { after: eventCursor(0n) } });
  await publishEvents(instance.store, principal, 1);
  await until(() => listener.events.length === 1, 'a first event');
  await owner.sql(
    `WITH head AS (UPDATE event_head SET sequence = 2 WHERE principal_id = $1)
     INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at, sequence)
     VALUES ($2, $1, 'tickets.credited', 'prn', '{}', now(), 2)`,
    principal,
    newId(),
  );
  await until(() => listener.events.length === 2, 'the second event');
});

test('should reconnect a lost listening connection and send the events of the meantime', async () => {
  const pollMs = 3_600_000;
  const longTimeout = await startInstance(database.url, services, pollMs);
  const made = connect(longTimeout.url, { headers: sign(longTimeout.url, credential) });
  const listener = subscribe(made, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await publishEvents(instance.store, principal, 1);
  await until(() => listener.events.length === 1, 'a first event');
  await owner.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${LISTENER}'`,
  );
  await until(async () => {
    const rows = await owner.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${LISTENER}'`,
    );
    return rows.length === 0;
  }, 'the listening connection is closed');
  await publishEvents(instance.store, principal, 1);
  await until(() => listener.events.length === 2, 'the event of the meantime');
  expect(services.log.lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
  await made.client.dispose();
  await longTimeout.stop();
});
