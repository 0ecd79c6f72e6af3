import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { newUuidV7 } from '../../../src/adapters/ids';
import { signRequest } from '../../../src/client';
import { socketClosed } from '../../support/socket-close';
import { startTestApp, useTestApp } from '../../support/app';
import { createParty, type Party } from '../../support/actors';
import { exchange } from '../../support/exchange-raw';
import { query, refusedAs, send, signerOf } from '../../support/exchange';
import { scrape } from '../../support/scrape';
import { until } from '../../support/service';

/** Clients that open many connections, send without waiting for answers, or do not read their answers. */

const MIB = 1024 * 1024;
const CONNECTIONS = 30;
const AGENTS = 200;
const CARDS = query(`{ principal { agents(first: ${String(AGENTS)}) { nodes { card } } } }`);
/** The answer to CARDS is longer. */
const CARDS_BYTES = 12 * MIB;
/** One such answer fits, and two do not. */
const UNREAD_BYTES_PER_CALLER = 20 * MIB;
const UNREAD_BYTES = 30 * MIB;
/** Two bodies of 100 KiB fit. */
const BODY_BYTES = 250 * 1024;

const app = useTestApp(
  {
    ATS_ROLE: 'api',
    ATS_MAX_CONNECTIONS_PER_ADDRESS: String(CONNECTIONS),
    ATS_MAX_REQUESTS_PER_CONNECTION: '4',
    ATS_MAX_UNREAD_BYTES_PER_CALLER: String(UNREAD_BYTES_PER_CALLER),
    ATS_MAX_UNREAD_BYTES: String(UNREAD_BYTES),
    ATS_SLOW_READER_SECONDS: '5',
    ATS_MAX_BODY_BYTES: String(BODY_BYTES),
  },
  { freeMetricsPort: true },
);
let party: Party;
let others: readonly Party[];
const open: Socket[] = [];

beforeAll(async () => {
  party = await createParty(app, 'Reader');
  others = [await createParty(app, 'Second'), await createParty(app, 'Third')];
  for (const one of [party, ...others]) await addCards(one);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await until(async () => (await metric('ats_unread_answer_bytes')) === 0, 'no answer is unread');
});

async function addCards({ agentId }: Party): Promise<void> {
  const now = new Date();
  await app.sql(
    `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
     SELECT id, a.principal_id, a.card || jsonb_build_object('more', repeat('x', 64000)), a.card_missing, a.streaming, a.push_notifications,
       a.extended_agent_card, a.event_types, now() FROM agent a, unnest($2::uuid[]) id WHERE a.agent_id = $1`,
    [agentId, Array.from({ length: AGENTS }, () => newUuidV7(now))],
  );
}

async function metric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  return (await scrape(app.metricsUrl)).get(name, labels);
}

const reached = (limit: string) => metric('ats_connection_limits_total', { limit });

async function dial(): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** The bytes of a signed request for a page of cards. */
function cardsRequest(reader: Party): string {
  const signed = signRequest(
    { method: 'POST', url: new URL('/graphql', app.url), headers: { 'content-type': 'application/json' }, body: CARDS },
    signerOf(reader),
    { now: new Date() },
  );
  const headers = Object.entries({ ...signed.headers, host: new URL(app.url).host, 'content-length': CARDS.length });
  return `POST /graphql HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('')}\r\n${CARDS}`;
}

/** Requests a page of cards, and stops reading after the first bytes. */
async function readNothing(reader: Party): Promise<Socket> {
  const socket = await dial();
  socket.write(cardsRequest(reader));
  await once(socket, 'readable');
  return socket;
}

/** Reads until the end of the connection. */
async function rest(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  socket.resume();
  await socketClosed(socket);
  return bytes;
}

const read = (reader: Party) => send(app, signerOf(reader), { body: query('{ service { version } }') });

// @spec LI20
describe('Pipelined requests of one connection', () => {
  const CODES = ['rate_limited', 'route_not_found', 'internal_error', 'validation_failed'];
  const REQUESTS = 2_000;

  /** Sends requests for the pages of error codes in one write, and returns the codes in the order of the answers. */
  async function pipelined(request: (code: string) => string, count = REQUESTS) {
    const socket = await dial();
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    const codes = Array.from({ length: count }, (_, n) => CODES[n % CODES.length] ?? '');
    socket.write(codes.map(request).join(''));
    return {
      codes,
      answered: () => Array.from(received.matchAll(/<p><code>(\w+)<\/code>/g), ([, code]) => code),
      received: () => received,
    };
  }

  test.each([
    ['GETs', (code: string) => `GET /errors/${code} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['GETs with a body', (code: string) => `GET /errors/${code} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc`],
    [
      'GETs with a body in chunks',
      (code: string) =>
        `GET /errors/${code} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
    ],
    [
      'GETs that offer another protocol',
      (code: string) =>
        `GET /errors/${code} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n`,
    ],
    [
      'GETs with a header of a WebSocket, but without its connection option',
      (code: string) => `GET /errors/${code} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n`,
    ],
  ])('should all be answered in order: %s', async (_, request) => {
    const { codes, answered } = await pipelined(request);
    await until(() => answered().length === codes.length, 'all answers');
    expect(answered()).toEqual(codes);
  });

  it('should wait for the earlier answers past the limit, while other connections are served', async () => {
    const before = (await reached('pipelined_requests')) ?? 0;
    const { codes, answered } = await pipelined((code) => `GET /errors/${code} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect((await read(party)).status).toBe(200);
    expect(answered().length).toBeLessThan(codes.length);
    await until(() => answered().length === codes.length, 'all answers');
    // Each answer to the last of four starts the next four.
    expect(await reached('pipelined_requests')).toBeGreaterThanOrEqual(before + REQUESTS / 4 - 1);
  });

  it('should end with the connection', async () => {
    const { answered } = await pipelined((code) => `GET /errors/${code} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => answered().length > 0, 'an answer');
    open.pop()?.destroy();
    expect((await read(party)).status).toBe(200);
  });
});

