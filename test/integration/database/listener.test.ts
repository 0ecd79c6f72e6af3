import type { PoolClient, QueryConfig } from 'pg';
import { databaseClock } from '../../../src/database/connection/clock';
import { openListener, LISTENER, type Listener } from '../../../src/database/connection/listener';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
import { openStore } from '../../support/service';
import { until } from '../../support/actors';

/** The one connection that listens. */

let database: TestDatabase;
let store: Database;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.ownerUrl, databaseClock, 2);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

// Also of a test that failed: a connection that listens keeps the store from closing.
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const heard: string[] = [];
let connections = 0;
const start = (): Listener =>
  openListener(store, {
    channels: { heard: (payload) => heard.push(payload) },
    connected: () => (connections += 1),
    lost: () => undefined,
  });

it('stops at once while it is still connecting', async () => {
  await start().stop();
  expect(connections).toBe(0);
});

it('hears, and hears again after its connection was lost', async () => {
  const listening = start();
  await until(
    () => Promise.resolve(connections),
    (count) => count === 1,
  );
  await store.query({ text: `SELECT pg_notify('heard', 'one')` });
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
    LISTENER,
  );
  await owner.close();
  await until(
    () => Promise.resolve(connections),
    (count) => count === 2,
  );
  await store.query({ text: `SELECT pg_notify('heard', 'two')` });
  await until(
    () => Promise.resolve(heard),
    (payloads) => payloads.length === 2,
  );
  await listening.stop();
  expect(heard).toEqual(['one', 'two']);
});

it('asks one thing at a time, however many are asked at once', async () => {
  const connecting = jest.spyOn(store, 'listener');
  ended.push(() => connecting.mockRestore());
  const before = connections;
  const listening = start();
  await until(
    () => Promise.resolve(connections),
    (count) => count > before,
  );
  const client = (await connecting.mock.results[0]?.value) as PoolClient;
  const most = atOnce(client);
  ended.push(() => listening.stop());
  const asked = [1, 2, 3, 4].map((n) => listening.query<{ n: number }>({ text: `SELECT ${String(n)} AS n` }));
  await expect(listening.query({ text: 'SELECT nothing' })).rejects.toThrow('column "nothing" does not exist');
  expect(await Promise.all(asked)).toEqual([1, 2, 3, 4].map((n) => [{ n }]));
  expect(await listening.query({ text: 'SELECT 5 AS n' })).toEqual([{ n: 5 }]);
  expect(most()).toBe(1);
});

/** How many queries the client was asked at most while it had not answered. */
function atOnce(client: PoolClient): () => number {
  let [now, most] = [0, 0];
  const query = client.query.bind(client) as (statement: QueryConfig) => Promise<unknown>;
  client.query = (async (statement: QueryConfig) => {
    now += 1;
    most = Math.max(most, now);
    return query(statement).finally(() => (now -= 1));
  }) as PoolClient['query'];
  return () => most;
}
