import { eventCursor, sequenceOfCursor } from '../../../src/domain/events/event-cursor';
import type { NewEvent } from '../../../src/domain/effects';
import { Refusal } from '../../../src/domain/errors/errors';
import { keyOf } from '../../../src/domain/keys';
import { applyEffects } from '../../../src/database/repositories/decisions';
import {
  EVENTS_CHANNEL,
  findEvents,
  parseHeads,
  newestSequence,
  assignSequences,
  type StoredEvent,
} from '../../../src/database/events/event-log';
import { openListener } from '../../../src/database/connection/listener';
import type { Database, Tx } from '../../../src/database/transactions/database';
import { outboxRelay } from '../../../src/workers/outbox-relay';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { eventsAfter } from '../../support/event-log';
import { newId } from '../../support/ledger';
import { preparedPlan } from '../../support/plan';
import { openStore, until } from '../../support/service';
import { WAITING } from '../../support/waiting';

let database: TestDatabase;
let store: Database;
let other: Database;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
  other = await openStore(database.url);
});
afterAll(async () => {
  await store.close();
  await other.close();
  await database.drop();
});

async function newPrincipal(): Promise<string> {
  const id = newId();
  await store.query({
    text: `INSERT INTO principal VALUES ($1, 'P', 20, 1000000, 1000000, now())`,
    values: [id],
  });
  return id;
}

function eventOf(principalId: string, more: Partial<NewEvent> = {}): NewEvent {
  const principal_key = keyOf('prn', principalId);
  const data = { principal_key, session_id: 'cs_test_1', tickets_stamps: 1000 };
  return {
    eventId: newId(),
    principalId,
    type: 'tickets.credited',
    subjectKey: principal_key,
    tradeId: null,
    data,
    ...more,
  };
}

const writeEvents = (events: readonly NewEvent[]): Promise<void> =>
  store.inTransaction((tx) => applyEffects(tx, { events }));

async function assignAll(database: Database = store): Promise<void> {
  while ((await database.inTransaction((tx) => assignSequences(tx, 500))) > 0);
}

/** Reads a log by cursor until it has `count` events. */
async function readLog(principalId: string, count: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  let cursor = eventCursor(0n);
  await until(async () => {
    const page = await eventsAfter(store, principalId, sequenceOfCursor(cursor), undefined, 50);
    events.push(...page);
    const last = page.at(-1);
    if (last) cursor = eventCursor(last.sequence);
    return events.length >= count;
  }, 'a reader of the log has every event');
  return events;
}

// @spec EV1
// @id relay-gap-free
test('should assign gap-free sequences with 12 concurrent writers and two relays, so that a reader misses and repeats none', async () => {
  const principals = await Promise.all(Array.from({ length: 4 }, newPrincipal));
  const written = new Map<string, string[]>(principals.map((id) => [id, []]));
  // Paging by id would lose the events of a later transaction that commits earlier.
  const write = async (writer: number): Promise<void> => {
    for (let round = 0; round < 15; round += 1) {
      const events = principals.filter((_, at) => (writer + round + at) % 2 === 0).map((id) => eventOf(id));
      await store.inTransaction(async (tx) => {
        await applyEffects(tx, { events });
        await tx.query({ text: 'SELECT pg_sleep($1)', values: [((writer * 7 + round * 3) % 11) / 1000] });
      });
      for (const event of events) written.get(event.principalId)?.push(event.eventId);
    }
  };
  let writing = true;
  const relay = async (database: Database): Promise<void> => {
    // Small batches make the two relays conflict often.
    while (writing) await database.inTransaction((tx) => assignSequences(tx, 5));
  };
  const expected = (12 * 15) / 2;
  const readers = principals.map((id) => readLog(id, expected));
  const relays = [relay(store), relay(other)];
  await Promise.all(Array.from({ length: 12 }, (_, writer) => write(writer)));
  writing = false;
  await Promise.all(relays);
  await assignAll();
  for (const [at, id] of principals.entries()) {
    const read = (await readers[at]) ?? [];
    expect(read.map((event) => event.sequence)).toEqual(Array.from({ length: expected }, (_, n) => BigInt(n + 1)));
    expect(read.map((event) => event.eventId).sort()).toEqual([...(written.get(id) ?? [])].sort());
    expect(await newestSequence(store, id)).toBe(BigInt(expected));
  }
});

