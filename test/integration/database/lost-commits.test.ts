import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore } from '../../support/service';

/** Hooks of a transaction run after its commit, so that they see what it wrote (src/database/transactions/database.ts). */

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

/** Reads on another connection. */
const isThere = async (humanId: string): Promise<boolean> =>
  (await store.query({ text: 'SELECT FROM human WHERE human_id = $1', values: [humanId] })).length > 0;

// @id hook-after-commit
test('should call a hook after the commit, when the writes are visible', async () => {
  const humanId = randomUUID();
  let found: Promise<boolean> | undefined;
  await store.inTransaction(async (tx) => {
    await write(tx, humanId);
    // A slow commit, so that a read before it finds nothing.
    tx.beforeCommit('SELECT pg_sleep(0.2)');
    tx.afterCommit(() => {
      found = isThere(humanId);
    });
  });
  expect(await found).toBe(true);
});

// @id failed-commit-runs-no-hook
test('should call no hook if the commit fails', async () => {
  const humanId = randomUUID();
  const called: string[] = [];
  const failing = store.inTransaction(async (tx) => {
    await write(tx, humanId);
    tx.beforeCommit('SELECT 1 / 0');
    tx.afterCommit(() => called.push(humanId));
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect([called, await isThere(humanId)]).toEqual([[], false]);
});

test('should drop hooks and commit statements on a rollback to the savepoint', async () => {
  const [rolledBack, committed] = [randomUUID(), randomUUID()];
  const called: string[] = [];
  await store.inTransaction(async (tx) => {
    await write(tx, rolledBack);
    tx.beforeCommit('SELECT 1 / 0');
    tx.afterCommit(() => called.push(rolledBack));
    await tx.rollbackToSavepoint();
    await write(tx, committed);
    tx.afterCommit(() => called.push(committed));
  });
  expect([called, await isThere(rolledBack), await isThere(committed)]).toEqual([[committed], false, true]);
});