// @spec LI21
test('A connection past the limit of its address gets 429 rate_limited, and is closed', async () => {
  await Promise.all(Array.from({ length: CONNECTIONS }, dial));
  const refused = await exchange(app, { method: 'GET', path: '/api/v1/health' });
  expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limited', limit: 'connections' } });
  expect(refused.headers).toMatchObject({
    'retry-after': '1',
    connection: 'close',
    'content-type': expect.stringContaining('application/problem+json') as unknown,
  });
  expect(await reached('connections')).toBeGreaterThan(0);
  for (const socket of open.splice(0)) socket.destroy();
  await until(
    async () => (await exchange(app, { method: 'GET', path: '/api/v1/health' })).status === 200,
    'a connection after others closed',
  );
});

// @spec LI22
describe('Large answers that are not read', () => {
  it('should arrive completely at a client that reads', async () => {
    const sent = await send(app, signerOf(party), { body: CARDS });
    expect(sent.text.length).toBeGreaterThan(CARDS_BYTES);
    expect(sent.headers.get('content-length')).toBe(String(Buffer.byteLength(sent.text)));
    expect(sent.json.errors).toBeUndefined();
  });

  it('should count until the client has read them, and then give 429 to its principal alone', async () => {
    await readNothing(party);
    expect(await metric('ats_unread_answer_bytes')).toBeGreaterThan(CARDS_BYTES);
    // The second answer would exceed the limit.
    const second = await send(app, signerOf(party), { body: CARDS });
    expect(second.status).toBe(429);
    expect(refusedAs(second, 'rate_limited')).toMatchObject({ limit: 'unread_answers' });
    expect(second.headers.get('retry-after')).toBe('5');
    expect((await read(party)).status).toBe(200);
    expect((await send(app, signerOf(others[0] as Party), { body: CARDS })).status).toBe(200);
    expect(await reached('unread_answers')).toBeGreaterThan(0);
  });

  it('should be cut, the oldest of the largest reader first, past the limit of all callers', async () => {
    const before = (await reached('unread_bytes')) ?? 0;
    const readers: Socket[] = [];
    for (const one of [party, ...others]) readers.push(await readNothing(one));
    await until(async () => (await reached('unread_bytes')) === before + 1, 'an answer is cut');
    expect(await metric('ats_unread_answer_bytes')).toBeLessThan(UNREAD_BYTES);
    expect(await rest(readers[0] as Socket)).toBeLessThan(CARDS_BYTES);
  });

  it('should be cut when the client reads more slowly than the minimum rate', async () => {
    const before = (await reached('slow_reader')) ?? 0;
    const socket = await readNothing(party);
    // Two small reads a second are slower than 32 KiB a second.
    const reading = setInterval(() => void socket.read(4 * 1024), 500);
    await until(async () => (await reached('slow_reader')) === before + 1, 'the connection is cut');
    clearInterval(reading);
    expect(await rest(socket)).toBeLessThan(CARDS_BYTES);
  });
});

// @spec LI23
test('A new connection past the rate of its address is reset, and open ones are served', async () => {
  const strict = await startTestApp(
    { ATS_ROLE: 'api', ATS_NEW_CONNECTIONS_PER_ADDRESS: '1' },
    { freeMetricsPort: true },
  );
  try {
    const { hostname, port } = new URL(strict.url);
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname).on('error', () => undefined));
    await until(() => sockets.filter(({ destroyed }) => destroyed).length >= 10, 'the connections of the burst remain');
    const isOpen = sockets.find(({ destroyed }) => !destroyed) as Socket;
    isOpen.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(isOpen, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of sockets) socket.destroy();
    const page = await scrape(strict.metricsUrl);
    expect(page.get('ats_connection_limits_total', { limit: 'new_connections' })).toBeGreaterThanOrEqual(10);
  } finally {
    await strict.stop();
  }
});

// @spec LI24
test('The body that arrives for the longest time is cut when the bodies of all fill the memory', async () => {
  const before = (await reached('body_bytes')) ?? 0;
  const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n';
  const stalled: Socket[] = [];
  for (let n = 0; n < 3; n += 1) {
    const socket = await dial();
    socket.resume();
    socket.write(head + ' '.repeat(100 * 1024));
    stalled.push(socket);
  }
  await until(() => stalled.some(({ destroyed }) => destroyed), 'a body is cut');
  expect(await reached('body_bytes')).toBe(before + 1);
  expect(stalled.filter(({ destroyed }) => destroyed)).toHaveLength(1);
  const body = JSON.stringify({ query: '{ service { version } }', variables: { more: 'x'.repeat(50 * 1024) } });
  expect((await send(app, signerOf(party), { body })).status).toBe(200);
});
