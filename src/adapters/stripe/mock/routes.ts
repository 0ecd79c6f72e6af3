import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../operations/ports';
import type { WebhookSender } from './webhook-sender';
import { checkoutPage, messagePage } from './page';
import { createSession, expireDue, listSessions, pay, sessionObject, sessionOf } from './sessions';
import type { StripeMockState, StoredSession } from './state';
import { StripeMockError } from './wire';

/** The Pay button waits for the acknowledged webhook before it redirects the buyer, as Stripe does. */
const PAY_WAIT_MS = 5_000;

export interface StripeMockDeps {
  readonly state: StripeMockState;
  readonly webhookSender: WebhookSender;
  readonly clock: Clock;
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Whether a new session is paid before its creation is answered. */
  readonly paysAtOnce: boolean;
}

export interface MockRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: string;
}

export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers one request of the API or of a buyer's browser. */
export async function answer(mock: StripeMockDeps, request: MockRequest): Promise<MockResponse> {
  expire(mock);
  const path = request.url.pathname;
  if (path.startsWith('/v1/')) return api(mock, request);
  const match = /^\/c\/pay\/([A-Za-z0-9_]+)(\/cancel)?$/.exec(path);
  if (match?.[1] !== undefined) return checkout(mock, request, match[1], match[2] !== undefined);
  if (path === '/c/done' && request.method === 'GET') return html(200, 'Done', 'You can close this page.');
  return html(404, 'Not found', 'There is no such page.');
}

export function expire({ state, webhookSender, clock, origin }: StripeMockDeps): void {
  for (const event of expireDue(state, clock.now(), origin)) void webhookSender.send(event);
}

async function api(mock: StripeMockDeps, request: MockRequest): Promise<MockResponse> {
  try {
    authorize(mock.state.secretKey, request.authorization);
    return await apiAnswer(mock, request);
  } catch (error) {
    if (error instanceof StripeMockError) return json(error.status, error.body);
    throw error;
  }
}

function authorize(secretKey: string, authorization: string | undefined): void {
  if (authorization === undefined) throw new StripeMockError(401, 'You did not provide an API key.');
  if (authorization !== `Bearer ${secretKey}`) throw new StripeMockError(401, 'Invalid API Key provided.');
}

async function apiAnswer(mock: StripeMockDeps, request: MockRequest): Promise<MockResponse> {
  const { state, clock, origin } = mock;
  const { pathname, searchParams } = request.url;
  if (pathname === '/v1/checkout/sessions' && request.method === 'POST') {
    const key = request.idempotencyKey;
    const { session, replayed } = createSession(state, request.body, key, clock.now());
    if (mock.paysAtOnce && !replayed) await payAndNotify(mock, session);
    return json(200, sessionObject(session, origin), {
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    });
  }
  if (request.method === 'GET' && pathname === '/v1/checkout/sessions') {
    return json(200, listSessions(state, searchParams, origin));
  }
  const id = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(pathname)?.[1];
  if (request.method === 'GET' && id !== undefined) return json(200, sessionObject(sessionOf(state, id), origin));
  throw new StripeMockError(404, `Unrecognized request URL (${request.method}: ${pathname}).`);
}

async function checkout(
  mock: StripeMockDeps,
  request: MockRequest,
  id: string,
  cancel: boolean,
): Promise<MockResponse> {
  const session = mock.state.sessions.get(id);
  if (session === undefined) return html(404, 'Not found', 'There is no such checkout session.');
  if (request.method === 'POST') return cancel ? cancelled(session) : paid(mock, session);
  if (request.method !== 'GET' || cancel) return html(405, 'Not allowed', 'This page supports GET only.');
  if (session.status === 'open') return { status: 200, headers: HTML, body: checkoutPage(session) };
  return session.status === 'complete'
    ? html(200, 'Paid', 'This session has been paid.')
    : html(410, 'Expired', 'This session has expired. Nothing was paid.');
}

async function paid(mock: StripeMockDeps, session: StoredSession): Promise<MockResponse> {
  if (session.status === 'expired') return html(410, 'Expired', 'This session has expired. Nothing was paid.');
  await payAndNotify(mock, session);
  return redirect(session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id));
}

/** Pays an open session, and waits for the acknowledged webhook. */
async function payAndNotify(
  { state, webhookSender, clock, origin }: StripeMockDeps,
  session: StoredSession,
): Promise<void> {
  const event = pay(state, session, clock.now(), origin);
  if (event === undefined) return;
  const wait = new AbortController();
  const limit = pause(PAY_WAIT_MS, undefined, { signal: wait.signal, ref: false }).catch(() => undefined);
  await Promise.race([webhookSender.send(event), limit]);
  wait.abort();
}

/** Redirects the buyer. The session stays open and can still be paid, as with Stripe. */
function cancelled(session: StoredSession): MockResponse {
  return session.cancelUrl === null
    ? html(200, 'Cancelled', 'Nothing was paid. You can close this page.')
    : redirect(session.cancelUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id));
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

function html(status: number, title: string, sentence: string): MockResponse {
  return { status, headers: HTML, body: messagePage(title, sentence) };
}

function redirect(location: string): MockResponse {
  return { status: 303, headers: { location: new URL(location).href, 'cache-control': 'no-store' }, body: '' };
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): MockResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
