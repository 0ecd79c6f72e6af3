import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import WebSocket from 'ws';
import { socketClosed } from '../../support/socket-close';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { testServices, until } from '../../support/service';
import {
  EVENTS,
  type Instance,
  issue,
  newPrincipal,
  publishEvents,
  sign,
  type Signing,
  startInstance,
} from './support';

/** Clients that send without waiting for an answer. */

const MESSAGES_PER_MINUTE = 60;
const SOCKETS_PER_PRINCIPAL = 4;
const UNACKNOWLEDGED = 3;

let database: TestDatabase;
let instance: Instance;
/** Has a large budget of messages. */
let generous: Instance;
let principal: string;
let credential: Signing;
const reached: string[] = [];
const services = {
  ...testServices(),
  metrics: { ...testServices().metrics, limitReached: (limit: string) => void reached.push(limit) },
};
const withSettings = (env: Readonly<Record<string, string>>) => ({ ...services, settings: testServices(env).settings });
const raw: WebSocket[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const limited = withSettings({
    ATS_MAX_SOCKET_MESSAGES_PER_MINUTE: String(MESSAGES_PER_MINUTE),
    ATS_MAX_SOCKETS_PER_PRINCIPAL: String(SOCKETS_PER_PRINCIPAL),
    ATS_MAX_UNACKNOWLEDGED_SOCKETS_PER_ADDRESS: String(UNACKNOWLEDGED),
  });
  instance = await startInstance(database.url, limited);
  generous = await startInstance(
    database.url,
    withSettings({
      ATS_MAX_SOCKET_MESSAGES_PER_MINUTE: '1000000',
    }),
    undefined,
    MESSAGES_PER_MINUTE,
  );
});
beforeEach(async () => {
  principal = await newPrincipal(instance.store);
  credential = await issue(instance.store, services, { principalId: principal });
  reached.length = 0;
});
afterEach(async () => {
  for (const socket of raw.splice(0)) socket.terminate();
  await until(() => instance.connections.size + generous.connections.size === 0, 'all connections are closed');
});
afterAll(async () => {
  await instance.stop();
  await generous.stop();
  await database.drop();
});

function dial(to = instance, as: Signing | null = credential): WebSocket {
  const socket = new WebSocket(to.url, 'graphql-transport-ws', { headers: as ? sign(to.url, as) : {} });
  socket.on('error', () => undefined);
  raw.push(socket);
  return socket;
}

const send = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));

