import { Webhook } from 'standardwebhooks';
import { createSender } from '../../../src/adapters/webhook/client';
import { createGuard } from '../../../src/adapters/webhook/guard';
import { verifyWebhook } from '../../../src/client';
import type { WebhookSender } from '../../../src/operations/ports';
import { type Receiver, startReceiver } from '../../support/receiver';

let receiver: Receiver;
let sender: WebhookSender;

beforeAll(async () => {
  receiver = await startReceiver();
  sender = createSender({ guard: createGuard({ allowPrivate: true }), timeoutSeconds: 1, version: '9.9.9' });
});
afterAll(async () => {
  await sender.stop();
  await receiver.stop();
});

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const BODY = '{"id":"evt_1","data":{"name":"Zoë ✓"}}';
const send = (path: string) =>
  sender.send({
    endpoint: path,
    url: receiver.url(path),
    webhookId: 'evt_1',
    body: BODY,
    secret: SECRET,
    keyVersion: 7,
  });

// @spec WH5
test('the official package and our client verify a delivery', async () => {
  expect(await send('/fine?x=1')).toMatchObject({ status: 204, error: null, response: null });
  const [one] = receiver.of('/fine?x=1');
  expect(one?.body).toBe(BODY);
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'agent-trading-service/9.9.9',
    'webhook-id': 'evt_1',
    'x-svc-webhook-key-version': '7',
  });
  expect(one?.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  const headers = one?.headers as Record<string, string>;
  expect(new Webhook(SECRET).verify(one?.body ?? '', headers)).toEqual(JSON.parse(BODY));
  expect(verifyWebhook({ headers, body: one?.body ?? '', secrets: { 7: SECRET } })).toMatchObject({ id: 'evt_1' });
  expect(() => new Webhook(`whsec_${Buffer.alloc(32, 6).toString('base64')}`).verify(BODY, headers)).toThrow();
});

test.each([301, 302, 303, 307, 308])('a redirect %i is not followed', async (status) => {
  const path = `/redirect-${String(status)}`;
  receiver.on(path, (_request, response) => response.writeHead(status, { location: receiver.url('/elsewhere') }).end());
  expect(await send(path)).toMatchObject({ status, error: 'redirect_not_followed' });
  expect(receiver.of('/elsewhere')).toEqual([]);
});

test('the result has the status and the Retry-After of the receiver', async () => {
  receiver.on('/busy', (_request, response) => response.writeHead(429, { 'retry-after': '30' }).end('busy'));
  expect(await send('/busy')).toMatchObject({ status: 429, error: 'http_status', retryAfter: '30' });
});

test('interim responses 103 and 102 are ignored', async () => {
  receiver.on('/hints', (_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' });
    response.writeProcessing();
    response.writeHead(500).end('late');
  });
  expect(await send('/hints')).toMatchObject({ status: 500, error: 'http_status', response: Buffer.from('late') });
});

const FINE = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

// @spec WH20
test.each<[string, readonly string[]]>([
  ['before the answer', [CONTINUE, FINE]],
  ['in one piece with the answer', [`${CONTINUE}${FINE}`]],
  ['byte by byte', Array.from(`${CONTINUE}${FINE}`)],
  ['twice, with a header', ['HTTP/1.1 100 Continue\r\nx-a: 1\r\n\r\n', CONTINUE, FINE]],
  ['among 102 and 103', ['HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n', FINE]],
])('is delivered to a receiver that sends 100 Continue unasked: %s', async (name, parts) => {
  const path = `/continue-${name.replaceAll(/\W/g, '-')}`;
  receiver.on(path, ({ socket }) => {
    for (const part of parts) socket.write(part);
  });
  for (const count of [1, 2]) {
    expect(await send(path)).toMatchObject({ status: 200, error: null, response: Buffer.from('ok') });
    expect(receiver.of(path)).toHaveLength(count);
  }
});

test('a receiver that sends 100 Continue and no answer is a timeout', async () => {
  receiver.on('/only-continue', ({ socket }) => socket.write(CONTINUE));
  expect(await send('/only-continue')).toMatchObject({ status: null, error: 'timeout' });
});

test('a stopping sender ends its attempts and opens no connection', async () => {
  const stopping = createSender({ guard: createGuard({ allowPrivate: true }), timeoutSeconds: 60, version: '1' });
  const received = new Promise<void>((resolve) => receiver.on('/held', () => resolve()));
  const call = { endpoint: 'held', webhookId: 'evt_1', body: BODY, secret: SECRET, keyVersion: 1 };
  const held = stopping.send({ ...call, url: receiver.url('/held') });
  await received;
  await stopping.stop();
  expect(await held).toMatchObject({ status: null, error: 'timeout', response: null });
});

test.each<[string, Parameters<Receiver['on']>[1]]>([
  ['never answers', () => undefined],
  [
    'drips its body',
    (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    },
  ],
  [
    'drips its headers',
    (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => request.socket.write('x-drip: 1\r\n'), 50);
      request.socket.on('close', () => clearInterval(drip));
    },
  ],
])('a receiver that %s has so much time in all and no more', async (name, behaviour) => {
  const path = `/${name.replaceAll(' ', '-')}`;
  receiver.on(path, behaviour);
  const startedAt = performance.now();
  expect(await send(path)).toMatchObject({ error: 'timeout' });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('an endless body ends after 16 KiB, of which 1 KiB is stored', async () => {
  let written = 0;
  let closed: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (closed = resolve));
  receiver.on('/endless', (_request, response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(8192, 'y'))) written += 8192;
      written += 8192;
    };
    response.on('drain', more);
    response.on('close', closed);
    more();
  });
  const answer = await send('/endless');
  expect(answer).toMatchObject({ status: 200, error: null });
  expect(answer.response?.toString()).toBe('y'.repeat(1024));
  // The connection ends at once, so the receiver sent only what fits into the buffers of the sockets.
  await over;
  expect(written).toBeLessThan(32 * 1024 * 1024);
});

test.each<[string, Parameters<Receiver['on']>[1], string]>([
  ['connection_lost', (request) => request.socket.destroy(), '/reset'],
  ['answer_malformed', (request) => request.socket.end('SMTP ready\r\n\r\n'), '/malformed'],
  [
    'answer_malformed',
    (_request, response) => response.writeHead(200, { 'x-long': 'z'.repeat(20_000) }).end(),
    '/long',
  ],
])('should report %s', async (error, behaviour, path) => {
  receiver.on(path, behaviour);
  expect(await send(path)).toMatchObject({ error });
});

test('should report connection_failed if no server listens', async () => {
  const gone = await startReceiver();
  const url = gone.url('/');
  await gone.stop();
  const call = { endpoint: 'x', webhookId: 'evt_1', body: BODY, secret: SECRET, keyVersion: 1 };
  expect(await sender.send({ ...call, url })).toMatchObject({
    status: null,
    error: 'connection_failed',
  });
});

test('a hanging endpoint does not delay another endpoint of the same host', async () => {
  receiver.on('/hangs', () => undefined);
  let ended = 0;
  const hanging = Array.from({ length: 8 }, () => send('/hangs').finally(() => (ended += 1)));
  expect(await send('/beside')).toMatchObject({ status: 204 });
  expect(ended).toBe(0);
  await Promise.all(hanging);
});