test('should send the payload of an event with its sequence: id, type, timestamp, sequence, cursor, subject, data', async () => {
  const principal = await newPrincipal();
  const event = eventOf(principal);
  await writeEvents([event]);
  const row = async () =>
    (
      await store.query<{ payload: string; sequence: bigint | null; created_at: Date }>({
        text: 'SELECT webhook_payload(e) AS payload, sequence, created_at FROM event e WHERE event_id = $1',
        values: [event.eventId],
      })
    )[0];
  expect(await row()).toMatchObject({ sequence: null });
  expect(await findEvents(store, [event.eventId])).toEqual([]);
  await assignAll();
  const sequenced = await row();
  expect(sequenced?.payload).toMatch(
    /^\{"id":"evt_\w{26}","event_id":"evt_\w{26}","type":"tickets\.credited","timestamp":"[^"]+Z","sequence":1,"cursor":"[\w-]+","subject_key":"\w+","data":\{/,
  );
  expect(JSON.parse(sequenced?.payload ?? '')).toEqual({
    id: keyOf('evt', event.eventId),
    event_id: keyOf('evt', event.eventId),
    type: 'tickets.credited',
    timestamp: sequenced?.created_at.toISOString(),
    sequence: 1,
    cursor: eventCursor(1n),
    subject_key: event.subjectKey,
    data: event.data,
  });
  expect(await findEvents(store, [event.eventId])).toMatchObject([{ eventId: event.eventId, sequence: 1n }]);
});

test('should number the events of a principal in the order of writing within a batch', async () => {
  const principal = await newPrincipal();
  const ids = Array.from({ length: 20 }, newId).sort().reverse();
  await writeEvents(ids.map((eventId) => eventOf(principal, { eventId })));
  await assignAll();
  const events = await eventsAfter(store, principal, 0n, undefined, 50);
  expect(events.map((event) => event.eventId)).toEqual(ids);
});

// @id relay-order-of-changes
test('should number the events of a transaction after those of the transaction that it waited for', async () => {
  const principal = await newPrincipal();
  const lock = (tx: Tx) =>
    tx.query({ text: 'SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', values: [principal] });
  const [waitedFor = '', waiting = ''] = [newId(), newId()].sort();
  let waitingWrite: Promise<void> | undefined;
  await store.inTransaction(async (tx) => {
    await lock(tx);
    waitingWrite = other.inTransaction(async (later) => {
      await lock(later);
      await applyEffects(later, { events: [eventOf(principal, { eventId: waitedFor })] });
    });
    await until(async () => (await store.query({ text: WAITING })).length > 0, 'the other waits for the lock');
    await applyEffects(tx, { events: [eventOf(principal, { eventId: waiting })] });
  });
  await waitingWrite;
  await assignAll();
  const events = await eventsAfter(store, principal, 0n, undefined, 50);
  expect(events.map((event) => event.eventId)).toEqual([waiting, waitedFor]);
});

// @spec EV1
test('should number no event before an earlier one that a relay had when it was cut off', async () => {
  const principal = await newPrincipal();
  const [earlier, later] = [eventOf(principal), eventOf(principal)];
  await writeEvents([earlier]);
  let second: Promise<void> | undefined;
  const cutOff = store.inTransaction(async (tx) => {
    await assignSequences(tx, 500);
    await writeEvents([later]);
    second = assignAll(other);
    await until(async () => (await store.query({ text: WAITING })).length > 0, 'the other relay waits');
    throw new Error('cut off');
  });
  await expect(cutOff).rejects.toThrow('cut off');
  await second;
  const events = await eventsAfter(store, principal, 0n, undefined, 50);
  expect(events.map(({ eventId }) => eventId)).toEqual([earlier.eventId, later.eventId]);
});

