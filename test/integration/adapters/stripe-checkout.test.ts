import type { RequestListener } from 'node:http';
import { stripeCheckout } from '../../../src/adapters/stripe/checkout';
import { stripeClient } from '../../../src/adapters/stripe/client';
import { createPayments } from '../../../src/adapters/stripe';
import { startStripeMock, type StripeMock } from '../../../src/adapters/stripe/mock';
import { Refusal } from '../../../src/domain/errors/errors';
import type { Checkout } from '../../../src/operations/ports';
import { buying, PRINCIPAL_KEY, rememberingLog, serverOn, temporaryDir, type LogEntry } from './stripe-support';

const KEY = ['sk', 'test', 'very_secret'].join('_');

function checkoutAt(apiBase: string, secretKey: string, log: LogEntry, attemptTimeoutMs?: number): Checkout {
  const stripe = stripeClient({ secretKey, apiBase, attemptTimeoutMs });
  return stripeCheckout({ stripe, doneUrl: 'http://127.0.0.1:9/done', livemode: false, log });
}

describe('Creating a checkout session', () => {
  const dir = temporaryDir();
  const log = rememberingLog();
  let mock: StripeMock;
  let checkout: Checkout;

  beforeAll(async () => {
    mock = await startStripeMock({ dataDir: dir.path, webhookUrl: () => undefined, log });
    checkout = checkoutAt(mock.apiBase, mock.secretKey, log);
  });
  afterAll(async () => {
    await mock.stop();
    dir.remove();
  });

  test('a purchase yields a checkout session identified by session_id, with a page to pay on', async () => {
    const made = await checkout.createSession(buying(0, { idempotencyKey: 'yields' }));
    expect(made.sessionId).toMatch(/^cs_test_/);
    expect(made.url).toBe(`${mock.apiBase}/c/pay/${made.sessionId}`);
    expect(made.expiresAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  test("the session's metadata and reference name the buyer, and its amount is the pack's price", async () => {
    const { sessionId } = await checkout.createSession(buying(1, { idempotencyKey: 'names' }));
    const session = await stripeClient(mock).checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({
      amount_total: 9_000,
      currency: 'usd',
      client_reference_id: PRINCIPAL_KEY,
      metadata: { purchase_for: 'principal', principal_key: PRINCIPAL_KEY, pack: 'growth', tickets_stamps: '10000' },
      mode: 'payment',
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      status: 'open',
    });
  });

  test('a purchase for the wallet names the human', async () => {
    const reference = { purchaseFor: 'wallet', humanKey: 'hum_1' } as const;
    const { sessionId } = await checkout.createSession(buying(0, { idempotencyKey: 'wallet', reference }));
    const session = await stripeClient(mock).checkout.sessions.retrieve(sessionId);
    expect(session.client_reference_id).toBe('hum_1');
    expect(session.metadata).toMatchObject({ purchase_for: 'wallet', human_key: 'hum_1' });
  });

  test('a repeated call with the same key returns the first session; another key creates another', async () => {
    const first = await checkout.createSession(buying(0, { idempotencyKey: 'repeat' }));
    expect(await checkout.createSession(buying(0, { idempotencyKey: 'repeat' }))).toEqual(first);
    const other = await checkout.createSession(buying(0, { idempotencyKey: 'repeat-2' }));
    expect(other.sessionId).not.toBe(first.sessionId);
  });

  test("a key longer than Stripe's limit works and identifies one session", async () => {
    const idempotencyKey = `scope:${'k'.repeat(255)}`;
    const first = await checkout.createSession(buying(0, { idempotencyKey }));
    expect(await checkout.createSession(buying(0, { idempotencyKey }))).toEqual(first);
    const other = await checkout.createSession(buying(0, { idempotencyKey: `${idempotencyKey}x` }));
    expect(other.sessionId).not.toBe(first.sessionId);
  });

  test('sessions are listed newest first, in pages', async () => {
    const stripe = stripeClient(mock);
    const made: string[] = [];
    for (const key of ['a', 'b', 'c']) {
      made.unshift((await checkout.createSession(buying(0, { idempotencyKey: `list-${key}` }))).sessionId);
    }
    const page = await stripe.checkout.sessions.list({ limit: 2 });
    expect([page.data.map((one) => one.id), page.has_more]).toEqual([made.slice(0, 2), true]);
    const all = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.slice(0, 3).map((one) => one.id)).toEqual(made);
    expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
  });

  test('a purchase without success_url ends on the default page', async () => {
    const { sessionId } = await checkout.createSession(buying(0, { idempotencyKey: 'done', successUrl: null }));
    const session = await stripeClient(mock).checkout.sessions.retrieve(sessionId);
    expect(session.success_url).toBe('http://127.0.0.1:9/done');
  });

  test('the Stripe mock refuses the same requests as Stripe, with the same texts', async () => {
    const stripe = stripeClient(mock);
    const unknown = stripe.rawRequest('POST', '/v1/checkout/sessions', { payment_method_types: ['card'] });
    await expect(unknown).rejects.toMatchObject({ type: 'StripeInvalidRequestError', code: 'parameter_unknown' });
    await checkout.createSession(buying(0, { idempotencyKey: 'reused' }));
    const reused = stripe.checkout.sessions.create(
      {
        mode: 'payment',
        success_url: 'http://127.0.0.1:9/',
        line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 1, product_data: { name: 'x' } } }],
      },
      { idempotencyKey: 'reused' },
    );
    await expect(reused).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const script = checkout.createSession(buying(0, { idempotencyKey: 'js', successUrl: 'javascript:alert(1)' }));
    await expect(script).rejects.toMatchObject({ code: 'payment_processor_unavailable' });
  });
});

