import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';

/** The check of the event types changes in a service that has many events and goes on. */

const folder = join(resolve(__dirname, '..', '..', '..'), 'migrations');
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const CHANGE = /ALTER TABLE event DROP CONSTRAINT event_type, ADD [^;]+;/;

let database: TestDatabase;
let owner: Connection;
let writer: Connection;
beforeAll(async () => {
  database = await freshDatabase();
  [owner, writer] = await Promise.all([Connection.open(database.ownerUrl), Connection.open(database.ownerUrl)]);
});
afterAll(async () => {
  await Promise.all([owner.close(), writer.close()]);
  await database.drop();
});

const isValid = async (): Promise<unknown> =>
  (
    await owner.sql<{ valid: boolean }>(`SELECT convalidated AS valid FROM pg_constraint WHERE conname = 'event_type'`)
  )[0]?.valid;

// @spec OP10
test('The check of the event types is validated while a transaction writes events', async () => {
  expect(await isValid()).toBe(true);
  await owner.sql(CHANGE.exec(textOf('0016-approvals.sql'))?.[0] ?? '');
  expect(await isValid()).toBe(false);
  await writer.sql('BEGIN; LOCK TABLE event IN ROW EXCLUSIVE MODE');
  try {
    // A validation that waits for the writer would fail here.
    await owner.sql(`SET lock_timeout = '1s'; ${textOf('0019-event-types.sql')}`);
  } finally {
    await writer.sql('ROLLBACK');
  }
  expect(await isValid()).toBe(true);
});

// @spec OP10
test('No migration scans the events under the lock of its new check', () => {
  const changes = readdirSync(folder).flatMap((file) => {
    const change = file.endsWith('.sql') ? CHANGE.exec(textOf(file)) : null;
    return change ? [{ file, isScan: !change[0].endsWith('NOT VALID;') }] : [];
  });
  expect(changes.length).toBeGreaterThanOrEqual(3);
  expect(changes.filter(({ isScan }) => isScan)).toEqual([]);
});
