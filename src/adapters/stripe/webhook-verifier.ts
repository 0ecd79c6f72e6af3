import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { Validator } from '../../domain/validator';
import { assert, Refusal } from '../../domain/errors/errors';
import type { SessionReport } from '../../domain/tickets/packs';
import type { StripeWebhookVerifier, StripeEvent } from '../../operations/ports';

/** Stripe's own default, and the contract's "stale". */
const TOLERANCE_SECONDS = 300;
/** Stripe's own bound for ids of objects. */
const MAX_ID_LENGTH = 255;

/**
 * Verification of Stripe's webhooks by the official package, on the bytes as received.
 * @param secrets STRIPE_WEBHOOK_SECRET: comma separated, since both are good while an endpoint's secret is rotated.
 * @throws Error when the setting holds no secret.
 */
export function stripeWebhookVerifier(secrets: string): StripeWebhookVerifier {
  const all = secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (all.length === 0) throw new Error('STRIPE_WEBHOOK_SECRET holds no secret');
  return {
    verify(rawBody, signatureHeader) {
      for (const secret of all) {
        if (isValidText(rawBody, signatureHeader, secret)) return eventOf(rawBody);
      }
      throw new Refusal('stripe_signature_invalid');
    },
  };
}

// The signature alone: what the package makes of the event refuses those that say no more than their name (v2).
function isValidText(rawBody: Buffer, header: string | undefined, secret: string): boolean {
  const { signature } = Stripe.webhooks;
  assert(signature, 'the package can check signatures');
  try {
    return signature.verifyHeader(rawBody, header ?? '', secret, TOLERANCE_SECONDS);
  } catch {
    return false;
  }
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Read defensively: the endpoint may be set to another version of Stripe's API than the package's types describe. */
function eventOf(rawBody: Buffer): StripeEvent {
  const event = parsed(rawBody);
  const eventId = nameOf(event, 'id');
  const type = nameOf(event, 'type');
  const object = memberOf(memberOf(event, 'data'), 'object');
  if (eventId === null || type === null) {
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
    objectId: nameOf(object, 'id'),
    session: aboutSession ? sessionOf(object, livemode) : null,
    refunded: memberOf(object, 'refunded') === true,
    body: rawBody.toString('utf8'),
  };
}

/** Whom it is about: a session's own reference, or what we gave its payment to carry (charges inherit that). */
function referenceOf(object: unknown): string | null {
  const metadata = memberOf(object, 'metadata');
  return nameOf(object, 'client_reference_id') ?? nameOf(metadata, 'principal_key') ?? nameOf(metadata, 'human_key');
}

/** A member that is an id, or the whole object where the endpoint expands it. */
function idOf(object: unknown, name: string): string | null {
  return nameOf(object, name) ?? nameOf(memberOf(object, name), 'id');
}

function sessionOf(object: unknown, livemode: boolean): SessionReport | null {
  const sessionId = nameOf(object, 'id');
  if (sessionId === null) return null;
  return {
    sessionId,
    paymentStatus: textOf(object, 'payment_status'),
    amountTotalMinor: numberOf(object, 'amount_total'),
    currency: textOf(object, 'currency'),
    clientReferenceId: nameOf(object, 'client_reference_id'),
    livemode,
    paymentIntentId: idOf(object, 'payment_intent'),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/**
 * A member that names something, so that a row has to hold it. One that no row can hold (U+0000, lone surrogates, longer
 * than any id of Stripe's) names nothing of ours: it gets a name of its own, and the event is recorded like any other.
 */
function nameOf(value: unknown, name: string): string | null {
  const text = textOf(value, name);
  if (text === null || new Validator().text(name, text, { max: MAX_ID_LENGTH })) return text;
  return `unreadable:${createHash('sha256').update(JSON.stringify(text)).digest('hex')}`;
}

function textOf(value: unknown, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : null;
}

function numberOf(value: unknown, name: string): number | null {
  const member = memberOf(value, name);
  return typeof member === 'number' ? member : null;
}
