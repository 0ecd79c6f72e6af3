import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore } from '../../support/service';

/** What a transaction leaves for its commit (src/database/transactions/database.ts): who is woken by it must find what it wrote. */

let database: TestDatabase;
let store: Database;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const write = (tx: Tx, humanId: string): Promise<unknown> =>
  tx.query({ text: `INSERT INTO human VALUES ($1, 'local', $2, now())`, values: [humanId, humanId] });

/** Asked on another connection, at once. */
const isThere = async (humanId: string): Promise<boolean> =>
  (await store.query({ text: 'SELECT FROM human WHERE human_id = $1', values: [humanId] })).length > 0;

// @id hook-after-commit
test('Called after the commit: whoever is told finds what was written', async () => {
  const humanId = randomUUID();
  let found: Promise<boolean> | undefined;
  await store.inTransaction(async (tx) => {
    await write(tx, humanId);
    // A commit that takes its time, so that looking before it is looking too early.
    tx.beforeCommit('SELECT pg_sleep(0.2)');
    tx.afterCommit(() => {
      found = isThere(humanId);
    });
  });
  expect(await found).toBe(true);
});

// @id failed-commit-runs-no-hook
test('Never after a rollback: a commit that fails tells nobody', async () => {
  const humanId = randomUUID();
  const told: string[] = [];
  const failing = store.inTransaction(async (tx) => {
    await write(tx, humanId);
    tx.beforeCommit('SELECT 1 / 0');
    tx.afterCommit(() => told.push(humanId));
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect([told, await isThere(humanId)]).toEqual([[], false]);
});

test('What was rolled back to the savepoint tells nobody, and nothing of it goes with the commit', async () => {
  const [undone, kept] = [randomUUID(), randomUUID()];
  const told: string[] = [];
  await store.inTransaction(async (tx) => {
    await write(tx, undone);
    tx.beforeCommit('SELECT 1 / 0');
    tx.afterCommit(() => told.push(undone));
    await tx.rollbackToSavepoint();
    await write(tx, kept);
    tx.afterCommit(() => told.push(kept));
  });
  expect([told, await isThere(undone), await isThere(kept)]).toEqual([[kept], false, true]);
});
