import { events, eventsOfSubject } from '../../../src/database/lists/events';
import { readPage } from '../../../src/database/sql/list-reader';
import { planList } from '../../../src/database/sql/lists';
import type { Filter } from '../../../src/database/sql/filters';
import type { StoredEvent } from '../../../src/database/events/event-log';
import { keyOf } from '../../../src/domain/keys';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import { explained } from '../../support/plan';
import { openStore } from '../../support/service';

/** Filtered events of a log whose times are not in the order of its sequences. */

const EVENTS = 400;
const [PRINCIPAL, OTHER, PROPOSAL] = [newId(), newId(), newId()];

// An event each 10 seconds. Transactions commit in another order than they begin, so times go back by up to 50 seconds.
const LOG = `INSERT INTO event (event_id, principal_id, type, subject_key, trade_id, data, created_at, sequence)
  SELECT gen_random_uuid(), p, CASE WHEN n % 100 = 0 THEN 'tickets.credited' ELSE 'proposal.created' END,
    CASE WHEN n % 50 = 0 THEN $3 ELSE 'prp_' || n END, NULL, '{}',
    timestamptz '2026-11-01' + n * interval '10 seconds' - (n * 5 % 6) * interval '10 seconds', n
  FROM unnest(ARRAY[$1, $2]::uuid[]) p, generate_series(1, ${String(EVENTS)}) n`;

let database: TestDatabase;
let owner: Connection;
let store: Awaited<ReturnType<typeof openStore>>;
let log: StoredEvent[];
beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  store = await openStore(database.ownerUrl);
  for (const id of [PRINCIPAL, OTHER]) {
    await owner.sql(`INSERT INTO principal VALUES ($1, 'P', 100, 1000000, 1000000, now())`, id);
    await owner.sql('INSERT INTO event_head (principal_id, sequence) VALUES ($1, $2)', id, EVENTS);
  }
  await owner.sql(LOG, PRINCIPAL, OTHER, keyOf('prp', PROPOSAL));
  log = await read(undefined);
});
afterAll(async () => {
  await store.close();
  await owner.close();
  await database.drop();
});

/** Reads every page. */
async function read(filter: Filter | undefined): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  let after: string | undefined;
  for (;;) {
    const args = { first: 100, after };
    const { rows, hasNextPage } = await readPage<StoredEvent>(store, events, PRINCIPAL, { args, filter });
    all.push(...rows.map(({ row }) => row));
    if (!hasNextPage) return all;
    after = rows.at(-1)?.cursor;
  }
}

const sequences = (rows: readonly StoredEvent[]): number[] => rows.map(({ sequence }) => Number(sequence));
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 1) + seconds * 1000);

test('should have a log whose times are not in the order of its sequences', () => {
  expect(sequences(log)).toEqual(Array.from({ length: EVENTS }, (_, n) => n + 1));
  const isBack = log.filter(({ createdAt }, n) => createdAt < (log[n - 1]?.createdAt ?? createdAt));
  expect(isBack.length).toBeGreaterThan(EVENTS / 10);
});

test.each([-1_000, 0, 5, 640, 1_285, 2_000, 3_990, 4_000, 9_000])(
  'should list the events from a time on, and those before it, %s s after the first',
  async (seconds) => {
    const time = at(seconds);
    const from = log.filter(({ createdAt }) => createdAt >= time);
    expect(sequences(await read({ from: time }))).toEqual(sequences(from));
    expect(sequences(await read({ to: time }))).toEqual(sequences(log.filter((event) => !from.includes(event))));
  },
);

test('should list the events between two times', async () => {
  const [from, to] = [at(1_003), at(1_997)];
  const between = log.filter(({ createdAt }) => createdAt >= from && createdAt < to);
  expect(between.length).toBeGreaterThan(EVENTS / 10);
  expect(sequences(await read({ from, to }))).toEqual(sequences(between));
});

test('should list the events between two times of several principals at once', async () => {
  const filter = { from: at(1_003), to: at(1_997) };
  const expected = sequences(await read(filter)).slice(0, 20);
  const plan = planList(events, { args: { first: 20 }, filter });
  const rows = await store.query<{ owner_id: string; sequence: string }>(plan.page([PRINCIPAL, OTHER]));
  for (const owner of [PRINCIPAL, OTHER]) {
    const own = rows.filter(({ owner_id }) => owner_id === owner).map(({ sequence }) => Number(sequence));
    expect(own.slice(0, 20)).toEqual(expected);
  }
});

test('should list the events of a subject, and none for the key of another trade', async () => {
  const subjectKey = keyOf('prp', PROPOSAL);
  const expected = log.filter((event) => event.subjectKey === subjectKey);
  expect(expected).toHaveLength(EVENTS / 50);
  expect(sequences(await read({ subjectKey }))).toEqual(sequences(expected));
  const { rows } = await readPage<StoredEvent>(store, eventsOfSubject(PRINCIPAL), subjectKey, { args: { first: 50 } });
  expect(sequences(rows.map(({ row }) => row))).toEqual(sequences(expected));
  expect(await read({ subjectKey: keyOf('trd', newId()) })).toEqual([]);
  expect(await read({ subjectKey: 'none' })).toEqual([]);
});

// @spec G26
test('A page before or after a time reads one page of events, also if the statistics have no events of that time', async () => {
  await owner.sql(
    'INSERT INTO principal SELECT gen_random_uuid(), $1, 100, 1, 1, now() FROM generate_series(1, 500)',
    'P',
  );
  await owner.sql(`INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at, sequence)
    SELECT gen_random_uuid(), p.principal_id, 'tickets.credited', 'none', '{}', timestamptz '2026-11-02', n
    FROM (SELECT principal_id FROM principal ORDER BY created_at DESC LIMIT 500) p, generate_series(1, 20) n`);
  await owner.sql('ANALYZE event');
  const MANY = 5_000;
  await owner.sql(
    `INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at, sequence)
    SELECT gen_random_uuid(), $1, 'tickets.credited', 'none', '{}', timestamptz '2026-11-03' + n * interval '1 second', $2 + n
    FROM generate_series(1, $3::bigint) n`,
    PRINCIPAL,
    EVENTS,
    MANY,
  );
  const time = new Date('2026-11-03');
  const filters: readonly Filter[] = [{ from: time }, { to: new Date(time.getTime() + 60_000) }];
  for (const [filter, direction] of filters.flatMap((one) => [[one, 'asc'] as const, [one, 'desc'] as const])) {
    const plan = planList(events, { args: { first: 20 }, orderBy: { direction }, filter });
    expect([filter, (await explained(store, plan.page([PRINCIPAL]))).rows <= 100]).toEqual([filter, true]);
  }
});
