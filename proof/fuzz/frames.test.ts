import { once } from 'node:events';
import WebSocket from 'ws';
import { JSON_BODY } from './attack';
import { type Cast, newCast } from './cast';
import { newStage } from './stage';
import { signed } from './wire';

/** Too much of everything on the sockets. */

const stage = newStage();
let cast: Cast;
const open: WebSocket[] = [];

beforeAll(async () => {
  cast = await newCast(stage.service);
}, 300_000);
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

function proof(): Record<string, string> {
  const { headers } = signed(stage.service.url, cast.signers.agent, { method: 'GET', target: '/graphql', headers: [] });
  return Object.fromEntries(headers.flatMap((it, at) => (at % 2 === 0 ? [[it, headers[at + 1] ?? '']] : [])));
}

async function openSocket(headers: Record<string, string> = proof()): Promise<WebSocket> {
  const socket = new WebSocket(`${stage.service.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
    headers,
  });
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'open');
  return socket;
}

async function openAcknowledged(): Promise<WebSocket> {
  const socket = await openSocket();
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  return socket;
}

const subscribe = (id: string, query = 'subscription { events { cursor } }'): string =>
  JSON.stringify({ id, type: 'subscribe', payload: { query } });
const closed = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];

interface SocketMessage {
  readonly id?: string;
  readonly type: string;
  readonly payload?: readonly { readonly extensions: { readonly code: string; readonly limit?: string } }[];
}

/** Returns the next messages of this number. */
async function nextMessages(socket: WebSocket, count: number): Promise<SocketMessage[]> {
  const all: SocketMessage[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.on('message', (data: Buffer) => {
      all.push(JSON.parse(data.toString()) as SocketMessage);
      if (all.length === count) resolve();
    });
  });
  return all;
}

test.each([
  ['a message of 64 KiB and a byte', (socket: WebSocket) => socket.send(' '.repeat(64 * 1024 + 1)), 1009],
  ['a message of 50 MB', (socket: WebSocket) => socket.send(' '.repeat(50_000_000)), 1009],
  [
    'a message in 60 pieces that are too large together',
    (socket: WebSocket) => {
      for (let nth = 0; nth < 60; nth += 1) socket.send('x'.repeat(2_000), { fin: nth === 59 });
    },
    1009,
  ],
  ['bytes that are not UTF-8', (socket: WebSocket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }), 1007],
  ['JSON 30,000 deep', (socket: WebSocket) => socket.send('['.repeat(30_000) + ']'.repeat(30_000)), 4400],
])('%s closes the socket', async (_, send, code) => {
  const socket = await openAcknowledged();
  const end = closed(socket);
  send(socket);
  expect(await end).toBe(code);
});

test('connection_init may have 60,000 characters of other members', async () => {
  const socket = await openSocket({});
  socket.send(JSON.stringify({ type: 'connection_init', payload: { ...proof(), more: 'x'.repeat(60_000) } }));
  expect((await nextMessages(socket, 1))[0]?.type).toBe('connection_ack');
});

test('connection_init with a too long or malformed proof closes the socket with 4403', async () => {
  for (const payload of [
    { signature: 'x'.repeat(60_000), 'signature-input': 'ats=()' },
    { signature: {} },
    ['x'],
    'x',
    1,
  ]) {
    const socket = await openSocket({});
    const end = closed(socket);
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    expect([4400, 4403]).toContain(await end);
  }
});

test('a socket accepts 20 subscriptions, refuses 180 more and stays open', async () => {
  const socket = await openAcknowledged();
  const refusals = nextMessages(socket, 180);
  for (let nth = 0; nth < 200; nth += 1) socket.send(subscribe(String(nth)));
  const all = await refusals;
  expect(new Set(all.map(({ type, payload }) => `${type} ${payload?.[0]?.extensions.limit ?? ''}`))).toEqual(
    new Set(['error subscriptions']),
  );
  const pong = nextMessages(socket, 1);
  socket.send('{"type":"ping"}');
  expect((await pong)[0]?.type).toBe('pong');
});

test('a too deep, invalid or unknown subscription is refused, and the socket stays open', async () => {
  const socket = await openAcknowledged();
  const queries = [
    `subscription { events ${'{ a '.repeat(3_000)}${'}'.repeat(3_000)} }`,
    'subscription { nothing }',
    '{'.repeat(30_000),
    '',
  ];
  const refusals = nextMessages(socket, queries.length);
  for (const [nth, query] of queries.entries()) socket.send(subscribe(`q${nth}`, query));
  expect((await refusals).map(({ type }) => type)).toEqual(queries.map(() => 'error'));
});

test('a credential may open 20 sockets; 30 more are refused with 429 at the upgrade', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, async () => {
      const socket = new WebSocket(`${stage.service.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: proof(),
      });
      open.push(socket);
      await once(socket, 'open');
    }),
  );
  const refused = results.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []));
  expect(refused).toEqual(Array(30).fill('Error: Unexpected server response: 429'));
});

test('a hundred silent sockets without credentials are closed within seconds', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => openSocket({})));
  expect(new Set(await Promise.all(all.map(closed)))).toEqual(new Set([4408]));
});

test('other clients are served, and the log has no error', async () => {
  const outgoing = { method: 'POST', target: '/graphql', headers: JSON_BODY, body: '{"query":"{ __typename }"}' };
  expect((await stage.wire.send(signed(stage.service.url, cast.signers.agent, outgoing))).status).toBe(200);
  expect(stage.service.errors()).toEqual([]);
});
