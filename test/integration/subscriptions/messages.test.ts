import { once } from 'node:events';
import WebSocket from 'ws';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { testServices, until } from '../../support/service';
import { EVENTS, type Instance, issue, newPrincipal, sign, type Signing, startInstance, tell } from './support';

/** What clients say in what order, and more of it than they read the answers to. */
let database: TestDatabase;
let instance: Instance;
let principal: string;
let credential: Signing;
let subscriptions = 0;
const quiet = testServices();
const services = {
  ...quiet,
  metrics: {
    ...quiet.metrics,
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
  readonly heard: Message[];
  readonly say: (...messages: readonly object[]) => void;
}

async function opened(): Promise<Client> {
  const socket = new WebSocket(instance.url, 'graphql-transport-ws', { headers: sign(instance.url, credential) });
  const heard: Message[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Message));
  await once(socket, 'open');
  const say = (...messages: readonly object[]): void => {
    for (const message of messages) socket.send(JSON.stringify(message));
  };
  say({ type: 'connection_init' });
  await until(() => heard.length === 1, 'the acknowledgement');
  return { socket, heard, say };
}

const subscribe = (id: string, variables: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query: EVENTS, variables },
});
const complete = (id: string) => ({ id, type: 'complete' });
const sequences = (heard: readonly Message[], id: string): (number | undefined)[] =>
  heard.filter((one) => one.type === 'next' && one.id === id).map(({ payload }) => payload?.data?.events.sequence);

/** Everything said so far has been taken: the answer to a ping comes after it. */
async function settled({ heard, say }: Client): Promise<void> {
  const before = heard.length;
  say({ type: 'ping' });
  await until(() => heard.slice(before).some(({ type }) => type === 'pong'), 'the pong');
}

test('an id may be used again at once: each event comes once, and none after it is completed', async () => {
  const [head] = await instance.store.query<{ n: number }>({ text: 'SELECT count(*)::int AS n FROM event' });
  const client = await opened();
  const { say, heard, socket } = client;
  for (let n = 0; n < 5; n += 1) say(subscribe('1'), complete('1'));
  say(subscribe('1', { after: eventCursor(BigInt(head?.n ?? 0)) }));
  await tell(instance.store, principal, 2);
  await until(() => sequences(heard, '1').length >= 2, 'both events');
  say(complete('1'), subscribe('2'));
  await settled(client);
  await tell(instance.store, principal, 1);
  await until(() => sequences(heard, '2').length > 0, 'the other subscription hears');
  expect(sequences(heard, '1')).toEqual([1, 2]);
  expect(sequences(heard, '2')).toEqual([3]);
  socket.close();
  await once(socket, 'close');
});

// @id socket-completed-early
test('subscriptions that were completed while they began are gone when their socket is', async () => {
  const client = await opened();
  for (let n = 0; n < 20; n += 1) client.say(subscribe('1'), complete('1'), subscribe('1'), complete('1'));
  client.say(subscribe('1'));
  await settled(client);
  await until(() => subscriptions === 1, 'one is left');
  client.socket.close();
  await once(client.socket, 'close');
  await until(() => subscriptions === 0, 'none is left');
});

test('what waits for an id when its socket ends is not begun any more', async () => {
  const clients = await Promise.all(Array.from({ length: 15 }, opened));
  for (const { say } of clients) say(subscribe('1'), complete('1'), subscribe('1'), complete('1'), subscribe('1'));
  // Cut off while the first of them begins.
  for (const { socket } of clients) socket.terminate();
  await until(() => instance.connections.size === 0, 'the connections are gone');
  // Whatever was begun before or after has been answered by the database once this has.
  for (let n = 0; n < 20; n += 1) await instance.store.query({ text: 'SELECT pg_sleep(0.01)' });
  await until(() => subscriptions === 0, 'none is left');
});

test('an id that is taken is closed with 4409, however long it is', async () => {
  const { say, socket } = await opened();
  const id = 'ä'.repeat(200);
  say(subscribe(id), subscribe(id));
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  expect({ code, reason: reason.toString().slice(0, 20) }).toEqual({
    code: 4409,
    reason: 'Subscriber for ääääää'.slice(0, 20),
  });
  expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

const PINGS = 1_000;
const FILLER = 'x'.repeat(60_000);
// 1 MiB, the answer that goes beyond it, and those of what had been read by then.
const MOST_WAITING = 1024 * 1024 + 3 * 64 * 1024;

// @id socket-slow-reader
test('who pings and reads no answers is not read from either; nothing is lost once it does', async () => {
  const { socket, say } = await opened();
  let pongs = 0;
  socket.on('message', () => (pongs += 1));
  socket.pause();
  let most = 0;
  const watching = setInterval(() => {
    for (const connection of instance.connections) most = Math.max(most, connection.writableLength);
  }, 1);
  for (let n = 0; n < PINGS; n += 1) say({ type: 'ping', payload: { filler: FILLER } });
  // Both ends are full: what the client still has to say stays with the client.
  let [last, still] = [-1, 0];
  await until(() => {
    still = socket.bufferedAmount === last ? still + 1 : 0;
    last = socket.bufferedAmount;
    return still === 50;
  }, 'nothing moves any more');
  expect(socket.bufferedAmount).toBeGreaterThan(10_000_000);
  expect(most).toBeLessThan(MOST_WAITING);
  clearInterval(watching);
  socket.resume();
  await until(() => pongs === PINGS, 'every answer');
  socket.close();
  await once(socket, 'close');
});
