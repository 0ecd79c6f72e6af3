import { setTimeout as pause } from 'node:timers/promises';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import type { NewEvent } from '../../../src/domain/effects';
import { keyOf } from '../../../src/domain/keys';
import { applyEffects } from '../../../src/database/repositories/decisions';
import type { Database } from '../../../src/database/transactions/database';
import { type BuiltServer, builtServer } from '../../../test/support/built';
import { freshDatabase, type TestDatabase } from '../../../test/support/database';
import { newId } from '../../../test/support/ledger';
import { openStore, testServices, TEST_KEY, until } from '../../../test/support/service';
import { IndependentClient } from '../../../test/integration/subscriptions/independent-client';
import { issue, newPrincipal } from '../../../test/integration/subscriptions/support';

// One credential has at most 20 sockets.
const PRINCIPALS = 50;
const SUBSCRIBERS = 1_000;
// Set SOCKET_KILLS for more kills.
const KILLS = Number(process.env['SOCKET_KILLS'] ?? 1);
// Events of each principal between two kills.
const EVENTS_PER_KILL = 12;

let database: TestDatabase;
let store: Database;
let server: BuiltServer;
const services = testServices();
const clients: IndependentClient[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
  server = await builtServer({ DATABASE_URL: database.ownerUrl, ATS_SECRETS_KEYS: TEST_KEY });
});
afterAll(async () => {
  for (const client of clients) client.stop();
  await server.kill('SIGKILL');
  await store.close();
  await database.drop();
});

/** Commits one event for each principal. The server's relay numbers it. */
async function commitEvents(principals: readonly string[]): Promise<void> {
  const events = principals.map((principalId): NewEvent => {
    const subjectKey = keyOf('prn', principalId);
    const data = { principal_key: subjectKey, session_id: 'cs', tickets_stamps: 1 };
    return { eventId: newId(), principalId, type: 'tickets.credited', subjectKey, tradeId: null, data };
  });
  await store.inTransaction((tx) => applyEffects(tx, { events }));
}

test('should give 1,000 subscribers every event once and in order when the server is killed and they resume', async () => {
  const address = `${server.url.replace(/^http/, 'ws')}/graphql`;
  const principals: string[] = [];
  for (let n = 0; n < PRINCIPALS; n += 1) {
    const principalId = await newPrincipal(store);
    principals.push(principalId);
    const key = await issue(store, services, { principalId });
    const sockets = SUBSCRIBERS / PRINCIPALS;
    clients.push(...Array.from({ length: sockets }, () => new IndependentClient(address, key, eventCursor(0n))));
  }
  const following = clients.map((client) => client.follow());
  let published = 0;
  const publish = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await commitEvents(principals);
      published += 1;
      await pause(Math.random() * 40);
    }
  };
  await publish(1);
  await until(() => clients.every(({ sequences }) => sequences.length > 0), 'an event at every client', 60_000);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const publishing = publish(EVENTS_PER_KILL);
    await until(
      () => clients.some(({ sequences }) => sequences.length >= published - EVENTS_PER_KILL / 2),
      'in the middle',
    );
    await server.kill('SIGKILL');
    const starting = builtServer(server.env);
    await publishing;
    server = await starting;
    // Some clients reconnect while more events are published.
    await until(
      () => clients.some(({ sequences }) => sequences.length >= published),
      'a client that has reconnected',
      60_000,
    );
  }
  await publish(EVENTS_PER_KILL);
  await until(
    () => clients.every(({ sequences }) => sequences.length >= published),
    'all events at every client',
    90_000,
  );
  for (const client of clients) client.stop();
  await Promise.all(following);
  const all = Array.from({ length: published }, (_, at) => at + 1);
  for (const { sequences } of clients) expect(sequences).toEqual(all);
  // Every client was disconnected at least once.
  expect(clients.every(({ closed }) => closed.includes(1006))).toBe(true);
}, 240_000);
