import { createHash } from 'node:crypto';
import { token, type LineItem, type StripeMockState, type StoredEvent, type StoredSession } from './state';
import { hash, paramsFrom, required, StripeMockError, webAddress, wholeNumber, type Params } from './wire';

/** Stripe's default lifetime of a checkout session. */
const LIFETIME_SECONDS = 24 * 3600;
const MAX_PAGE_SIZE = 100;

/** Supported parameters. Stripe's API of 2026-09-30 removed `payment_method_types`. */
const ALLOWED_PARAMETERS = [
  /^(mode|success_url|cancel_url|client_reference_id)$/,
  /^allowed_payment_method_types\[\d+\]$/,
  /^adaptive_pricing\[enabled\]$/,
  /^(payment_intent_data\[metadata\]|metadata)\[[^[\]]{1,40}\]$/,
  /^line_items\[\d+\]\[quantity\]$/,
  /^line_items\[\d+\]\[price_data\]\[(currency|unit_amount|product_data\]\[name)\]$/,
];

export interface Created {
  readonly session: StoredSession;
  readonly replayed: boolean;
}

/** Handles POST /v1/checkout/sessions. A repeated key with the same parameters returns its session. */
export function createSession(state: StripeMockState, body: string, key: string | undefined, now: Date): Created {
  const params = paramsFrom(body, ALLOWED_PARAMETERS);
  const fingerprint = createHash('sha256').update(body).digest('hex');
  const earlier = key === undefined ? undefined : state.replays.get(key);
  if (key !== undefined && earlier !== undefined) {
    const session = state.sessions.get(earlier.sessionId);
    if (earlier.fingerprint !== fingerprint || session === undefined) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw new StripeMockError(400, message, { type: 'idempotency_error' });
    }
    // Stripe repeats its first response, even if the session has changed.
    return { session: { ...session, status: 'open', paymentIntent: null }, replayed: true };
  }
  const session = sessionFrom(params, now);
  if (key === undefined) state.insert({ session });
  else state.insert({ session }, { replay: { key, fingerprint, sessionId: session.id } });
  return { session, replayed: false };
}

function sessionFrom(params: Params, now: Date): StoredSession {
  if (required(params, 'mode') !== 'payment') {
    throw new StripeMockError(400, 'The Stripe mock supports mode payment only', { param: 'mode' });
  }
  const currency = required(params, 'line_items[0][price_data][currency]');
  const items = itemsFrom(params, currency);
  const cancelUrl = params.get('cancel_url');
  const created = unixSeconds(now);
  return {
    id: `cs_test_${token(29)}`,
    created,
    expiresAt: created + LIFETIME_SECONDS,
    status: 'open',
    items,
    currency,
    metadata: hash(params, 'metadata'),
    clientReferenceId: params.get('client_reference_id') ?? null,
    successUrl: webAddress(required(params, 'success_url'), 'success_url'),
    cancelUrl: cancelUrl === undefined ? null : webAddress(cancelUrl, 'cancel_url'),
    paymentIntent: null,
  };
}

function itemsFrom(params: Params, currency: string): readonly LineItem[] {
  const items: LineItem[] = [];
  for (let index = 0; [...params.keys()].some((name) => name.startsWith(`line_items[${index}]`)); index += 1) {
    const item = `line_items[${index}]`;
    if (required(params, `${item}[price_data][currency]`) !== currency) {
      throw new StripeMockError(400, 'All line items must have the same currency', { param: `${item}[price_data]` });
    }
    items.push({
      name: required(params, `${item}[price_data][product_data][name]`),
      quantity: wholeNumber(params, `${item}[quantity]`, 1),
      unitAmount: wholeNumber(params, `${item}[price_data][unit_amount]`, 0),
    });
  }
  return items;
}

export function sessionOf(state: StripeMockState, id: string): StoredSession {
  const session = state.sessions.get(id);
  if (session === undefined) {
    throw new StripeMockError(404, `No such checkout.session: ${id}`, { code: 'resource_missing', param: 'session' });
  }
  return session;
}

/**
 * Handles GET /v1/checkout/sessions, newest first, with `limit`, `starting_after` and `status`. It can expand the charge
 * of each session, which is never refunded or disputed.
 */
export function listSessions(state: StripeMockState, query: URLSearchParams, origin: string): object {
  const limit = Number(query.get('limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new StripeMockError(400, 'Invalid integer', { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const status = query.get('status');
  const all = [...state.sessions.values()].reverse().filter((session) => status === null || session.status === status);
  const after = query.get('starting_after');
  const start = after === null ? 0 : all.indexOf(sessionOf(state, after)) + 1;
  const page = all.slice(start, start + limit);
  const isExpanded = [...query].some(
    ([name, value]) => /^expand\[\d*\]$/.test(name) && value === 'data.payment_intent.latest_charge',
  );
  return {
    object: 'list',
    url: '/v1/checkout/sessions',
    has_more: start + limit < all.length,
    data: page.map((session) => ({
      ...sessionObject(session, origin),
      ...(isExpanded && { payment_intent: paymentObject(session) }),
    })),
  };
}

function paymentObject({ paymentIntent: id, currency, ...session }: StoredSession): object | null {
  if (id === null) return null;
  const amount = totalOf(session);
  const charge = { object: 'charge', amount, currency, amount_refunded: 0, refunded: false, disputed: false };
  return { id, object: 'payment_intent', amount, currency, status: 'succeeded', latest_charge: charge };
}

/** Marks a session as paid and stores its event in one write; undefined if it is not open. */
export function pay(
  state: StripeMockState,
  session: StoredSession,
  now: Date,
  origin: string,
): StoredEvent | undefined {
  if (session.status !== 'open') return undefined;
  const paid: StoredSession = { ...session, status: 'complete', paymentIntent: `pi_${token(12)}` };
  return close(state, paid, 'checkout.session.completed', now, origin);
}

/** Closes all expired sessions and returns their events. */
export function expireDue(state: StripeMockState, now: Date, origin: string): readonly StoredEvent[] {
  return [...state.sessions.values()]
    .filter(({ status, expiresAt }) => status === 'open' && expiresAt <= unixSeconds(now))
    .map((session) => close(state, { ...session, status: 'expired' }, 'checkout.session.expired', now, origin));
}

function close(state: StripeMockState, session: StoredSession, type: string, now: Date, origin: string): StoredEvent {
  const id = `evt_${token(12)}`;
  const body = JSON.stringify({
    id,
    object: 'event',
    created: unixSeconds(now),
    data: { object: sessionObject(session, origin) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
  const event = { id, type, body };
  state.insert({ session }, { event });
  return event;
}

/** Renders a session with Stripe's names, without the members that nothing here uses. */
export function sessionObject(session: StoredSession, origin: string): object {
  const total = totalOf(session);
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    expires_at: session.expiresAt,
    livemode: false,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: session.paymentIntent,
    payment_method_types: ['card'],
    payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
    status: session.status,
    success_url: session.successUrl,
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${origin}/c/pay/${session.id}` : null,
  };
}

export function totalOf(session: Pick<StoredSession, 'items'>): number {
  return session.items.reduce((total, item) => total + item.quantity * item.unitAmount, 0);
}

function unixSeconds(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
