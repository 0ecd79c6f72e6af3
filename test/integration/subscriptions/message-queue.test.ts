import { once } from 'node:events';
import WebSocket from 'ws';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { testServices, until } from '../../support/service';
import {
  EVENTS,
  type Instance,
  issue,
  newPrincipal,
  sign,
  type Signing,
  startInstance,
  publishEvents,
} from './support';

/** The order of client messages, and clients that leave their answers unread. */
let database: TestDatabase;
let instance: Instance;
let principal: string;
let credential: Signing;
let subscriptions = 0;
const baseServices = testServices({ ATS_MAX_SOCKET_MESSAGES_PER_MINUTE: '1000000' });
const services = {
  ...baseServices,
  metrics: {
    ...baseServices.metrics,
    subscriptionBegun: () => void (subscriptions += 1),
    subscriptionEnded: () => void (subscriptions -= 1),
  },
};

beforeAll(async () => {
  database = await freshDatabase();
  instance = await startInstance(database.url, services);
  credential = await issue(instance.store, services, { principalId: (principal = await newPrincipal(instance.store)) });
});
afterAll(async () => {
  await instance.stop();
  await database.drop();
});

interface Message {
  readonly id?: string;
  readonly type: string;
  readonly payload?: { readonly data?: { readonly events: { readonly sequence: number } } };
}

interface Client {
  readonly socket: WebSocket;
  readonly received: Message[];
  readonly send: (...messages: readonly object[]) => void;
}

async function opened(): Promise<Client> {
  const socket = new WebSocket(instance.url, 'graphql-transport-ws', { headers: sign(instance.url, credential) });
  const received: Message[] = [];
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as Message));
  await once(socket, 'open');
  const send = (...messages: readonly object[]): void => {
    for (const message of messages) socket.send(JSON.stringify(message));
  };
  send({ type: 'connection_init' });
  await until(() => received.length === 1, 'the acknowledgement');
  return { socket, received, send };
}

const subscribe = (id: string, variables: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query: EVENTS, variables },
});
const complete = (id: string) => ({ id, type: 'complete' });
const sequences = (received: readonly Message[], id: string): (number | undefined)[] =>
  received.filter((one) => one.type === 'next' && one.id === id).map(({ payload }) => payload?.data?.events.sequence);

/** Waits until all earlier messages are handled: the answer to a ping comes after them. */
async function waitUntilHandled({ received, send }: Client): Promise<void> {
  const before = received.length;
  send({ type: 'ping' });
  await until(() => received.slice(before).some(({ type }) => type === 'pong'), 'the pong');
}

test('should send each event once when an id is reused at once, and none after its completion', async () => {
  const [head] = await instance.store.query<{ n: number }>({ text: 'SELECT count(*)::int AS n FROM event' });
  const client = await opened();
  const { send, received, socket } = client;
  for (let n = 0; n < 5; n += 1) send(subscribe('1'), complete('1'));
  send(subscribe('1', { after: eventCursor(BigInt(head?.n ?? 0)) }));
  await publishEvents(instance.store, principal, 2);
  await until(() => sequences(received, '1').length >= 2, 'both events');
  send(complete('1'), subscribe('2'));
  await waitUntilHandled(client);
  await publishEvents(instance.store, principal, 1);
  await until(() => sequences(received, '2').length > 0, 'the event of the other subscription');
  expect(sequences(received, '1')).toEqual([1, 2]);
  expect(sequences(received, '2')).toEqual([3]);
  socket.close();
  await once(socket, 'close');
});

// @id socket-completed-early
test('should end subscriptions that were completed while they began, with their socket', async () => {
  const client = await opened();
  for (let n = 0; n < 20; n += 1) client.send(subscribe('1'), complete('1'), subscribe('1'), complete('1'));
  client.send(subscribe('1'));
  await waitUntilHandled(client);
  await until(() => subscriptions === 1, 'one subscription is left');
  client.socket.close();
  await once(client.socket, 'close');
  await until(() => subscriptions === 0, 'no subscription is left');
});

test('should not begin a subscription that waits for its id when the socket ends', async () => {
  const clients = await Promise.all(Array.from({ length: 15 }, opened));
  for (const { send } of clients) send(subscribe('1'), complete('1'), subscribe('1'), complete('1'), subscribe('1'));
  // The sockets end while the first subscription begins.
  for (const { socket } of clients) socket.terminate();
  await until(() => instance.connections.size === 0, 'the connections are gone');
  // The database has answered every earlier statement when these are done.
  for (let n = 0; n < 20; n += 1) await instance.store.query({ text: 'SELECT pg_sleep(0.01)' });
  await until(() => subscriptions === 0, 'no subscription is left');
});

test('should close the socket with 4409 for an id in use, at any length of the id', async () => {
  const { send, socket } = await opened();
  const id = 'ä'.repeat(200);
  send(subscribe(id), subscribe(id));
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  expect({ code, reason: reason.toString().slice(0, 20) }).toEqual({
    code: 4409,
    reason: 'Subscriber for ääääää'.slice(0, 20),
  });
  expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

const PINGS = 1_000;
const FILLER = 'x'.repeat(60_000);
// 64 KiB, the answer that exceeds it, and the answers to messages that were already read.
const MAX_WAITING_BYTES = 64 * 1024 + 3 * 64 * 1024;

// @id socket-slow-reader
test('should pause reading from a client that leaves its answers unread, and lose no message', async () => {
  const { socket, send } = await opened();
  let pongs = 0;
  const closes: unknown[] = [];
  socket.on('message', () => (pongs += 1)).on('close', (code, reason) => closes.push([code, String(reason)]));
  socket.pause();
  let most = 0;
  const watching = setInterval(() => {
    for (const connection of instance.connections) most = Math.max(most, connection.writableLength);
  }, 1);
  for (let n = 0; n < PINGS; n += 1) send({ type: 'ping', payload: { filler: FILLER } });
  // Both buffers are full: further messages stay with the client.
  let [last, still] = [-1, 0];
  await until(() => {
    still = socket.bufferedAmount === last ? still + 1 : 0;
    last = socket.bufferedAmount;
    return still === 50;
  }, 'nothing moves');
  expect(socket.bufferedAmount).toBeGreaterThan(10_000_000);
  expect(most).toBeLessThan(MAX_WAITING_BYTES);
  clearInterval(watching);
  socket.resume();
  await until(() => pongs === PINGS || closes.length > 0, 'every answer');
  expect([pongs, closes]).toEqual([PINGS, []]);
  socket.close();
  await once(socket, 'close');
});
