import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordData } from '../../../src/domain/trades/settlement';
import { databaseClock } from '../../../src/database/connection/clock';
import { readFaultRecords } from '../../../src/database/repositories/fault-record';
import type { Database } from '../../../src/database/transactions/database';
import { party, type Party, plannedStep, TradeScenario } from '../../unit/domain/setup';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import { Stage } from '../../support/recorded-demo';
import { openStore, until } from '../../support/service';

/** The owners of counterparties in the record of a principal: those of today, of trades completed in 180 days. */

const DAY_SECONDS = 86_400;
const MANY = 10_000;
const FEW = 500;

let database: TestDatabase;
let owner: Connection;
let store: Database;
beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  store = await openStore(database.url, databaseClock);
});
afterEach(async () => {
  expect(await owner.sql('SELECT * FROM audit_t6_reputation')).toEqual([]);
});
afterAll(async () => {
  await store.close();
  await owner.close();
  await database.drop();
});

/** Inserts a human as the owner of principals, later than their other owners. */
async function ownerOf(...principals: Party[]): Promise<string> {
  const humanId = newId();
  await owner.sql(`INSERT INTO human VALUES ($1, 'test', $2, now())`, humanId, humanId);
  for (const principal of principals) await bind(humanId, principal);
  return humanId;
}

async function bind(humanId: string, { id }: Party, by = owner): Promise<void> {
  await by.sql(`INSERT INTO binding VALUES ($1, $2, $3, 'owner', now())`, newId(), id, humanId);
}

async function unbind(humanId: string, { id }: Party): Promise<void> {
  await owner.sql('DELETE FROM binding WHERE human_id = $1 AND principal_id = $2', humanId, id);
}

/** Parties without owners. `complete` settles a trade of two of them in the past and returns its id. */
async function scene() {
  const parties = [party(), party(), party(), party()] as const;
  const stage = await Stage.set(owner, store, parties);
  const complete = (provider: Party, consumer: Party, secondsAgo = 60): Promise<string> => {
    const terms = { policyVersion: 'slash_policy_v1.1' } as const;
    const world = new TradeScenario([plannedStep(provider, consumer, 100)], terms).begin(1);
    world.submitCheckpoint(1, { status: 'confirmed' });
    world.wait(Math.floor((Date.now() - world.clock) / 1000) - secondsAgo).sweep();
    return stage.play(world);
  };
  return { parties, complete };
}

/** Runs the work in a transaction without triggers and foreign keys, which is then rolled back. */
async function inRolledBack(work: () => Promise<void>): Promise<void> {
  await owner.sql('BEGIN');
  try {
    await owner.sql('SET LOCAL session_replication_role = replica');
    await work();
  } finally {
    await owner.sql('ROLLBACK');
  }
}

/** Reads with the connection of the tests, so that it sees what is not committed. */
async function recordOf({ id }: Party): Promise<RecordData | undefined> {
  const [record] = await readFaultRecords(owner, [{ principalId: id, tradeId: null }], new Date());
  return record;
}

test('should count two counterparties with one owner once', async () => {
  const { parties, complete } = await scene();
  const [provider, first, second, third] = parties;
  await ownerOf(first, second);
  await ownerOf(third);
  await complete(provider, first);
  await complete(provider, second);
  expect(await recordOf(provider)).toMatchObject({ completed: 2, counterpartyOwners: 1 });
  await complete(provider, third);
  expect(await recordOf(provider)).toMatchObject({ completed: 3, counterpartyOwners: 2 });
  // The provider has no owner.
  expect(await recordOf(first)).toMatchObject({ completed: 1, counterpartyOwners: 0 });
});

test('should count trades of the last 180 days only', async () => {
  const { parties, complete } = await scene();
  const [provider, first, second] = parties;
  await ownerOf(first);
  await ownerOf(second);
  await complete(provider, first, 180 * DAY_SECONDS + 60);
  await complete(provider, second, 180 * DAY_SECONDS - 60);
  expect(await recordOf(provider)).toMatchObject({ completed: 1, counterpartyOwners: 1 });
  await complete(provider, first, 179 * DAY_SECONDS);
  expect(await recordOf(provider)).toMatchObject({ completed: 2, counterpartyOwners: 2 });
  // An older settlement that is recorded later changes nothing.
  await complete(provider, first, 181 * DAY_SECONDS);
  expect(await recordOf(provider)).toMatchObject({ completed: 2, counterpartyOwners: 2 });
});

test('should find the owner of an old trade behind 10,000 newer ones with one owner', async () => {
  const { parties, complete } = await scene();
  const [provider, first, second] = parties;
  await ownerOf(first);
  await ownerOf(second);
  await complete(provider, first, 2 * DAY_SECONDS);
  const tradeId = await complete(provider, second);
  await inRolledBack(async () => {
    for (const table of ['settlement', 'trade_participant']) {
      await owner.sql(
        `INSERT INTO ${table} SELECT r.* FROM ${table} t CROSS JOIN generate_series(1, $2::int) n
         CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object('trade_id', md5('trade' || n)::uuid, 'settlement_id', md5('end' || n)::uuid)) r
         WHERE t.trade_id = $1`,
        tradeId,
        MANY + 1,
      );
    }
    expect(await recordOf(provider)).toMatchObject({ completed: 3, counterpartyOwners: 2 });
  });
});

