import { RequestBudget } from '../../../src/database/transactions/request-budget';
import type { Db } from '../../../src/database/transactions/statement';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
import { openStore } from '../../support/service';

/** A rolling upgrade: the new version migrates the database while the old one goes on with statements it has prepared. */

const CONNECTIONS = 6;
const EVERY = { name: 'every_note', text: 'SELECT * FROM note' };

async function inPlace(work: (store: Database, owner: Connection) => Promise<void>): Promise<void> {
  const database = await freshDatabase();
  const owner = await Connection.open(database.ownerUrl);
  const store = await openStore(database.ownerUrl, undefined, CONNECTIONS);
  try {
    await owner.sql('CREATE TABLE note (text text); GRANT SELECT, INSERT ON note TO ats_app');
    await work(store, owner);
  } finally {
    await store.close();
    await owner.close();
    await database.drop();
  }
}

/** Runs on every connection of the pool: each query waits until all have started. */
async function prepareEverywhere(store: Database): Promise<void> {
  let waiting = 0;
  let go: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (go = resolve));
  const one = (): Promise<void> =>
    store.inTransaction(async (tx) => {
      await tx.query(EVERY);
      waiting += 1;
      if (waiting === CONNECTIONS) go();
      await all;
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

const newBudget = (): RequestBudget => new RequestBudget(1_000_000, 1_000_000);
const reads: readonly [string, (store: Database) => Db][] = [
  ['a worker’s', (store) => store],
  ['a request’s', (store) => store.readerFor(newBudget())],
];

test.each(reads)(
  'A column that a migration adds causes no error of %s reading that was prepared before',
  async (_, by) => {
    await inPlace(async (store, owner) => {
      await prepareEverywhere(store);
      await owner.sql('ALTER TABLE note ADD COLUMN more text');
      const answers = await Promise.all(Array.from({ length: 2 * CONNECTIONS }, () => by(store).query(EVERY)));
      expect(answers).toEqual(Array.from({ length: 2 * CONNECTIONS }, () => []));
    });
  },
);

test('A transaction runs once and without an error while a migration adds a column', async () => {
  await inPlace(async (store, owner) => {
    await prepareEverywhere(store);
    await owner.sql('ALTER TABLE note ADD COLUMN more text');
    await store.inTransaction(async (tx) => {
      await tx.query({ text: `INSERT INTO note (text) VALUES ('kept')` });
      await tx.query(EVERY);
    });
    expect(await owner.sql('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  });
});
