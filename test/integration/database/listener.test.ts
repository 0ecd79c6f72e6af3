import type { PoolClient, QueryConfig } from 'pg';
import { databaseClock } from '../../../src/database/connection/clock';
import { openListener, LISTENER, type Listener } from '../../../src/database/connection/listener';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
import { openStore } from '../../support/service';
import { until } from '../../support/actors';

/** The listening connection (src/database/connection/listener.ts). */

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

// After a failed test too, because a listening connection keeps the store open.
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const payloads: string[] = [];
let connections = 0;
const start = (): Listener =>
  openListener(store, {
    channels: { test_channel: (payload) => payloads.push(payload) },
    connected: () => (connections += 1),
    lost: () => undefined,
  });

it('should stop at once while it connects', async () => {
  await start().stop();
  expect(connections).toBe(0);
});

it('should receive notifications, also after its connection was lost', async () => {
  const listening = start();
  await until(
    () => Promise.resolve(connections),
    (count) => count === 1,
  );
  await store.query({ text: `SELECT pg_notify('test_channel', 'one')` });
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
  await store.query({ text: `SELECT pg_notify('test_channel', 'two')` });
  await until(
    () => Promise.resolve(payloads),
    (payloads) => payloads.length === 2,
  );
  await listening.stop();
  expect(payloads).toEqual(['one', 'two']);
});

it('should run one query at a time', async () => {
  const connecting = jest.spyOn(store, 'listener');
  ended.push(() => connecting.mockRestore());
  const before = connections;
  const listening = start();
  await until(
    () => Promise.resolve(connections),
    (count) => count > before,
  );
  const client = (await connecting.mock.results[0]?.value) as PoolClient;
  const maxConcurrent = atOnce(client);
  ended.push(() => listening.stop());
  const queries = [1, 2, 3, 4].map((n) => listening.query<{ n: number }>({ text: `SELECT ${String(n)} AS n` }));
  await expect(listening.query({ text: 'SELECT nothing' })).rejects.toThrow('column "nothing" does not exist');
  expect(await Promise.all(queries)).toEqual([1, 2, 3, 4].map((n) => [{ n }]));
  expect(await listening.query({ text: 'SELECT 5 AS n' })).toEqual([{ n: 5 }]);
  expect(maxConcurrent()).toBe(1);
});

/** The largest number of unanswered queries of the client. */
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
