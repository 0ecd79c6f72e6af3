import { RequestBudget, type RowMemory } from '../../../src/database/transactions/request-budget';
import type { Database } from '../../../src/database/transactions/database';
import { Refusal } from '../../../src/domain/errors/errors';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore } from '../../support/service';

/** The rows of a request that exceeds its limits, and the connection that read them. */

const ONE = { name: 'one_row', text: 'SELECT 1 AS one' };
const full: RowMemory = { hold: () => false, refusal: () => new Refusal('rate_limited', 'No room for more rows.') };
const limits: readonly [string, () => RequestBudget, string][] = [
  ['its budget', () => new RequestBudget(10, 1_000_000), 'query_refused'],
  ['the memory for rows', () => new RequestBudget(1_000_000, 1_000_000, full), 'rate_limited'],
];

let database: TestDatabase;
let store: Database;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url, undefined, 1);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

describe.each(limits)('Rows over %s', (_, newBudget, code) => {
  test('A read with too many rows is refused, also if they arrive at once', async () => {
    await expect(store.readerFor(newBudget()).query(ONE)).rejects.toMatchObject({ code });
  });

  test('A transaction with too many rows is refused', async () => {
    const work = store.inTransaction((tx) => tx.query(ONE), undefined, newBudget());
    await expect(work).rejects.toMatchObject({ code });
  });

  test('The next request never gets the connection that was closed', async () => {
    for (let round = 0; round < 5; round += 1) {
      await expect(store.readerFor(newBudget()).query(ONE)).rejects.toMatchObject({ code });
      expect(await store.query(ONE)).toEqual([{ one: 1 }]);
    }
  });
});
