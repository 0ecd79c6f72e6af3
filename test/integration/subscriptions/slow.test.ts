import { once } from 'node:events';
import WebSocket from 'ws';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { testServices, until } from '../../support/service';
import {
  connect,
  type Connected,
  hear,
  type Instance,
  issue,
  newPrincipal,
  sign,
  type Signing,
  startInstance,
  tell,
} from './support';

/** A reader that does not read: bounded in memory, cut off in the end, and nobody else's business. */
const READERS = 5;
const EVENTS = 1_200;
const A_BATCH = 100;
// An event is at most 20 kB; kernels on one machine take some megabytes on the way.
const FILLER = 'x'.repeat(15_000);
const FRAME = FILLER.length + 1_000;
// What the service lets wait in a socket's buffer before it sends one event at a time, and that event and one before it.
const MOST_WAITING = 16 * 1024 + 2 * FRAME;

let database: TestDatabase;
let instance: Instance;
let principal: string;
let credential: Signing;
const services = testServices();
const open: Connected[] = [];
const ALL = `subscription ($after: String) { events(after: $after) { sequence cursor data } }`;

beforeAll(async () => {
  database = await freshDatabase();
  instance = await startInstance(database.url, services);
  principal = await newPrincipal(instance.store);
  credential = await issue(instance.store, services, { principalId: principal });
});
afterAll(async () => {
  for (const { client } of open) await client.dispose();
  await instance.stop();
  await database.drop();
});

const variables = { after: eventCursor(0n) };

function reader() {
  const connected = connect(instance.url, { headers: sign(instance.url, credential) });
  open.push(connected);
  return hear(connected, { query: ALL, variables });
}

async function subscribed(): Promise<WebSocket> {
  const socket = new WebSocket(instance.url, 'graphql-transport-ws', { headers: sign(instance.url, credential) });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: ALL, variables } }));
  return socket;
}

test('a socket that never reads is bounded in memory and cut off with 4413; others of the same principal are not held up', async () => {
  const readers = Array.from({ length: READERS }, reader);
  const dead = await subscribed();
  const first = once(dead, 'message');
  await tell(instance.store, principal, 1);
  await first;
  await until(() => readers.every(({ events }) => events.length === 1), 'everyone hears');
  dead.pause();
  let most = 0;
  const watching = setInterval(() => {
    for (const connection of instance.connections) most = Math.max(most, connection.writableLength);
  }, 1);
  for (let told = 1; told < 1 + EVENTS; told += A_BATCH) {
    await tell(instance.store, principal, A_BATCH, 'tickets.credited', { filler: FILLER });
    await until(() => readers.every(({ events }) => events.length === told + A_BATCH), 'the others have all of it');
  }
  await until(() => services.log.lines.some(({ message }) => message.includes('too slow')), 'it is cut off');
  clearInterval(watching);
  const closed = once(dead, 'close');
  dead.resume();
  expect((await closed)[0]).toBe(4413);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MOST_WAITING);
  for (const { events } of readers) {
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 1 + EVENTS }, (_, at) => at + 1));
  }
}, 120_000);
