import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import WebSocket from 'ws';
import { signRequest } from '../../../src/client';
import { socketClosed } from '../../support/socket-close';
import { startTestApp, type TestApp } from '../../support/app';
import { until } from '../../support/service';

/** The service between its stop signal and its end. */

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A bare connection that has sent `bytes`, and collects what it receives. */
async function connected({ url }: TestApp, bytes = ''): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
  return { socket, received: () => received };
}

const HALF_BODY = 'POST /api/v1/webhooks/stripe HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab';

async function isRefused({ url }: TestApp): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

async function secondsOf(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return (performance.now() - startedAt) / 1000;
}

// @spec OP1
test.each([
  ['that sent nothing', ''],
  ['with half a head', 'GET /readyz HTTP/1.1\r\nHos'],
  ['with half a body', HALF_BODY],
])('should stop long before the end of the grace while a silent connection %s is open', async (_what, bytes) => {
  const app = await startTestApp({ ATS_STOP_GRACE_SECONDS: '60' });
  const { socket, received } = await connected(app, bytes);
  // An answer on a later connection: the service has accepted the silent one.
  await fetch(new URL('/livez', app.url));
  const ended = socketClosed(socket);
  // Far less than the grace.
  expect(await secondsOf(app.stop())).toBeLessThan(30);
  await ended;
  if (bytes === '') expect(received()).toBe('');
  else expect(received()).toMatch(/^HTTP\/1.1 503 [^]*application\/problem\+json[^]*"code":"service_unavailable"/);
});

// @spec OP1
test('should cut a connection that sends slowly at the end of the grace', async () => {
  const app = await startTestApp({ ATS_STOP_GRACE_SECONDS: '2' });
  const { socket } = await connected(app, HALF_BODY.replace('Content-Length: 9', 'Content-Length: 900000'));
  const dripping = setInterval(() => socket.write('x'), 50);
  await fetch(new URL('/livez', app.url));
  expect(await secondsOf(app.stop())).toBeLessThan(30);
  clearInterval(dripping);
});

// @spec OP1
test('should stop while an upgraded socket is silent', async () => {
  const app = await startTestApp({ ATS_STOP_GRACE_SECONDS: '60' });
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  // It does not answer the close frame of the service either.
  socket.pause();
  expect(await secondsOf(app.stop())).toBeLessThan(30);
  socket.terminate();
});

// @spec OP2
test('should serve for ATS_DRAIN_SECONDS with /readyz 503 and Connection: close, then close the listener', async () => {
  const app = await startTestApp({ ATS_DRAIN_SECONDS: '2' });
  expect((await fetch(new URL('/readyz', app.url))).status).toBe(200);
  let isStopped = false;
  const stopped = app.stop().then(() => (isStopped = true));
  await until(async () => (await fetch(new URL('/readyz', app.url))).status === 503, '/readyz is 503');
  const url = new URL('/graphql', app.url);
  const body = Buffer.from('{"query":"{ service { version } }"}');
  const signed = signRequest(
    { method: 'POST', url, headers: { 'content-type': 'application/json' }, body },
    { credential: app.operatorCredential },
    { now: new Date() },
  );
  const answer = await fetch(url, { method: 'POST', headers: signed.headers, body });
  expect([answer.status, answer.headers.get('connection'), isStopped]).toEqual([200, 'close', false]);
  expect(await answer.json()).toMatchObject({ data: { service: {} } });
  await until(() => isRefused(app), 'the listener is closed');
  await stopped;
});

// @spec OP3
test.each(['/', '/readyz', '/nowhere', '/api/v1/principals', '/%'])(
  'should refuse a request for %s that arrives while the service closes with a problem, a code and Retry-After',
  async (path) => {
    const app = await startTestApp({ ATS_STOP_GRACE_SECONDS: '60' });
    const { socket, received } = await connected(app, `GET ${path} HTTP/1.1\r\nHost: a\r\n`);
    await fetch(new URL('/livez', app.url));
    const stopped = app.stop();
    await until(() => isRefused(app), 'the listener is closed');
    socket.write('\r\n');
    await stopped;
    const [head = '', body = ''] = received().split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 503 [^]*content-type: application\/problem\+json[^]*retry-after: 1/i);
    expect(head.toLowerCase()).toContain('connection: close');
    expect(JSON.parse(body)).toMatchObject({ code: 'service_unavailable' });
  },
);

// @spec OP3
test.each([
  ['a line that is no header', 'nonsense\r\n\r\n', 400],
  ['headers that are too large', `X: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
])('should answer %s while the service closes with a problem', async (_what, rest, status) => {
  const app = await startTestApp({ ATS_STOP_GRACE_SECONDS: '60' });
  const { socket, received } = await connected(app, 'GET / HTTP/1.1\r\nHost: a\r\n');
  await fetch(new URL('/livez', app.url));
  const stopped = app.stop();
  await until(() => isRefused(app), 'the listener is closed');
  socket.write(rest);
  await stopped;
  expect(received()).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} [^]*application/problem\\+json`));
});
