import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import WebSocket from 'ws';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { notifyRevoked } from '../../../src/database/events/feed';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore, testServices, until } from '../../support/service';
import {
  type Closed,
  connect,
  type Connected,
  EVENTS,
  subscribe,
  type Instance,
  issue,
  newPrincipal,
  sign,
  type Signing,
  startInstance,
  publishEvents,
} from './support';

let database: TestDatabase;
let store: Database;
let instances: [Instance, Instance];
let principal: string;
let credential: Signing;
const services = testServices();
const raw: WebSocket[] = [];
const open: Connected[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  // A third process, without sockets.
  store = await openStore(database.url);
  instances = [await startInstance(database.url, services), await startInstance(database.url, services)];
});
beforeEach(async () => {
  principal = await newPrincipal(store);
  credential = await issue(store, services, { principalId: principal });
});
afterEach(async () => {
  for (const socket of raw.splice(0)) socket.terminate();
  for (const { client } of open.splice(0)) await client.dispose();
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
  await store.close();
  await database.drop();
});

function dial(headers: object = {}, { protocol = 'graphql-transport-ws', url = instances[0].url } = {}): WebSocket {
  const socket = new WebSocket(url, protocol === '' ? [] : protocol, { headers: { ...headers } });
  socket.on('error', () => undefined);
  raw.push(socket);
  return socket;
}

const signHeaders = (instance = instances[0], as = credential) => sign(instance.url, as);

async function closing(socket: WebSocket): Promise<Closed> {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return { code, reason: reason.toString() };
}

/** Waits for the HTTP answer to a refused upgrade. */
async function refusedUpgrade(socket: WebSocket) {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const body = JSON.parse(await text(response)) as { errors: { extensions: { code: string } }[] };
  return { status: response.statusCode, headers: response.headers, code: body.errors[0]?.extensions.code };
}

const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

async function initialize(socket: WebSocket, payload?: object): Promise<void> {
  await once(socket, 'open');
  send(socket, { type: 'connection_init', payload });
  await once(socket, 'message');
}

function connected(instance: Instance, as = credential): Connected {
  const made = connect(instance.url, { headers: sign(instance.url, as) });
  open.push(made);
  return made;
}

// @spec SU5
test('should answer an upgrade with a bad signature with HTTP 401', async () => {
  const other = await issue(store, services, { principalId: principal });
  const headers = { ...signHeaders(), signature: signHeaders(instances[0], other).signature };
  const refused = await refusedUpgrade(dial(headers));
  expect(refused).toMatchObject({ status: 401, code: 'credential_invalid' });
  expect(refused.headers).toMatchObject({
    'www-authenticate': 'Signature',
    'x-request-id': expect.stringMatching(/^req_/) as unknown,
  });
  expect(refused.headers['accept-signature']).toContain('ats-v1');
  expect(refused.headers.date).toBeDefined();
  expect(await refusedUpgrade(dial({ signature: 'x' }))).toMatchObject({ status: 401, code: 'signature_missing' });
});

test('should answer an upgrade at another path or host with 404', async () => {
  const elsewhere = instances[0].url.replace('/graphql', '/graphiql');
  expect(await refusedUpgrade(dial({}, { url: elsewhere }))).toMatchObject({ status: 404, code: 'route_not_found' });
  const picky = await startInstance(database.url, testServices({ ATS_ALLOWED_HOSTS: 'api.example.com' }));
  expect(await refusedUpgrade(dial({}, { url: picky.url }))).toMatchObject({ status: 404 });
  for (const host of ['api.example.com', 'api.example.com:4000'])
    await once(dial({ host }, { url: picky.url }), 'open');
  await picky.stop();
});

