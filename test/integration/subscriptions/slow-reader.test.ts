import { once } from 'node:events';
import WebSocket from 'ws';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { testServices, until } from '../../support/service';
import {
  connect,
  type Connected,
  subscribe,
  type Instance,
  issue,
  newPrincipal,
  sign,
  type Signing,
  startInstance,
  publishEvents,
} from './support';

/** A reader that never reads: bounded memory, then 4413, without effect on other readers. */
const READERS = 5;
const EVENTS = 1_200;
const BATCH_SIZE = 100;
// An event has at most 20 kB, and local kernel buffers hold some megabytes.
const FILLER = 'x'.repeat(15_000);
const FRAME = FILLER.length + 1_000;
// The limit of a socket's buffer, plus two events that were written before it was checked.
const MAX_WAITING_BYTES = 16 * 1024 + 2 * FRAME;

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
  return subscribe(connected, { query: ALL, variables });
}

async function subscribed(): Promise<WebSocket> {
  const socket = new WebSocket(instance.url, 'graphql-transport-ws', { headers: sign(instance.url, credential) });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: ALL, variables } }));
  return socket;
}

test('should bound the memory of a socket that never reads, close it with 4413, and not delay other sockets', async () => {
  const readers = Array.from({ length: READERS }, reader);
  const stalled = await subscribed();
  const first = once(stalled, 'message');
  await publishEvents(instance.store, principal, 1);
  await first;
  await until(() => readers.every(({ events }) => events.length === 1), 'an event at every reader');
  stalled.pause();
  let most = 0;
  const watching = setInterval(() => {
    for (const connection of instance.connections) most = Math.max(most, connection.writableLength);
  }, 1);
  for (let published = 1; published < 1 + EVENTS; published += BATCH_SIZE) {
    await publishEvents(instance.store, principal, BATCH_SIZE, 'tickets.credited', { filler: FILLER });
    await until(
      () => readers.every(({ events }) => events.length === published + BATCH_SIZE),
      'all events at the other readers',
    );
  }
  await until(() => services.log.lines.some(({ message }) => message.includes('too slow')), 'the socket is closed');
  clearInterval(watching);
  const closed = once(stalled, 'close');
  stalled.resume();
  expect((await closed)[0]).toBe(4413);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MAX_WAITING_BYTES);
  for (const { events } of readers) {
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 1 + EVENTS }, (_, at) => at + 1));
  }
}, 120_000);
