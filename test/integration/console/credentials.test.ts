import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openCredentials } from '../../../src/console/credentials';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { newFolder } from '../../support/folder';
import { openStore, testServices } from '../../support/service';

/** The console's own credentials outside production. */

let database: TestDatabase;
let store: Database;
let parent: string;
beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.ownerUrl);
  parent = newFolder('console-credentials');
});
afterAll(async () => {
  rmSync(parent, { recursive: true });
  await store.close();
  await database.drop();
});

const open = (dataDir: string) => openCredentials(store, testServices({ ATS_DATA_DIR: dataDir }));

async function countCredentials(): Promise<number> {
  const rows = await store.query<{ n: number }>({
    name: 'test_credentials',
    text: 'SELECT count(*)::int AS n FROM credential',
    values: [],
  });
  return rows[0]?.n ?? 0;
}

test('should create the data folder, and use the same credentials after a restart', async () => {
  const dataDir = join(parent, 'not', 'there');
  const first = await open(dataDir);
  expect(await open(dataDir)).toEqual(first);
  expect(await countCredentials()).toBe(2);
});

test('should create no credential if there can be no data folder', async () => {
  const before = await countCredentials();
  await expect(open('/proc/nope')).rejects.toThrow('set ATS_DATA_DIR to another folder');
  expect(await countCredentials()).toBe(before);
});

test('should create no credential if its file cannot be written', async () => {
  const before = await countCredentials();
  const dataDir = join(parent, 'occupied');
  // A folder in the place of the file: tests that run as root may write everywhere.
  mkdirSync(join(dataDir, `console-credential.console.json.${String(process.pid)}`), { recursive: true });
  await expect(open(dataDir)).rejects.toThrow('EISDIR');
  expect(await countCredentials()).toBe(before);
});
