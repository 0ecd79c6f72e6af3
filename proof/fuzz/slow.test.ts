import { setTimeout as pause } from 'node:timers/promises';
import { dial, type Raw } from './raw';
import { newStage } from './stage';
import { signed } from './wire';

/**
 * Clients that send slowly, read slowly or never, or disconnect halfway. All of them run at once while other clients
 * are served.
 */

const EACH = 25;
/**
 * Longer than the service waits for any of them (20 s). After this a paused client checks whether it was disconnected.
 */
const BORNE_MS = 24_000;
/** A busy machine reads late what was sent in time. */
const END_TIMEOUT_MS = 90_000;
const DRIP_MS = 400;

const stage = newStage();
const others: number[] = [];
const ended: Record<string, { readonly ms: number; readonly statuses: readonly number[] }[]> = {};
let before: number;
let during: number;

const HOST = 'Host: x\r\n';
const POST = `POST /graphql HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
const READ = {
  method: 'POST',
  target: '/graphql',
  headers: ['content-type', 'application/json'],
  body: '{"query":"{ service { version } }"}',
};

/** Sends a small piece again and again until it is disconnected. */
async function drip(raw: Raw, piece: string, until: Promise<unknown>): Promise<void> {
  const over = { yet: false };
  void until.finally(() => (over.yet = true)).catch(() => undefined);
  while (!over.yet && raw.socket.writable) {
    raw.socket.write(piece);
    await pause(DRIP_MS);
  }
}

const KINDS: Readonly<Record<string, (raw: Raw, end: Promise<unknown>) => void>> = {
  'says nothing': () => undefined,
  'sends its first line and no more': (raw) => raw.socket.write('POST /graphql HTTP/1.1\r\n'),
  'sends headers one after another': (raw, end) => {
    raw.socket.write(`POST /graphql HTTP/1.1\r\n${HOST}`);
    void drip(raw, 'X-A: b\r\n', end);
  },
  'sends a header byte by byte': (raw, end) => {
    raw.socket.write(`POST /graphql HTTP/1.1\r\n${HOST}X-A: `);
    void drip(raw, 'a', end);
  },
  'promises a body and sends none': (raw) => raw.socket.write(`${POST}Content-Length: 100\r\n\r\n`),
  'sends a body byte by byte': (raw, end) => {
    raw.socket.write(`${POST}Content-Length: 100000\r\n\r\n`);
    void drip(raw, ' ', end);
  },
  'sends chunks of one byte': (raw, end) => {
    raw.socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
    void drip(raw, '1\r\n \r\n', end);
  },
  'asks for much and reads none of it': (raw) => {
    raw.socket.pause();
    raw.socket.write(`GET /api/v1/openapi.json HTTP/1.1\r\n${HOST}\r\n`.repeat(500));
  },
  'closes its side halfway through its headers': (raw) => raw.socket.end(`${POST}Content-`),
  'closes its side halfway through its body': (raw) => raw.socket.end(`${POST}Content-Length: 100\r\n\r\n{`),
};

/** Serves other clients until then. A paused client notices its end only when it reads again. */
async function serveOthers(until: Promise<unknown>): Promise<void> {
  const over = { yet: false };
  void until.finally(() => (over.yet = true));
  while (!over.yet) {
    const reply = await stage.wire.send(signed(stage.service.url, { credential: stage.service.operator }, READ));
    expect(reply.status).toBe(200);
    others.push(reply.ms);
    await pause(20);
  }
}

beforeAll(async () => {
  before = (await stage.service.memory()).rss;
  const all = Object.entries(KINDS).flatMap(([kind, begin]) =>
    Array.from({ length: EACH }, async () => {
      const raw = dial(stage.service.url);
      const end = raw.ended(END_TIMEOUT_MS);
      begin(raw, end);
      const unread = kind.includes('reads none');
      // A paused socket must read to notice its end.
      if (unread) void pause(BORNE_MS).then(() => raw.socket.resume());
      const { ms, statuses } = await end;
      (ended[kind] ??= []).push({ ms, statuses });
    }),
  );
  const watched = pause(12_000).then(async () => (during = (await stage.service.memory()).rss));
  await serveOthers(Promise.allSettled([...all, watched]));
}, 300_000);

test.each(Object.keys(KINDS))('a client that %s is disconnected in bounded time', (kind) => {
  const all = ended[kind] ?? [];
  expect(all.length).toBe(EACH);
  // 408 if there is something to answer. A client that never read may already have an answer.
  for (const { statuses } of all) expect(statuses.filter((status) => ![200, 400, 408].includes(status))).toEqual([]);
});

test('other clients are served meanwhile', () => {
  const slowest = [...others].sort((a, b) => a - b);
  expect(others.length).toBeGreaterThan(100);
  expect(slowest[Math.floor(others.length * 0.95)]).toBeLessThan(1_000);
});

test('slow clients take little memory, and the log has no error', () => {
  expect(during - before).toBeLessThan(150 * 1024 * 1024);
  expect(stage.service.errors()).toEqual([]);
});
