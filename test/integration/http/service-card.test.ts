import { ServiceCard } from '../../../src/api/http/service-card';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore, testServices } from '../../support/service';

/** The reads of the database for the card of the service, which everybody may request. */

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

/** The store with a count of the calls that reach the database. */
function counting() {
  const calls = { count: 0, isDown: false };
  const counted = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        calls.count += 1;
        if (calls.isDown) return Promise.reject(new Error('the database is down'));
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { card: new ServiceCard(counted, testServices()), calls };
}

// @spec A31
test('100 requests at once and later ones share the reads of one request', async () => {
  const { card, calls } = counting();
  const first = await card.answer(undefined);
  const { count } = calls;
  expect(count).toBeGreaterThan(0);
  const other = counting();
  const answers = await Promise.all(Array.from({ length: 100 }, () => other.card.answer(undefined)));
  // The first card has created the key, so a later first read costs no more.
  expect(other.calls.count).toBeLessThanOrEqual(count);
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([first.body]));
  const before = other.calls.count;
  const { etag } = first.headers;
  expect((await other.card.answer(String(etag))).status).toBe(304);
  expect(other.calls.count).toBe(before);
});

test('a failed read is not kept: the next request reads again', async () => {
  const { card, calls } = counting();
  calls.isDown = true;
  await expect(card.answer(undefined)).rejects.toThrow('down');
  calls.isDown = false;
  expect((await card.answer(undefined)).status).toBe(200);
});
