import Stripe from 'stripe';
import { Refusal } from '../../domain/errors';
import type { SessionReport } from '../../domain/packs';
import type { StripeDoor, StripeEvent } from '../../operations/ports';

/** Stripe's own default, and the contract's "stale". */
const TOLERANCE_SECONDS = 300;

/**
 * Verification of Stripe's webhooks by the official package, on the bytes as received.
 * @param secrets STRIPE_WEBHOOK_SECRET: comma separated, since both are good while an endpoint's secret is rotated.
 * @throws Error when the setting holds no secret.
 */
export function stripeDoor(secrets: string): StripeDoor {
  const all = secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (all.length === 0) throw new Error('STRIPE_WEBHOOK_SECRET holds no secret');
  return {
    verify(rawBody, signatureHeader) {
      for (const secret of all) {
        const event = verified(rawBody, signatureHeader, secret);
        if (event !== undefined) return eventOf(event, rawBody);
      }
      throw new Refusal('stripe_signature_invalid');
    },
  };
}

function verified(rawBody: Buffer, header: string | undefined, secret: string): unknown {
  try {
    return Stripe.webhooks.constructEvent(rawBody, header ?? '', secret, TOLERANCE_SECONDS);
  } catch {
    // No signature of this secret, too old, or signed bytes that are no JSON event: all the same refusal.
    return undefined;
  }
}

/** Read defensively: the endpoint may be set to another version of Stripe's API than the package's types describe. */
function eventOf(event: unknown, rawBody: Buffer): StripeEvent {
  const eventId = textOf(event, 'id');
  const type = textOf(event, 'type');
  const object = memberOf(memberOf(event, 'data'), 'object');
  if (eventId === null || type === null || object === undefined) {
    throw new Refusal('stripe_signature_invalid', 'The signed body is no event of Stripe.');
  }
  const livemode = memberOf(event, 'livemode') === true;
  const aboutSession = textOf(object, 'object') === 'checkout.session' || type.startsWith('checkout.session.');
  return {
    eventId,
    type,
    createdAt: new Date((numberOf(event, 'created') ?? 0) * 1000),
    livemode,
    paymentIntentId: idOf(object, 'payment_intent'),
    reference: referenceOf(object),
    objectId: textOf(object, 'id'),
    session: aboutSession ? sessionOf(object, livemode) : null,
    refunded: memberOf(object, 'refunded') === true,
    body: rawBody.toString('utf8'),
  };
}

/** Whom it is about: a session's own reference, or what we gave its payment to carry (charges inherit that). */
function referenceOf(object: unknown): string | null {
  const metadata = memberOf(object, 'metadata');
  return textOf(object, 'client_reference_id') ?? textOf(metadata, 'principal_key') ?? textOf(metadata, 'human_key');
}

/** A member that is an id, or the whole object where the endpoint expands it. */
function idOf(object: unknown, name: string): string | null {
  return textOf(object, name) ?? textOf(memberOf(object, name), 'id');
}

function sessionOf(object: unknown, livemode: boolean): SessionReport | null {
  const sessionId = textOf(object, 'id');
  if (sessionId === null) return null;
  return {
    sessionId,
    paymentStatus: textOf(object, 'payment_status'),
    amountTotalMinor: numberOf(object, 'amount_total'),
    currency: textOf(object, 'currency'),
    clientReferenceId: textOf(object, 'client_reference_id'),
    livemode,
    paymentIntentId: idOf(object, 'payment_intent'),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOf(value: unknown, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : null;
}

function numberOf(value: unknown, name: string): number | null {
  const member = memberOf(value, name);
  return typeof member === 'number' ? member : null;
}