describe('When the payment processor fails, the call is refused with payment_processor_unavailable', () => {
  async function refusedAt(apiBase: string, attemptTimeoutMs = 150): Promise<{ log: LogEntry; ms: number }> {
    const log = rememberingLog();
    const started = performance.now();
    const attempt = checkoutAt(apiBase, KEY, log, attemptTimeoutMs).createSession(buying(0));
    const error: unknown = await attempt.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ code: 'payment_processor_unavailable', members: {} });
    expect((error as Refusal).message).toBe((error as Refusal).entry.meaning);
    expect(log.lines).toHaveLength(1);
    expect(log.lines.join()).not.toContain('secret');
    return { log, ms: performance.now() - started };
  }

  const failures: readonly (readonly [string, RequestListener])[] = [
    ['answers 500', (_request, response) => void response.writeHead(500).end('{"error":{"message":"inside"}}')],
    ['answers 503 in HTML', (_request, response) => void response.writeHead(503).end('<html>inside</html>')],
    [
      'refuses the key',
      (_request, response) =>
        void response.writeHead(401).end(`{"error":{"type":"invalid_request_error","message":"no ${KEY}"}}`),
    ],
    [
      'limits the rate',
      (_request, response) => void response.writeHead(429).end('{"error":{"type":"rate_limit","message":"slow down"}}'),
    ],
    ['answers nonsense', (_request, response) => void response.writeHead(200).end('nonsense')],
    ['gives no page to pay on', (_request, response) => void response.writeHead(200).end('{"id":"cs_1","url":null}')],
    ['never answers', () => undefined],
    ['hangs up', (request) => void request.socket.destroy()],
    [
      'trickles its answer',
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ];

  test.each(failures)('it %s', async (_what, listener) => {
    const server = await serverOn(0, listener);
    const { ms } = await refusedAt(server.url);
    expect(ms).toBeLessThan(2_500);
    await server.close();
  });

  test('it is down', async () => {
    const server = await serverOn(0, () => undefined);
    await server.close();
    const { ms } = await refusedAt(server.url);
    expect(ms).toBeLessThan(2_500);
  });

  test('with the default timeouts a silent processor fails within 10 s', async () => {
    const server = await serverOn(0, () => undefined);
    const log = rememberingLog();
    const started = performance.now();
    await expect(checkoutAt(server.url, KEY, log).createSession(buying(0))).rejects.toMatchObject({
      code: 'payment_processor_unavailable',
    });
    expect(performance.now() - started).toBeLessThan(10_000);
    await server.close();
  });

  test('one failure is retried with the same key, and the call succeeds', async () => {
    const keys: unknown[] = [];
    const server = await serverOn(0, (request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) response.writeHead(503).end('{}');
      else response.writeHead(200).end('{"id":"cs_1","url":"http://127.0.0.1:9/","expires_at":1800000000}');
    });
    const made = await checkoutAt(server.url, KEY, rememberingLog(), 2_000).createSession(buying(0));
    expect(made.sessionId).toBe('cs_1');
    expect(keys).toEqual(['principal:1:key-1', 'principal:1:key-1']);
    await server.close();
  });
});

