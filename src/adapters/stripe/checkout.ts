import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { Refusal } from '../../domain/errors/errors';
import { packOf } from '../../domain/tickets/packs';
import type { Checkout, CheckoutInput, CheckoutSession, Log } from '../../operations/ports';

/** What Stripe takes for an idempotency key, and a header can carry; a caller's scope may hold other things. */
const STRIPE_KEY = /^[\x21-\x7e]{1,255}$/;

export interface StripeCheckoutOptions {
  readonly stripe: Stripe;
  /** Where a buyer goes afterwards who named no `success_url`; Stripe insists on one. */
  readonly doneUrl: string;
  /** The mode of the key; an event of the other mode never credits what is made here. */
  readonly livemode: boolean;
  readonly log: Log;
}

/** Checkout over Stripe's API. Every failure over there is one refusal; what it was goes to the log alone. */
export function stripeCheckout({ stripe, doneUrl, livemode, log }: StripeCheckoutOptions): Checkout {
  return {
    async createSession(input: CheckoutInput): Promise<CheckoutSession> {
      try {
        const session = await stripe.checkout.sessions.create(paramsOf(input, doneUrl), {
          idempotencyKey: stripeKey(input.idempotencyKey),
        });
        if (typeof session.url !== 'string') throw new Error('the session has no page to pay on');
        const expiresAt = new Date(session.expires_at * 1000);
        return { sessionId: session.id, url: session.url, expiresAt, livemode };
      } catch (error) {
        log.warn(describe(error), 'Stripe made no checkout session');
        throw new Refusal('payment_processor_unavailable');
      }
    },
  };
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
    // Card payments alone, so that a completed session is a paid one. (Stripe's API of 2026-09-30 refuses the older
    // `payment_method_types`.)
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
    // The session must end in the pack's own amount and currency, or the credit would be parked.
    adaptive_pricing: { enabled: false },
    client_reference_id: key,
    metadata,
    // Refunds and disputes arrive as events of the charge, which inherits these.
    payment_intent_data: { metadata },
    success_url: input.successUrl ?? doneUrl,
    ...(input.cancelUrl === null ? {} : { cancel_url: input.cancelUrl }),
  };
}

function productName(input: CheckoutInput): string {
  return `${packOf(input.pack)?.name ?? input.pack} pack: ${input.ticketsStamps.toLocaleString('en-US')} tickets`;
}

function stripeKey(key: string): string {
  return STRIPE_KEY.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

/** What of a failure may go to the log: kinds and numbers. Stripe's own words can quote parts of keys and of the input. */
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
