import { readFileSync, statSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPayments } from '../../../src/adapters/stripe';
import { stripeCheckout } from '../../../src/adapters/stripe/checkout';
import { stripeClient } from '../../../src/adapters/stripe/client';
import { stripeWebhookVerifier } from '../../../src/adapters/stripe/webhook-verifier';
import { startStripeMock, type StripeMock } from '../../../src/adapters/stripe/mock';
import type { CheckoutInput, CheckoutSession } from '../../../src/operations/ports';
import { buying, PRINCIPAL_KEY, receiver, rememberingLog, serverOn, temporaryDir, until } from './stripe-support';
import type { Delivery } from './stripe-support';

type Receiver = Awaited<ReturnType<typeof receiver>>;

let dir: ReturnType<typeof temporaryDir>;
let hook: Receiver;
let mock: StripeMock;
let now: Date;

const start = (): Promise<StripeMock> =>
  startStripeMock({ dataDir: dir.path, webhookUrl: hook.url, log: rememberingLog(), clock: { now: () => now } });

function buy(over: Partial<CheckoutInput> = {}): Promise<CheckoutSession> {
  const checkout = stripeCheckout({
    stripe: stripeClient(mock),
    doneUrl: mock.doneUrl,
    livemode: false,
    log: rememberingLog(),
  });
  return checkout.createSession(buying(0, over));
}

function first({ deliveries: [delivery] }: Receiver): Delivery {
  if (delivery === undefined) throw new Error('nothing was delivered');
  return delivery;
}

const press = (url: string): Promise<Response> => fetch(url, { method: 'POST', redirect: 'manual' });

beforeEach(async () => {
  now = new Date();
  dir = temporaryDir();
  hook = await receiver();
  mock = await start();
});
afterEach(async () => {
  await mock.stop();
  await hook.close();
  dir.remove();
});

describe('Payment at the Stripe mock', () => {
  test('Pay sends a signed event, which the official package verifies, and redirects the buyer', async () => {
    const { sessionId, url } = await buy();
    const response = await press(url);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`http://127.0.0.1:9/thanks?session=${sessionId}`);
    expect(hook.deliveries).toHaveLength(1);
    const { body, signature } = first(hook);
    const event = stripeWebhookVerifier(mock.webhookSecret).verify(body, signature);
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      livemode: false,
      session: {
        sessionId,
        paymentStatus: 'paid',
        amountTotalMinor: 1_000,
        currency: 'usd',
        clientReferenceId: PRINCIPAL_KEY,
      },
    });
    const session = await stripeClient(mock).checkout.sessions.retrieve(sessionId);
    expect([session.status, session.payment_status, session.url]).toEqual(['complete', 'paid', null]);
  });

  test('pressing Pay twice makes one payment and one event', async () => {
    const { url } = await buy();
    const responses = await Promise.all([press(url), press(url), press(url)]);
    expect(responses.map((response) => response.status)).toEqual([303, 303, 303]);
    expect(hook.deliveries).toHaveLength(1);
  });

  test('a repeated create call returns its first response, even after the payment', async () => {
    const made = await buy();
    await press(made.url);
    expect(await buy()).toEqual(made);
  });

  test('Cancel pays nothing and leaves the session open', async () => {
    const { sessionId, url } = await buy({ cancelUrl: 'http://127.0.0.1:9/back' });
    const response = await press(`${url}/cancel`);
    expect([response.status, response.headers.get('location')]).toEqual([303, 'http://127.0.0.1:9/back']);
    const other = await press(`${(await buy({ idempotencyKey: 'no-cancel-url' })).url}/cancel`);
    expect([other.status, (await other.text()).includes('Nothing was paid')]).toEqual([200, true]);
    expect((await stripeClient(mock).checkout.sessions.retrieve(sessionId)).status).toBe('open');
    expect(hook.deliveries).toEqual([]);
  });

  test('an unpaid session expires after a day and sends an event', async () => {
    const { sessionId, url } = await buy();
    now = new Date(now.getTime() + 25 * 3_600_000);
    expect((await press(url)).status).toBe(410);
    await until(() => hook.deliveries.length === 1, 'the event of the expiry');
    expect(JSON.parse(first(hook).body.toString())).toMatchObject({
      type: 'checkout.session.expired',
      data: { object: { id: sessionId, status: 'expired', payment_status: 'unpaid' } },
    });
  });
});