test('should read events by type and after a sequence', async () => {
  const principal = await newPrincipal();
  await writeEvents([eventOf(principal), eventOf(principal), eventOf(principal)]);
  await assignAll();
  expect(await eventsAfter(store, principal, 2n, undefined, 50)).toMatchObject([{ sequence: 3n }]);
  expect(await eventsAfter(store, principal, 0n, ['trade.completed'], 50)).toEqual([]);
  expect(await eventsAfter(store, principal, 0n, ['tickets.credited'], 2)).toHaveLength(2);
});

// @id relay-lease
test('should run one relay at a time, and assign nothing in a relay that lost its lease', async () => {
  const principal = await newPrincipal();
  const [first, second] = [outboxRelay(store, 'first'), outboxRelay(other, 'second')];
  await first.run();
  await writeEvents([eventOf(principal)]);
  expect(await second.run()).toBe(false);
  expect(await newestSequence(store, principal)).toBe(0n);
  // The lease of the first relay expires, and the second acquires it.
  await store.query({ text: `UPDATE worker_lease SET expires_at = now() - interval '1 second' WHERE name = 'relay'` });
  await second.run();
  expect(await newestSequence(store, principal)).toBe(1n);
  await writeEvents([eventOf(principal)]);
  await first.run();
  expect(await newestSequence(store, principal)).toBe(1n);
  await second.run();
  expect(await newestSequence(store, principal)).toBe(2n);
  const [lease] = await store.query({ text: `SELECT holder, token FROM worker_lease WHERE name = 'relay'` });
  expect(lease).toEqual({ holder: 'second', token: 2n });
  // A released lease is available at once.
  await second.onStop?.();
  await writeEvents([eventOf(principal)]);
  await first.run();
  expect(await newestSequence(store, principal)).toBe(3n);
  await first.onStop?.();
});

test('should notify the principals with new events, in payloads within PostgreSQL’s limit', async () => {
  const principals = await Promise.all(Array.from({ length: 300 }, newPrincipal));
  const notified = new Map<string, bigint>();
  let connected = false;
  const listening = openListener(store, {
    channels: { [EVENTS_CHANNEL]: (payload) => parseHeads(payload).forEach(([id, head]) => notified.set(id, head)) },
    connected: () => (connected = true),
    lost: (error) => {
      throw error;
    },
  });
  await until(() => connected, 'listening');
  await writeEvents(principals.flatMap((id) => [eventOf(id), eventOf(id)]));
  while ((await other.inTransaction((tx) => assignSequences(tx, 600))) > 0);
  await until(() => principals.every((id) => notified.get(id) === 2n), 'all 300 principals are told of');
  await listening.stop();
});

test('should have a constant cost per event, also with a plan from an empty queue', async () => {
  const session = await openStore(database.url, undefined, 1);
  await session.query({ text: 'SET plan_cache_mode = force_generic_plan' });
  await writeEvents([eventOf(await newPrincipal())]);
  await assignAll(session);
  const principals = await Promise.all(Array.from({ length: 300 }, newPrincipal));
  await writeEvents(principals.map((id) => eventOf(id)));
  const plan = await preparedPlan(session, 'event_assign_sequences', 300);
  await session.close();
  // The events, and the latest sequences of their principals.
  expect(plan.rows).toBe(2 * 300);
});

test.each(['', 'x', 'ZTE6', 'ZTE6MQ==', 'ZTE6LTE', 'ZTI6MQ', 'ZTE6MDE', 'ZTE6MS4w', '1', `${eventCursor(1n)} `])(
  'should refuse an invalid cursor: %p',
  (cursor) => {
    expect(() => sequenceOfCursor(cursor)).toThrow(Refusal);
    expect(() => sequenceOfCursor(cursor)).toThrow('/after');
  },
);

test('should encode the sequence in a cursor that is safe in a URL', () => {
  for (const sequence of [0n, 1n, 62n, 63n, 4_095n, 2n ** 53n - 1n]) {
    expect(sequenceOfCursor(eventCursor(sequence))).toBe(sequence);
    expect(encodeURIComponent(eventCursor(sequence))).toBe(eventCursor(sequence));
  }
});
