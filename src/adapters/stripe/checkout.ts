import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { Refusal } from '../../domain/errors/errors';
import { packOf } from '../../domain/tickets/packs';
import type { Checkout, CheckoutInput, CheckoutSession, Log } from '../../operations/ports';
import { MAX_CALL_MS } from './client';

/** Idempotency keys that Stripe and an HTTP header accept. */
const STRIPE_KEY = /^[\x21-\x7e]{1,255}$/;
/** How many keys of Stripe one key of the service may use up. */
const MAX_KEYS = 10;

export interface StripeCheckoutOptions {
  readonly stripe: Stripe;
  /** Default `success_url`, which Stripe requires. */
  readonly doneUrl: string;
  /** Mode of the key. An event of the other mode never credits these sessions. */
  readonly livemode: boolean;
  readonly log: Log;
}

/** Creates checkout sessions at Stripe. Every failure becomes one refusal; the log has the cause. */
export function stripeCheckout({ stripe, doneUrl, livemode, log }: StripeCheckoutOptions): Checkout {
  return {
    async createSession(input: CheckoutInput): Promise<CheckoutSession> {
      try {
        const session = await createWithUsableKey(stripe, paramsOf(input, doneUrl), input.idempotencyKey);
        if (typeof session.url !== 'string') throw new Error('the session has no URL');
        const expiresAt = new Date(session.expires_at * 1000);
        return { sessionId: session.id, url: session.url, expiresAt, livemode };
      } catch (error) {
        log.warn(describe(error), 'Stripe created no checkout session');
        throw new Refusal('payment_processor_unavailable');
      }
    },
  };
}

/**
 * Creates a session. If Stripe repeats a stored error for the key, it continues with the next key of a fixed series.
 *
 * Stripe stores the first result of a key for 24 hours, including 500 errors. The series is the same for each call, so a
 * repeated call finds its session. A session behind a stored error has no known URL, so it expires unpaid.
 */
async function createWithUsableKey(
  stripe: Stripe,
  params: Stripe.Checkout.SessionCreateParams,
  key: string,
): Promise<Stripe.Checkout.Session> {
  const endsAt = performance.now() + MAX_CALL_MS;
  let options: Stripe.RequestOptions = {};
  for (let number = 1; ; number += 1) {
    try {
      return await stripe.checkout.sessions.create(params, { ...options, idempotencyKey: stripeKey(key, number) });
    } catch (error) {
      const leftMs = Math.floor(endsAt - performance.now());
      if (!isKeyUsedUp(error) || number === MAX_KEYS || leftMs <= 0) throw error;
      options = { timeout: leftMs, maxNetworkRetries: 0 };
    }
  }
}

/** Checks whether each request with the key of this error fails: its result is a stored error, or of other parameters. */
function isKeyUsedUp(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  // 409: an earlier request with the key still runs, and may create the session.
  if (error.statusCode === 409) return false;
  return error.headers?.['idempotent-replayed'] === 'true' || error instanceof Stripe.errors.StripeIdempotencyError;
}

function paramsOf(input: CheckoutInput, doneUrl: string): Stripe.Checkout.SessionCreateParams {
  const { reference } = input;
  const key = reference.purchaseFor === 'principal' ? reference.principalKey : reference.humanKey;
  const metadata = {
    purchase_for: reference.purchaseFor,
    [reference.purchaseFor === 'principal' ? 'principal_key' : 'human_key']: key,
    pack: input.pack,
    tickets_stamps: input.ticketsStamps.toString(),
  };
  return {
    mode: 'payment',
    // Card payments only, so that a completed session is paid. Stripe's API of 2026-09-30 refuses `payment_method_types`.
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: input.currency,
          unit_amount: input.priceMinor,
          product_data: { name: productName(input) },
        },
      },
    ],
    // A payment in another amount or currency would be parked.
    adaptive_pricing: { enabled: false },
    client_reference_id: key,
    metadata,
    // The charge inherits the metadata, and refunds and disputes are events of the charge.
    payment_intent_data: { metadata },
    success_url: input.successUrl ?? doneUrl,
    ...(input.cancelUrl === null ? {} : { cancel_url: input.cancelUrl }),
  };
}

function productName(input: CheckoutInput): string {
  return `${packOf(input.pack)?.name ?? input.pack} pack: ${input.ticketsStamps.toLocaleString('en-US')} tickets`;
}

/** Returns a key of the series. A later key is a hash of a text with a line feed, which no key of a caller contains. */
function stripeKey(key: string, number: number): string {
  if (number === 1 && STRIPE_KEY.test(key)) return key;
  const text = number === 1 ? key : `${key}\n${String(number)}`;
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Describes a failure for the log. Stripe's messages can quote keys and input, so they are left out. */
function describe(error: unknown): object {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return { failure: error instanceof Error ? error.name : typeof error };
  }
  return {
    failure: error.type,
    status: error.statusCode ?? null,
    code: error.code ?? null,
    param: error.param ?? null,
    stripe_request_id: error.requestId ?? null,
  };
}