describe('The checkout page', () => {
  test('should show items, prices, a Pay button and a Cancel button', async () => {
    const { url } = await buy();
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('Starter pack: 1,000 tickets');
    expect(text.match(/<button[^>]*>[^<]*/g)).toEqual([
      '<button type="submit">Pay 10.00 USD',
      '<button type="submit" class="quiet">Cancel',
    ]);
    expect(text).toMatch(/<html lang="en">[\s\S]*<main><h1>/);
  });

  test('markup in an item is escaped', async () => {
    const session = await stripeClient(mock).checkout.sessions.create({
      mode: 'payment',
      success_url: 'http://127.0.0.1:9/',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 1, product_data: { name: '<script>"\'&</script>' } },
        },
      ],
    });
    const text = await (await fetch(session.url ?? '')).text();
    expect(text).not.toContain('<script');
    expect(text).toContain('&#60;script&#62;');
  });

  test('the page of an unknown session is 404', async () => {
    expect((await fetch(`${mock.apiBase}/c/pay/cs_none`)).status).toBe(404);
    expect((await fetch(`${mock.apiBase}/elsewhere`)).status).toBe(404);
    expect((await fetch(mock.doneUrl)).status).toBe(200);
  });
});

describe("The Stripe mock's API", () => {
  test('should refuse other keys than that of its data folder', async () => {
    const otherClient = stripeClient({ secretKey: ['sk', 'test', 'other'].join('_'), apiBase: mock.apiBase });
    await expect(otherClient.checkout.sessions.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
    expect((await fetch(`${mock.apiBase}/v1/checkout/sessions`)).status).toBe(401);
  });

  test('its file is readable by the owner only', () => {
    expect(statSync(join(dir.path, 'stripe-stand-in.jsonl')).mode & 0o777).toBe(0o600);
  });
});

describe('Across a restart', () => {
  test('keys, address and sessions survive a restart, and an open session can still be paid', async () => {
    const before = { ...mock };
    const made = await buy();
    await mock.stop();
    mock = await start();
    expect([mock.apiBase, mock.secretKey, mock.webhookSecret]).toEqual([
      before.apiBase,
      before.secretKey,
      before.webhookSecret,
    ]);
    expect(await buy()).toEqual(made);
    await press(made.url);
    expect(hook.deliveries).toHaveLength(1);
  });

  test('an unacknowledged event is sent again until it is acknowledged, also after a restart', async () => {
    hook.status = 503;
    const { sessionId, url } = await buy();
    const pressed = press(url).catch(() => undefined);
    await until(() => hook.deliveries.length >= 2, 'it has been tried twice');
    await mock.stop();
    await pressed;
    hook.status = 200;
    hook.deliveries.length = 0;
    mock = await start();
    await until(() => hook.deliveries.length === 1, 'it is sent again');
    const { body, signature } = first(hook);
    expect(stripeWebhookVerifier(mock.webhookSecret).verify(body, signature).session?.sessionId).toBe(sessionId);
    const path = join(dir.path, 'stripe-stand-in.jsonl');
    await until(() => readFileSync(path, 'utf8').includes('acknowledged'), 'the acknowledgement is kept');
    await mock.stop();
    mock = await start();
    await press((await buy({ idempotencyKey: 'after' })).url);
    expect(hook.deliveries).toHaveLength(2);
  });

  test('a partial last line is ignored', async () => {
    const made = await buy();
    await mock.stop();
    appendFileSync(join(dir.path, 'stripe-stand-in.jsonl'), '{"session":{"id":"cs_te');
    mock = await start();
    expect(await buy()).toEqual(made);
  });

  test('should use another port if its port is in use', async () => {
    const { apiBase } = mock;
    await mock.stop();
    const squatter = await serverOn(Number(new URL(apiBase).port), () => undefined);
    mock = await start();
    expect(mock.apiBase).not.toBe(apiBase);
    expect((await fetch((await buy()).url)).status).toBe(200);
    await squatter.close();
  });
});

test('events have the configured Host header', async () => {
  await mock.stop();
  const { url: webhookUrl } = hook;
  mock = await startStripeMock({
    dataDir: dir.path,
    webhookUrl,
    webhookHost: 'api.example.com',
    log: rememberingLog(),
  });
  await press((await buy()).url);
  expect(first(hook).host).toBe('api.example.com');
});

test('without STRIPE_SECRET_KEY the mock serves checkout and webhooks, with a warning', async () => {
  const other = temporaryDir();
  const log = rememberingLog();
  const extra = ['whsec', 'extra'].join('_');
  const payments = await createPayments({
    secretKey: undefined,
    webhookSecrets: extra,
    apiBase: undefined,
    production: false,
    dataDir: other.path,
    webhookUrl: () => hook.url,
    publicUrl: 'http://127.0.0.1:4000',
    log,
  });
  expect(payments.notice).toMatch(/STRIPE_SECRET_KEY is not set.*http:\/\/127\.0\.0\.1:\d+/);
  const made = await payments.checkout.createSession(buying(2, { successUrl: null }));
  expect((await fetch(made.url, { method: 'POST' })).status).toBe(200);
  const { body, signature } = first(hook);
  expect(payments.webhookVerifier.verify(body, signature).session).toMatchObject({ amountTotalMinor: 80_000 });
  await payments.stop();
  other.remove();
  expect(log.lines).toEqual([]);
});
