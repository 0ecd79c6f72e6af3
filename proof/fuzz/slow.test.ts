import { setTimeout as pause } from 'node:timers/promises';
import { dial, type Raw } from './raw';
import { newStage } from './stage';
import { signed } from './wire';

/** Issue 6 §4: clients that send slowly, read slowly or not at all, hang up halfway: all at once, while others are served. */

const EACH = 25;
/** Longer than any of them is borne (20 s): then whoever was paused looks whether it was cut off. */
const BORNE_MS = 24_000;
/** A machine that is busy reads late what was sent in time. */
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

/** Sends a little, again and again, until it is cut off. */
async function drips(raw: Raw, piece: string, until: Promise<unknown>): Promise<void> {
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
    void drips(raw, 'X-A: b\r\n', end);
  },
  'sends a header byte by byte': (raw, end) => {
    raw.socket.write(`POST /graphql HTTP/1.1\r\n${HOST}X-A: `);
    void drips(raw, 'a', end);
  },
  'promises a body and sends none': (raw) => raw.socket.write(`${POST}Content-Length: 100\r\n\r\n`),
  'sends a body byte by byte': (raw, end) => {
    raw.socket.write(`${POST}Content-Length: 100000\r\n\r\n`);
    void drips(raw, ' ', end);
  },
  'sends chunks of one byte': (raw, end) => {
    raw.socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
    void drips(raw, '1\r\n \r\n', end);
  },
  'asks for much and reads none of it': (raw) => {
    raw.socket.pause();
    raw.socket.write(`GET /api/v1/openapi.json HTTP/1.1\r\n${HOST}\r\n`.repeat(500));
  },
  'closes its side halfway through its headers': (raw) => raw.socket.end(`${POST}Content-`),
  'closes its side halfway through its body': (raw) => raw.socket.end(`${POST}Content-Length: 100\r\n\r\n{`),
};

/** What is paused is told of its end only when it reads again: the server is asked how many connections it has. */
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
      // It has to look whether it was cut off.
      if (unread) void pause(BORNE_MS).then(() => raw.socket.resume());
      const { ms, statuses } = await end;
      (ended[kind] ??= []).push({ ms, statuses });
    }),
  );
  const watched = pause(12_000).then(async () => (during = (await stage.service.memory()).rss));
  await serveOthers(Promise.allSettled([...all, watched]));
}, 300_000);

test.each(Object.keys(KINDS))('whoever %s is cut off in bounded time', (kind) => {
  const all = ended[kind] ?? [];
  expect(all.length).toBe(EACH);
  // 408 where there is something to answer; who never read may have been answered before.
  for (const { statuses } of all) expect(statuses.filter((status) => ![200, 400, 408].includes(status))).toEqual([]);
});

test('and meanwhile others are served', () => {
  const slowest = [...others].sort((a, b) => a - b);
  expect(others.length).toBeGreaterThan(100);
  expect(slowest[Math.floor(others.length * 0.95)]).toBeLessThan(1_000);
});

test('they take little memory, and are no fault', () => {
  expect(during - before).toBeLessThan(150 * 1024 * 1024);
  expect(stage.service.faults()).toEqual([]);
});