// @spec SU4
test('should accept the signature in connectionParams instead of headers', async () => {
  const made = connect(instances[0].url, { connectionParams: sign(instances[0].url, credential) });
  open.push(made);
  const listener = subscribe(made, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await publishEvents(store, principal, 1);
  await until(() => listener.events.length === 1, 'an event');
});

// @spec SU6
test.each([
  ['a bad signature', () => ({ ...sign(instances[0].url, credential), signature: 'ats=:AAAA:' })],
  ['no signature', () => undefined],
  ['a signature for another address', () => sign('ws://elsewhere.example.com/graphql', credential)],
])('should close a socket whose connectionParams hold %s with 4403', async (_what, params) => {
  const socket = dial();
  await once(socket, 'open');
  send(socket, { type: 'connection_init', payload: params() });
  expect(await closing(socket)).toMatchObject({ code: 4403 });
});

// @spec SU7
test('should close a socket without connection_init within 3 s with 4408', async () => {
  const started = performance.now();
  expect(await closing(dial(signHeaders()))).toMatchObject({ code: 4408 });
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('should close a socket with another or no subprotocol with 4406', async () => {
  expect(await closing(dial(signHeaders(), { protocol: '' }))).toMatchObject({ code: 4406 });
});

test('should close a socket that subscribes before the acknowledgement with 4401', async () => {
  const socket = dial(signHeaders());
  await once(socket, 'open');
  send(socket, { id: '1', type: 'subscribe', payload: { query: EVENTS } });
  expect(await closing(socket)).toMatchObject({ code: 4401 });
});

// @spec SU12
test('should close a socket with 1009 after a frame over 64 KiB, and accept a smaller one', async () => {
  const socket = dial(signHeaders());
  await initialize(socket);
  send(socket, { type: 'ping', payload: { filler: 'x'.repeat(60 * 1024) } });
  await once(socket, 'message');
  socket.send('x'.repeat(64 * 1024 + 1));
  expect(await closing(socket)).toMatchObject({ code: 1009 });
});

// @spec SU11
test('should refuse the 21st socket of a credential with 429 or 4429, but not another credential', async () => {
  const sockets = Array.from({ length: 20 }, () => dial(signHeaders()));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const headers = { 'retry-after': '60', ratelimit: '"sockets";r=0', 'ratelimit-policy': '"sockets";q=20' };
  expect(await refusedUpgrade(dial(signHeaders()))).toMatchObject({ status: 429, code: 'rate_limited', headers });
  const byParams = dial();
  await once(byParams, 'open');
  send(byParams, { type: 'connection_init', payload: signHeaders() });
  expect(await closing(byParams)).toMatchObject({ code: 4429 });
  await initialize(dial(signHeaders(instances[0], await issue(store, services, { principalId: principal }))));
  sockets[0]?.close();
  await closing(sockets[0] as WebSocket);
  await until(async () => {
    const next = dial(signHeaders());
    const [event] = await Promise.race([
      once(next, 'open').then(() => ['open']),
      once(next, 'unexpected-response').then(() => ['refused']),
    ]);
    return event === 'open';
  }, 'another socket after one was closed');
});

// @spec SU10
test('should close a reader more than 1,000 events behind with 4413, and let it resume by cursor', async () => {
  const slow = dial(signHeaders());
  await initialize(slow);
  const received: { sequence: number; cursor: string }[] = [];
  slow.on('message', (data: Buffer) => {
    const { payload } = JSON.parse(data.toString()) as { payload?: { data: { events: (typeof received)[number] } } };
    if (payload) received.push(payload.data.events);
  });
  send(slow, { id: '1', type: 'subscribe', payload: { query: EVENTS, variables: { after: eventCursor(0n) } } });
  await publishEvents(store, principal, 1);
  await until(() => received.length === 1, 'a first event');
  slow.pause();
  await publishEvents(store, principal, 1_100);
  const { credentialId } = credential;
  await until(
    () => services.log.lines.some(({ fields }) => fields['credentialId'] === credentialId),
    'the socket is closed',
  );
  const closed = closing(slow);
  slow.resume();
  expect(await closed).toMatchObject({ code: 4413 });
  // Bounded memory: only the acknowledgement window was sent ahead of the reader.
  expect(received.length).toBeLessThan(700);
  const after = received.at(-1)?.cursor;
  const listener = subscribe(connected(instances[0]), { query: EVENTS, variables: { after } });
  await until(() => received.length + listener.events.length === 1_101, 'the rest');
  expect([...received, ...listener.events].map((event) => event.sequence)).toEqual(
    Array.from({ length: 1_101 }, (_, at) => at + 1),
  );
});

test('should send every event to a reader that pauses and continues', async () => {
  const reader = dial(signHeaders());
  await initialize(reader);
  const received: number[] = [];
  reader.on('message', (data: Buffer) => {
    const { payload } = JSON.parse(data.toString()) as { payload?: { data: { events: { sequence: number } } } };
    if (payload) received.push(payload.data.events.sequence);
  });
  send(reader, { id: '1', type: 'subscribe', payload: { query: EVENTS, variables: { after: eventCursor(0n) } } });
  await publishEvents(store, principal, 30);
  await until(() => received.length === 30, 'a first page');
  reader.pause();
  // The window becomes full within the last page, which is below the limit.
  await publishEvents(store, principal, 490);
  const log = connected(instances[0]);
  const other = subscribe(log, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await until(() => other.events.length === 520, 'another reader has everything');
  reader.resume();
  await until(() => received.length === 520, 'all events at the paused reader');
  expect(received).toEqual(Array.from({ length: 520 }, (_, at) => at + 1));
});

async function notify(): Promise<void> {
  await store.inTransaction((tx) => {
    notifyRevoked(tx, [credential.credentialId]);
    return Promise.resolve();
  });
}

async function revoke(id: string): Promise<void> {
  await store.query({ text: 'UPDATE credential SET revoked_at = now() WHERE credential_id = $1', values: [id] });
}

// @id revocation-closes-sockets
// @spec SU8
test('should close the sockets of a revoked credential with 4401 within 1 s on every instance, and no others', async () => {
  // Polls are off, so everything depends on notifications from another process.
  const HOUR = 3_600_000;
  const unpolled = [
    await startInstance(database.url, services, HOUR),
    await startInstance(database.url, services, HOUR),
  ];
  const other = await issue(store, services, { principalId: principal });
  const made = unpolled.flatMap((instance) => [connected(instance), connected(instance)]);
  const unaffected = unpolled.map((instance) => connected(instance, other));
  const variables = { after: eventCursor(0n) };
  const listeners = [...made, ...unaffected].map((one) => subscribe(one, { query: EVENTS, variables }));
  await publishEvents(store, principal, 1);
  await until(() => listeners.every(({ events }) => events.length === 1), 'an event at every listener');
  await revoke(credential.credentialId);
  const revokedAt = performance.now();
  await notify();
  expect(await Promise.all(made.map(({ closed }) => closed))).toMatchObject(made.map(() => ({ code: 4401 })));
  expect(performance.now() - revokedAt).toBeLessThan(1_000);
  await publishEvents(store, principal, 1);
  await until(() => listeners.slice(made.length).every(({ events }) => events.length === 2), 'an event at the others');
  expect(listeners.slice(0, made.length).every(({ events }) => events.length === 1)).toBe(true);
  expect(await refusedUpgrade(dial(signHeaders()))).toMatchObject({ status: 401, code: 'credential_invalid' });
  await Promise.all(unpolled.map((instance) => instance.stop()));
});

// @id revocation-without-notification
// @spec SU9
test('should send no event after a revocation without a notification, and close the socket with 4401', async () => {
  const made = connected(instances[0]);
  const listener = subscribe(made, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await publishEvents(store, principal, 1);
  await until(() => listener.events.length === 1, 'an event');
  await revoke(credential.credentialId);
  await publishEvents(store, principal, 1);
  expect(await made.closed).toMatchObject({ code: 4401 });
  expect(listener.events).toHaveLength(1);
});

test('should close an idle socket of a revoked credential without a notification', async () => {
  const made = connected(instances[0]);
  const listener = subscribe(made, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await publishEvents(store, principal, 1);
  await until(() => listener.events.length === 1, 'an event');
  await revoke(credential.credentialId);
  expect(await made.closed).toMatchObject({ code: 4401 });
});

test('should close no socket after a notification for a credential that is not revoked', async () => {
  const made = connected(instances[0]);
  const listener = subscribe(made, { query: EVENTS, variables: { after: eventCursor(0n) } });
  await notify();
  await publishEvents(store, principal, 2);
  await until(() => listener.events.length === 2, 'events');
});

test('should close the sockets with 1001 when the instance stops', async () => {
  const third = await startInstance(database.url, services);
  const socket = dial(signHeaders(third), { url: third.url });
  await initialize(socket);
  const closed = closing(socket);
  await third.stop();
  expect(await closed).toMatchObject({ code: 1001 });
});