/** Inserts counterparties that one human owns, without triggers and foreign keys. */
async function addCounterparties({ id }: Party, humanId: string): Promise<void> {
  await owner.sql(
    `INSERT INTO completed_counterparty SELECT $1, gen_random_uuid(), $2, now() - n * interval '1 s' FROM generate_series(1, $3::int) n`,
    id,
    humanId,
    MANY,
  );
}

/** The number of owners in the record, and the rows that the open transaction has read for it. */
async function readOwners(principal: Party): Promise<readonly [owners: number | undefined, rows: 'few' | 'many']> {
  const read = `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables`;
  const [before] = await owner.sql<{ rows: number }>(read);
  const record = await recordOf(principal);
  const [after] = await owner.sql<{ rows: number }>(read);
  return [record?.counterpartyOwners, (after?.rows ?? Infinity) - (before?.rows ?? 0) < FEW ? 'few' : 'many'];
}

test('should read few of 10,000 counterparties with one owner, and of 10,000 owners whose trades are too old', async () => {
  const { parties, complete } = await scene();
  const [provider, first, second] = parties;
  const human = await ownerOf(first);
  await ownerOf(second);
  await complete(provider, second, 170 * DAY_SECONDS);
  await complete(provider, first, 160 * DAY_SECONDS);
  await inRolledBack(async () => {
    await addCounterparties(provider, human);
    expect(await readOwners(provider)).toEqual([2, 'few']);
    const older = `UPDATE completed_counterparty SET settled_at = settled_at - interval '11 days'`;
    await owner.sql(`${older} WHERE counterparty_id = $1`, second.id);
    expect(await readOwners(provider)).toEqual([1, 'few']);
    const aged = `UPDATE completed_counterparty SET owner_id = counterparty_id, settled_at = now() - interval '181 days'`;
    await owner.sql(`${aged} WHERE owner_id = $1`, human);
    expect(await readOwners(provider)).toEqual([0, 'few']);
  });
});

test('should take the owners of today', async () => {
  const { parties, complete } = await scene();
  const [provider, first, second] = parties;
  const one = await ownerOf(first);
  const two = await ownerOf(second);
  await complete(provider, first);
  await complete(provider, second);
  expect(await recordOf(provider)).toMatchObject({ counterpartyOwners: 2 });
  // A second owner is not the oldest one.
  await bind(two, first);
  expect(await recordOf(provider)).toMatchObject({ counterpartyOwners: 2 });
  await unbind(one, first);
  expect(await recordOf(provider)).toMatchObject({ counterpartyOwners: 1 });
  await bind(one, first);
  await owner.sql(`UPDATE binding SET role = 'viewer' WHERE human_id = $1 AND principal_id = $2`, two, first.id);
  expect(await recordOf(provider)).toMatchObject({ counterpartyOwners: 2 });
  // An owner that both have, as their second one.
  const shared = await ownerOf(provider, second);
  expect(await recordOf(provider)).toMatchObject({ counterpartyOwners: 1 });
  expect(await recordOf(second)).toMatchObject({ counterpartyOwners: 0 });
  await unbind(shared, provider);
  expect(await recordOf(provider)).toMatchObject({ counterpartyOwners: 2 });
  // Its only owner was removed.
  expect(await recordOf(second)).toMatchObject({ counterpartyOwners: 0 });
  await bind(one, provider);
  expect(await recordOf(provider)).toMatchObject({ counterpartyOwners: 1 });
  expect(await recordOf(second)).toMatchObject({ counterpartyOwners: 1 });
});

test('should see a shared owner whose two bindings are added at the same time', async () => {
  const { parties, complete } = await scene();
  const [provider, first] = parties;
  await ownerOf(provider);
  await ownerOf(first);
  await complete(provider, first);
  const human = await ownerOf();
  const other = await Connection.open(database.ownerUrl);
  try {
    const [session] = await other.sql<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const waits = { text: 'SELECT 1 FROM pg_locks WHERE pid = $1 AND NOT granted', values: [session?.pid] };
    await owner.sql('BEGIN');
    await bind(human, provider);
    const both = bind(human, first, other);
    await until(async () => (await store.query(waits)).length > 0, 'the second binding waits for the first');
    await owner.sql('COMMIT');
    await both;
  } finally {
    await other.close();
  }
  expect(await recordOf(provider)).toMatchObject({ completed: 1, counterpartyOwners: 0 });
});

const migration = readFileSync(
  join(__dirname, '..', '..', '..', 'migrations', '0026-completed-counterparties.sql'),
  'utf8',
);
const backfill = migration.slice(
  migration.indexOf('INSERT INTO completed_counterparty'),
  migration.indexOf('-- The newest counterparties'),
);

test('should count the trades that completed before the migration as the settlements did', async () => {
  const { parties, complete } = await scene();
  const [provider, first, second, third] = parties;
  await ownerOf(first, second);
  await ownerOf(provider, third);
  for (const consumer of [first, second, first, third]) await complete(provider, consumer);
  const rows = () => owner.sql('SELECT * FROM completed_counterparty ORDER BY 1, 2');
  const counted = await rows();
  expect(counted.length).toBeGreaterThanOrEqual(6);
  await inRolledBack(async () => {
    await owner.sql('DELETE FROM completed_counterparty');
    await owner.sql(backfill);
    expect(await rows()).toEqual(counted);
  });
});
