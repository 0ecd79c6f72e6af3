import { databaseClock } from '../../src/store/clock';
import { listen, LISTENER, type Listening } from '../../src/store/listen';
import type { Store } from '../../src/store/tx';
import { freshDatabase, type TestDatabase } from '../support/database';
import { Connection } from '../support/ledger';
import { openStore } from '../support/service';
import { until } from '../support/world';

/** The one connection that listens. */

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.ownerUrl, databaseClock, 2);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const heard: string[] = [];
let connections = 0;
const start = (): Listening =>
  listen(store, {
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
