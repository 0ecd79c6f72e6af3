import { setTimeout as pause } from 'node:timers/promises';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import type { NewEvent } from '../../../src/domain/effects';
import { keyOf } from '../../../src/domain/keys';
import { applyEffects } from '../../../src/database/repositories/facts';
import type { Database } from '../../../src/database/transactions/database';
import { type BuiltServer, builtServer } from '../../support/built';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { newId } from '../../support/ledger';
import { openStore, testServices, TEST_KEY, until } from '../../support/service';
import { Stranger } from './stranger';
import { issue, newPrincipal } from './support';

// 20 sockets a credential, as many as it may have.
const PRINCIPALS = 50;
const SUBSCRIBERS = 1_000;
// More of them on a machine with time to spare.
const KILLS = Number(process.env['SOCKET_KILLS'] ?? 1);
// Committed between two kills, at each principal.
const EVENTS_A_ROUND = 12;

let database: TestDatabase;
let store: Database;
let server: BuiltServer;
const services = testServices();
const strangers: Stranger[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
  server = await builtServer({ DATABASE_URL: database.ownerUrl, ATS_SECRETS_KEYS: TEST_KEY });
});
afterAll(async () => {
  for (const stranger of strangers) stranger.stop();
  await server.kill('SIGKILL');
  await store.close();
  await database.drop();
});

/** What an operation commits; the server's own relay numbers it. */
async function happen(principals: readonly string[]): Promise<void> {
  const events = principals.map((principalId): NewEvent => {
    const subjectKey = keyOf('prn', principalId);
    const data = { principal_key: subjectKey, session_id: 'cs', tickets_stamps: 1 };
    return { eventId: newId(), principalId, type: 'tickets.credited', subjectKey, tradeId: null, data };
  });
  await store.inTransaction((tx) => applyEffects(tx, { events }));
}

test('1,000 subscribers of one process that is killed come back with their cursors: each has every event once, in order', async () => {
  const address = `${server.url.replace(/^http/, 'ws')}/graphql`;
  const principals: string[] = [];
  for (let n = 0; n < PRINCIPALS; n += 1) {
    const principalId = await newPrincipal(store);
    principals.push(principalId);
    const key = await issue(store, services, { principalId });
    const sockets = SUBSCRIBERS / PRINCIPALS;
    strangers.push(...Array.from({ length: sockets }, () => new Stranger(address, key, eventCursor(0n))));
  }
  const following = strangers.map((stranger) => stranger.follow());
  let told = 0;
  const tell = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await happen(principals);
      told += 1;
      await pause(Math.random() * 40);
    }
  };
  await tell(1);
  await until(() => strangers.every(({ sequences }) => sequences.length > 0), 'everyone hears', 60_000);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const telling = tell(EVENTS_A_ROUND);
    await until(
      () => strangers.some(({ sequences }) => sequences.length >= told - EVENTS_A_ROUND / 2),
      'in the middle',
    );
    await server.kill('SIGKILL');
    const starting = builtServer(server.env);
    await telling;
    server = await starting;
    // Some are still coming back while more happens.
    await until(() => strangers.some(({ sequences }) => sequences.length >= told), 'somebody is back', 60_000);
  }
  await tell(EVENTS_A_ROUND);
  await until(() => strangers.every(({ sequences }) => sequences.length >= told), 'everyone has everything', 90_000);
  for (const stranger of strangers) stranger.stop();
  await Promise.all(following);
  const all = Array.from({ length: told }, (_, at) => at + 1);
  for (const { sequences } of strangers) expect(sequences).toEqual(all);
  // The proof is of those who were cut off.
  expect(strangers.every(({ closed }) => closed.includes(1006))).toBe(true);
}, 240_000);