describe('When Stripe repeats a stored error for a key', () => {
  const keys: string[] = [];
  const stored = new Map<string, { status: number; body: string }>();
  let next: () => { status: number; body: string };
  let server: Awaited<ReturnType<typeof serverOn>>;
  const error = (status: number, type: string) => ({ status, body: JSON.stringify({ error: { type } }) });
  const session = () => ({
    status: 200,
    body: `{"id":"cs_${String(stored.size)}","url":"http://127.0.0.1:9/","expires_at":1800000000}`,
  });
  // As Stripe documents it: the first status and body of a key are repeated, including those of an error.
  beforeAll(async () => {
    server = await serverOn(0, (request, response) => {
      const key = String(request.headers['idempotency-key']);
      const before = stored.get(key);
      const { status, body } = before ?? next();
      stored.set(key, { status, body });
      keys.push(key);
      const replayed = { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' };
      response.writeHead(status, before && replayed).end(body);
    });
  });
  beforeEach(() => {
    keys.length = 0;
    stored.clear();
  });
  afterAll(() => server.close());
  const create = (idempotencyKey = 'stored') =>
    checkoutAt(server.url, KEY, rememberingLog()).createSession(buying(0, { idempotencyKey }));

  test('the next key of a fixed series creates the session, and a repeated call finds it', async () => {
    const answers = [error(500, 'api_error'), error(500, 'api_error')];
    next = () => answers.shift() ?? session();
    // The retry repeats the first error, and the second key fails for the first time.
    await expect(create()).rejects.toMatchObject({ code: 'payment_processor_unavailable' });
    const made = await create();
    expect(await create()).toEqual(made);
    expect(new Set(keys).size).toBe(3);
    expect(keys.every((key) => /^[\x21-\x7e]{1,255}$/.test(key))).toBe(true);
    expect((await create('stored-2')).sessionId).not.toBe(made.sessionId);
  });

  test('a key that was used with other parameters is not used again', async () => {
    const answers = [error(400, 'idempotency_error')];
    next = () => answers.shift() ?? session();
    expect((await create()).sessionId).toBe('cs_1');
  });

  test('a key in use keeps its place, because the earlier request may create the session', async () => {
    next = () => error(409, 'idempotency_error');
    await expect(create()).rejects.toMatchObject({ code: 'payment_processor_unavailable' });
    expect(new Set(keys).size).toBe(1);
  });

  test('the series ends', async () => {
    next = () => error(500, 'api_error');
    for (let call = 0; call < 12; call += 1) await create().catch(() => undefined);
    expect(new Set(keys).size).toBe(10);
  });
});

describe('The settings', () => {
  const settings = {
    secretKey: undefined,
    webhookSecrets: undefined,
    apiBase: undefined,
    production: false,
    dataDir: '/nowhere',
    webhookUrl: () => undefined,
    publicUrl: 'http://127.0.0.1:4000',
    log: rememberingLog(),
  };

  test.each([
    ['production without STRIPE_SECRET_KEY', { production: true }, 'must be set in production'],
    ['STRIPE_API_BASE without a key', { apiBase: 'http://127.0.0.1:1' }, 'needs STRIPE_SECRET_KEY'],
    ['a key without a webhook secret', { secretKey: KEY }, 'needs STRIPE_WEBHOOK_SECRET'],
    ['a base with a path', { secretKey: KEY, webhookSecrets: 'whsec', apiBase: 'http://h/v1' }, 'without a path'],
    ['a base that is no address', { secretKey: KEY, webhookSecrets: 'whsec', apiBase: 'ftp://h' }, 'http(s)://host'],
    ['no secret at all', { secretKey: KEY, webhookSecrets: ' , ' }, 'has no secret'],
  ])('%s is refused in one clear line', async (_what, over, line) => {
    await expect(createPayments({ ...settings, ...over })).rejects.toThrow(line);
  });
});
