import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Stripe from 'stripe';
import type { Client } from '../../src/client';
import type { TestApp } from './app';
import { mutate } from './actors';
import { serveLocally, stopServer } from './local-server';

/** Signed Stripe events for tests, and a payment processor that can fail. */

export const WEBHOOK_SECRET = ['whsec_', 'test', '0'.repeat(28)].join('');

export interface SessionData {
  readonly id: string;
  readonly payment_status?: string;
  readonly amount_total?: number;
  readonly currency?: string;
  readonly client_reference_id?: string | null;
  readonly payment_intent?: string;
}

/** A checkout session that waits for its payment. */
export interface Bought {
  readonly sessionId: string;
  readonly checkoutUrl: string;
}

/** Starts the purchase of the smallest pack. */
export async function buySession({ agent }: { readonly agent: Client }): Promise<Bought> {
  const selection = 'purchase { sessionId checkoutUrl }';
  return (await mutate<{ purchase: Bought }>(agent, 'purchaseTickets', { pack: 'STARTER' }, selection)).purchase;
}

/** Opens the checkout of a starter pack and returns its session. */
export async function checkout(agent: Client): Promise<string> {
  return (await buySession({ agent })).sessionId;
}

/** The body of an event about a checkout session; by default a paid starter pack. */
export function sessionEvent(
  session: SessionData,
  type = 'checkout.session.completed',
  id = `evt_${randomUUID()}`,
): string {
  const object = {
    object: 'checkout.session',
    payment_status: 'paid',
    amount_total: 1000,
    currency: 'usd',
    client_reference_id: null,
    ...session,
  };
  const created = Math.floor(Date.now() / 1000);
  return JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } });
}

export function signature(body: string, options: { secret?: string; secondsAgo?: number } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: options.secret ?? WEBHOOK_SECRET,
    timestamp: Math.floor(Date.now() / 1000) - (options.secondsAgo ?? 0),
  });
}

/** Delivers an event to the service; signed unless a header is given (null sends none). */
export async function deliver(
  app: Pick<TestApp, 'url'>,
  body: string,
  header: string | null = signature(body),
): Promise<{ status: number; type: string | null; body: Record<string, unknown> }> {
  const response = await fetch(`${app.url}/api/v1/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header !== null && { 'stripe-signature': header }) },
    body,
  });
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: (await response.json()) as Record<string, unknown> };
}

/** A proxy before the stand-in that a test can close or delay. */
export interface Gate {
  readonly url: string;
  /** Requests get 500 while it is closed. */
  closed: boolean;
  /** The `Idempotency-Key` of each forwarded call. */
  readonly keys: string[];
  /** Called with the processor's response before the caller gets it. */
  before: (answer: { readonly id?: string }) => Promise<void>;
  close(): Promise<void>;
}

export async function gateTo(target: () => string): Promise<Gate> {
  const gate: Omit<Gate, 'url' | 'close'> = { closed: false, keys: [], before: () => Promise.resolve() };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (gate.closed) {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"type":"api_error"}}');
      return;
    }
    const { authorization = '', 'idempotency-key': key = '', 'content-type': type = '' } = request.headers;
    gate.keys.push(String(key));
    const answer = await fetch(new URL(request.url ?? '/', target()), {
      method: request.method ?? 'GET',
      headers: { authorization, 'idempotency-key': String(key), 'content-type': type },
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    const text = await answer.text();
    await gate.before(JSON.parse(text) as { id?: string });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => void handle(request, response));
  return Object.assign(gate, { url: await serveLocally(server), close: () => stopServer(server) });
}

/** An event of a charge, as Stripe sends it. */
export function chargeEvent(type: string, data: object, id = `evt_${randomUUID()}`): string {
  const object = { id: `ch_${randomUUID()}`, object: 'charge', ...data };
  return JSON.stringify({ id, object: 'event', type, created: 1, livemode: false, data: { object } });
}
