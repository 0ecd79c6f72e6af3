import { eventCursor } from '../../../src/domain/events/event-cursor';
import { keyOf } from '../../../src/domain/keys';
import { serializePayload } from '../../../src/database/events/event-log';
import { LISTENER } from '../../../src/database/connection/listener';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import { testServices, until } from '../../support/service';
import {
  connect,
  type Connected,
  EVENTS,
  hear,
  type Heard,
  type Instance,
  issue,
  newPrincipal,
  sign,
  type Signing,
  startInstance,
  tell,
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

const numbers = (events: readonly Heard[]) => events.map((event) => event.sequence);
const upTo = (n: number, from = 1) => Array.from({ length: n }, (_, at) => from + at);

/** Tells one event at a time until the subscription hears, so that it is known to have begun. */
async function begun(listener: { events: Heard[] }): Promise<void> {
  await until(async () => {
    if (listener.events.length > 0) return true;
    await tell(instance.store, principal, 1);
    return false;
  }, 'the subscription has begun');
}

// @spec SU1
test('without a cursor a subscription is from now on', async () => {
  await tell(instance.store, principal, 3);
  const listener = hear(socket(), { query: EVENTS });
  await begun(listener);
  const [first] = numbers(listener.events);
  expect(first).toBeGreaterThan(3);
  await tell(instance.store, principal, 2);
  await until(() => listener.events.length >= 3, 'live events');
});

// @spec SU2
// @id subscription-seam
test('with a cursor what was missed comes first, in order, then live, without gap or double across the seam', async () => {
  await tell(instance.store, principal, 250);
  let writing = true;
  let written = 250;
  const write = async (): Promise<void> => {
    for (; writing; written += 3) await tell(instance.store, principal, 3);
  };
  const writer = write();
  const from = 20;
  const listeners = upTo(4).map(() =>
    hear(socket(), { query: EVENTS, variables: { after: eventCursor(BigInt(from)) } }),
  );
  await until(() => listeners.every(({ events }) => events.length > 300), 'missed and live events');
  writing = false;
  await writer;
  for (const { events } of listeners) {
    await until(() => events.length >= written - from, 'every event');
    expect(numbers(events)).toEqual(upTo(written - from, from + 1));
  }
});

test('a subscription that was cut off goes on after the last cursor it heard', async () => {
  const first = socket();
  const before = hear(first, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await tell(instance.store, principal, 5);
  await until(() => before.events.length === 5, 'five events');
  await first.client.dispose();
  await tell(instance.store, principal, 5);
  const after = hear(socket(), { query: EVENTS, variables: { after: before.events.at(-1)?.cursor } });
  await until(() => after.events.length === 5, 'the five missed');
  expect(numbers([...before.events, ...after.events])).toEqual(upTo(10));
});

test('catching up with thousands of missed events closes nothing', async () => {
  await tell(instance.store, principal, 3_000);
  const listener = hear(socket(), { query: EVENTS, variables: { after: eventCursor(0n) } });
  await until(() => listener.events.length === 3_000, 'three thousand events');
  expect(numbers(listener.events)).toEqual(upTo(3_000));
});

// @spec SU3
test('types, tradeCompleted and tradeFailed hear only theirs', async () => {
  const after = eventCursor(0n);
  await tell(instance.store, principal, 120);
  await tell(instance.store, principal, 1, 'trade.completed');
  await tell(instance.store, principal, 1, 'trade.failed');
  await tell(instance.store, principal, 1, 'proposal.created');
  const connected = socket();
  const field = (name: string) => `subscription { ${name}(after: "${after}") { sequence cursor type } }`;
  const chosen = hear(connected, { query: EVENTS, variables: { after, types: ['PROPOSAL_CREATED', 'TRADE_FAILED'] } });
  const completed = hear(connected, { query: field('tradeCompleted') });
  const failed = hear(connected, { query: field('tradeFailed') });
  await until(
    () => chosen.events.length === 2 && completed.events.length === 1 && failed.events.length === 1,
    'theirs',
  );
  await tell(instance.store, principal, 5);
  await tell(instance.store, principal, 1, 'trade.completed');
  await until(() => completed.events.length === 2, 'the live one');
  expect(chosen.events.map((event) => event.type)).toEqual(['TRADE_FAILED', 'PROPOSAL_CREATED']);
  expect(numbers(completed.events)).toEqual([121, 129]);
  expect(numbers(failed.events)).toEqual([122]);
});

// @spec EV3
test('an event has the fields of its type, the same on every transport', async () => {
  const fields = 'id eventId cursor type sequence subjectKey timestamp data trade { tradeKey }';
  const listener = hear<Record<string, unknown>>(socket(), {
    query: `subscription { events(after: "${eventCursor(0n)}") { ${fields} } }`,
  });
  await tell(instance.store, principal, 1);
  await until(() => listener.events.length === 1, 'the event');
  const [row] = await owner.sql<{ payload: string }>('SELECT payload FROM event WHERE principal_id = $1', principal);
  const { id, timestamp, sequence, cursor, data } = JSON.parse(row?.payload ?? '') as Record<string, unknown>;
  const subjectKey = keyOf('prn', principal);
  expect(listener.events).toEqual([
    { id, eventId: id, cursor, type: 'TICKETS_CREDITED', sequence, subjectKey, timestamp, data, trade: null },
  ]);
});

// @spec EV5
test.each([
  ['another principal', { principalKey: keyOf('prn', newId()) }, 'principal_access_denied', 403],
  ['what is no cursor', { after: 'nonsense' }, 'validation_failed', 400],
  ['a cursor beyond the newest event', { after: eventCursor(99n) }, 'validation_failed', 400],
  ['no types at all', { types: [] }, 'validation_failed', 400],
  ['a type that there is not', { types: ['TRADE_LOST'] }, 'validation_failed', 400],
])('a subscription to %s is refused with an error message', async (_what, variables, code, status) => {
  const connected = socket();
  const listener = hear(connected, { query: EVENTS, variables });
  await listener.ended;
  const requestId = expect.stringMatching(/^req_/) as unknown;
  expect(listener.errors).toMatchObject([{ extensions: { code, status, requestId } }]);
  expect(listener.events).toEqual([]);
  // The socket and its other subscriptions live on.
  const other = hear(connected, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await tell(instance.store, principal, 1);
  await until(() => other.events.length === 1, 'another subscription');
});

// @spec SU13
test.each([
  ['a query', '{ principal { id } }', 'query_refused'],
  ['a mutation', 'mutation { activateTrade(input: { tradeKey: "trd_x" }) { trade { id } } }', 'query_refused'],
  ['what is no GraphQL', 'subscription {', 'validation_failed'],
  ['a field that there is not', 'subscription { news { id } }', 'validation_failed'],
  [
    'too many aliases',
    `subscription { events { ${upTo(31)
      .map((n) => `a${String(n)}: id`)
      .join(' ')} } }`,
    'query_refused',
  ],
])('%s over a socket is refused', async (_what, query, code) => {
  const listener = hear(socket(), { query });
  await listener.ended;
  expect(listener.errors).toMatchObject([{ extensions: { code } }]);
});

// @spec SU11
test('the 21st subscription of a socket is refused; one that ended makes room', async () => {
  const connected = socket();
  const variables = { after: eventCursor(0n) };
  const listeners = upTo(20).map(() => hear(connected, { query: EVENTS, variables }));
  await tell(instance.store, principal, 1);
  await until(() => listeners.every(({ events }) => events.length === 1), 'twenty subscriptions');
  const extra = hear(connected, { query: EVENTS, variables });
  await extra.ended;
  expect(extra.errors).toMatchObject([{ extensions: { code: 'query_refused', limit: 'subscriptions', maximum: 20 } }]);
  listeners[0]?.stop();
  await listeners[0]?.ended;
  const next = hear(connected, { query: EVENTS, variables });
  await until(() => next.events.length === 1, 'a subscription in its place');
});

// @spec SU14
// @id subscription-of-human
test('the console hears as the human it acts for, as long as the human is bound', async () => {
  const platform = await issue(instance.store, services, { role: 'console' });
  const human = newId();
  await owner.sql(`INSERT INTO human VALUES ($1, 'test', $2, now())`, human, human);
  await owner.sql(`INSERT INTO binding VALUES ($1, $2, $3, 'viewer', now())`, newId(), principal, human);
  const connected = socket(platform, { 'x-acting-provider': 'test', 'x-acting-subject': human });
  const variables = { principalKey: keyOf('prn', principal), after: eventCursor(0n) };
  const listener = hear(connected, { query: EVENTS, variables });
  await tell(instance.store, principal, 1);
  await until(() => listener.events.length === 1, 'an event');
  await owner.sql('DELETE FROM binding WHERE human_id = $1', human);
  await tell(instance.store, principal, 1);
  await listener.ended;
  expect(listener.events).toHaveLength(1);
  expect(listener.errors).toMatchObject([{ extensions: { code: 'principal_access_denied' } }]);
  const unnamed = hear(socket(platform), { query: EVENTS, variables });
  await unnamed.ended;
  expect(unnamed.errors).toMatchObject([{ extensions: { code: 'acting_headers_required' } }]);
});

test('an event is the same live and missed, by a document that is compiled by then and by one that never is', async () => {
  const fields = 'eventId __typename cursor type sequence subjectKey timestamp data trade { id }';
  const plain = `subscription ($after: String) { events(after: $after) { id ${fields} } }`;
  const never = `subscription ($after: String) { events(after: $after) { id @include(if: true) ${fields} } }`;
  const variables = { after: eventCursor(0n) };
  const live = [plain, never].map((query) => hear<object>(socket(), { query, variables }));
  for (let told = 1; told <= 6; told += 1) {
    await tell(instance.store, principal, 1, 'tickets.credited', {
      name: 'Zoë " ✓ \\',
      none: null,
      nested: [{ told }],
    });
    await until(() => live.every(({ events }) => events.length === told), 'everyone has heard it');
  }
  const missed = [plain, never].map((query) => hear<object>(socket(), { query, variables }));
  await until(() => missed.every(({ events }) => events.length === 6), 'what was missed');
  const [first] = live;
  for (const { events } of [...live, ...missed]) expect(events).toEqual(first?.events);
  expect(first?.events[5]).toMatchObject({ type: 'TICKETS_CREDITED', sequence: 6, trade: null });
});

// @id event-found-by-poll
test('an event nobody was notified of is heard by the poll', async () => {
  const listener = hear(socket(), { query: EVENTS, variables: { after: eventCursor(0n) } });
  await tell(instance.store, principal, 1);
  await until(() => listener.events.length === 1, 'a first event');
  const second = { eventId: newId(), type: 'tickets.credited', createdAt: new Date(), sequence: 2n, data: {} } as const;
  await owner.sql(
    `WITH head AS (UPDATE event_head SET sequence = 2 WHERE principal_id = $1)
     INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at, sequence, payload)
     VALUES ($2, $1, 'tickets.credited', 'prn', '{}', $3, 2, $4)`,
    principal,
    second.eventId,
    second.createdAt,
    serializePayload(second),
  );
  await until(() => listener.events.length === 2, 'the second event');
});

test('a listening connection that is lost comes back, and what was told meanwhile is heard', async () => {
  const polls = 3_600_000;
  const patient = await startInstance(database.url, services, polls);
  const made = connect(patient.url, { headers: sign(patient.url, credential) });
  const listener = hear(made, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await tell(instance.store, principal, 1);
  await until(() => listener.events.length === 1, 'a first event');
  await owner.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${LISTENER}'`,
  );
  await until(async () => {
    const rows = await owner.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${LISTENER}'`,
    );
    return rows.length === 0;
  }, 'nobody listens');
  await tell(instance.store, principal, 1);
  await until(() => listener.events.length === 2, 'the event told meanwhile');
  expect(services.log.lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
  await made.client.dispose();
  await patient.stop();
});