async function initialized(to = instance, as = credential): Promise<WebSocket> {
  const socket = dial(to, as);
  await once(socket, 'open');
  send(socket, { type: 'connection_init' });
  await once(socket, 'message');
  return socket;
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

/** Waits for the HTTP answer to a refused upgrade. */
async function refusedUpgrade(socket: WebSocket) {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const body = JSON.parse(await text(response)) as { errors: { extensions: object }[] };
  return { status: response.statusCode, headers: response.headers, ...body.errors[0]?.extensions };
}

const PING = { type: 'ping' };
const tcpOf = (socket: WebSocket) => (socket as unknown as { _socket: Socket })._socket;

// @spec SU15
describe('Before the acknowledgement a socket accepts only connection_init', () => {
  test.each([
    ['a ping', JSON.stringify(PING)],
    ['a pong', JSON.stringify({ type: 'pong' })],
    ['a complete', JSON.stringify({ type: 'complete', id: '1' })],
    ['text that is no message', 'hello'],
  ])('%s closes it with 4400', async (_, message) => {
    const socket = dial(instance, null);
    await once(socket, 'open');
    socket.send(message);
    expect(await closeCode(socket)).toBe(4400);
    expect(reached).toEqual(['early_message']);
  });

  test('a ping that follows connection_init at once closes it with 4400', async () => {
    const socket = dial(instance, null);
    await once(socket, 'open');
    send(socket, { type: 'connection_init', payload: sign(instance.url, credential) });
    send(socket, PING);
    expect(await closeCode(socket)).toBe(4400);
  });
});

// @spec SU16
describe('Past its budget of messages a socket is closed with 4429', () => {
  const REFUSED = { id: '1', type: 'subscribe', payload: { query: '{ service { version } }' } };

  test.each<[string, (socket: WebSocket) => void]>([
    ['pings', (socket) => send(socket, PING)],
    ['pongs', (socket) => send(socket, { type: 'pong' })],
    ['refused subscriptions', (socket) => send(socket, REFUSED)],
    ['completions of unknown subscriptions', (socket) => send(socket, { type: 'complete', id: '1' })],
    ['pings of the WebSocket protocol', (socket) => socket.ping()],
    ['pongs of the WebSocket protocol that answer no ping', (socket) => socket.pong()],
  ])('%s', async (_, say) => {
    const socket = await initialized();
    for (let n = 0; n < MESSAGES_PER_MINUTE; n += 1) say(socket);
    expect(await closeCode(socket)).toBe(4429);
    expect(reached).toEqual(['socket_messages']);
  });

  test('but not before', async () => {
    const socket = await initialized();
    let answers = 0;
    socket.on('message', () => (answers += 1));
    // `connection_init` was the first message.
    for (let n = 1; n < MESSAGES_PER_MINUTE; n += 1) send(socket, PING);
    await until(() => answers === MESSAGES_PER_MINUTE - 1, 'an answer to each ping');
    send(socket, PING);
    expect(await closeCode(socket)).toBe(4429);
  });

  test('a longer message counts once for each started 4 KiB', async () => {
    const socket = await initialized();
    const long = { ...PING, payload: { filler: 'x'.repeat(40 * 1024) } };
    for (let n = 0; n < 6; n += 1) send(socket, long);
    expect(await closeCode(socket)).toBe(4429);
  });

  test('but a pong that answers a ping of the service does not count', async () => {
    const socket = await initialized();
    const pings = MESSAGES_PER_MINUTE + 10;
    let events = 0;
    socket.on('message', () => (events += 1));
    send(socket, { id: '1', type: 'subscribe', payload: { query: EVENTS } });
    // An event that is written before the subscription begins is not sent.
    await until(async () => {
      await publishEvents(instance.store, principal, 1);
      return events > 0;
    }, 'the subscription has begun');
    const begun = events;
    // The service pings after every 100 events.
    for (let n = 0; n < pings / 5; n += 1) await publishEvents(instance.store, principal, 500);
    await until(() => events >= begun + 500 * (pings / 5), 'all events');
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test('subscriptions past the read budget', async () => {
    const socket = await initialized(generous);
    const subscribe = (n: number): void => send(socket, { ...REFUSED, id: String(n) });
    for (let n = 0; n < MESSAGES_PER_MINUTE; n += 1) subscribe(n);
    expect(await closeCode(socket)).toBe(4429);
  });
});

describe('A flood does not delay other sockets', () => {
  test('a socket is served one message in a turn of the event loop', async () => {
    const [flood, other] = [await initialized(generous), await initialized(generous)];
    let floodAnswers = 0;
    flood.on('message', () => (floodAnswers += 1));
    // One write: the service receives all of it at once.
    const FLOOD = 1_500;
    tcpOf(flood).cork();
    for (let n = 0; n < FLOOD; n += 1) send(flood, PING);
    tcpOf(flood).uncork();
    const answer = once(other, 'message');
    send(other, PING);
    await answer;
    expect(floodAnswers).toBeLessThan(FLOOD / 2);
    await until(() => floodAnswers === FLOOD, 'all answers to the flood');
  });

  test('a message of more than 64 fragments closes the socket with 1008', async () => {
    const socket = await initialized();
    for (let n = 0; n < 70; n += 1) socket.send('', { fin: false });
    expect(await closeCode(socket)).toBe(1008);
  });

  test('a compressed frame closes the socket with 1002', async () => {
    const socket = await initialized();
    // FIN, RSV1 and the text opcode; a masked empty payload.
    tcpOf(socket).write(Buffer.from([0xc1, 0x80, 0, 0, 0, 0]));
    expect(await closeCode(socket)).toBe(1002);
  });

  test('a client that ignores the close frame is cut off after a second', async () => {
    const { hostname, port } = new URL(instance.url);
    const tcp = connectTcp(Number(port), hostname);
    tcp.write(
      'GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
    );
    await once(tcp, 'data');
    tcp.resume();
    const closed = socketClosed(tcp);
    const startedAt = performance.now();
    // A masked text frame, again and again.
    const flood = setInterval(() => tcp.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x7b, 0x7d])), 20);
    await closed;
    clearInterval(flood);
    // By default `ws` waits for 30 s.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

// @spec SU17
test('should refuse the next socket of a principal with 429 or 4429, whatever its credential', async () => {
  const other = await issue(instance.store, services, { principalId: principal });
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS_PER_PRINCIPAL }, (_, n) => initialized(instance, n % 2 ? other : credential)),
  );
  const another = await issue(instance.store, services, { principalId: principal });
  expect(await refusedUpgrade(dial(instance, another))).toMatchObject({
    status: 429,
    code: 'rate_limited',
    limit: 'sockets',
    headers: { 'ratelimit-policy': `"sockets";q=${String(SOCKETS_PER_PRINCIPAL)}` },
  });
  const byParams = dial(instance, null);
  await once(byParams, 'open');
  send(byParams, { type: 'connection_init', payload: sign(instance.url, another) });
  expect(await closeCode(byParams)).toBe(4429);
  expect(reached).toEqual(['sockets', 'sockets']);
  const foreign = await issue(instance.store, services, { principalId: await newPrincipal(instance.store) });
  await initialized(instance, foreign);
  sockets[0]?.close();
  await closeCode(sockets[0] as WebSocket);
  await until(async () => {
    const next = dial(instance, another);
    return Promise.race([once(next, 'open').then(() => true), once(next, 'unexpected-response').then(() => false)]);
  }, 'another socket after one was closed');
});

// @spec SU18
test('should refuse unsigned upgrades of an address with many unfinished handshakes, but not signed ones', async () => {
  const unsigned = Array.from({ length: UNACKNOWLEDGED }, () => dial(instance, null));
  await Promise.all(unsigned.map((socket) => once(socket, 'open')));
  expect(await refusedUpgrade(dial(instance, null))).toMatchObject({
    status: 429,
    code: 'rate_limited',
    limit: 'unacknowledged_sockets',
  });
  expect(reached).toEqual(['unacknowledged_sockets']);
  await initialized();
  const [first] = unsigned as [WebSocket];
  send(first, { type: 'connection_init', payload: sign(instance.url, credential) });
  await once(first, 'message');
  await once(dial(instance, null), 'open');
});
