import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { Validator } from '../../domain/validator';
import { assert, Refusal } from '../../domain/errors/errors';
import type { SessionReport } from '../../domain/tickets/packs';
import type { StripeWebhookVerifier, StripeEvent } from '../../operations/ports';

/** Largest difference of the time of a signature from the clock. Stripe's default for old ones. */
const TOLERANCE_SECONDS = 300;
/** Stripe's limit for object ids. */
const MAX_ID_LENGTH = 255;

/**
 * Verifies Stripe's webhooks with the official package, on the received bytes.
 * @param secrets STRIPE_WEBHOOK_SECRET: comma separated, because a rotation needs the old and the new secret.
 * @throws Error if the setting has no secret.
 */
export function stripeWebhookVerifier(secrets: string): StripeWebhookVerifier {
  const all = secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (all.length === 0) throw new Error('STRIPE_WEBHOOK_SECRET has no secret');
  return {
    verify(rawBody, signatureHeader) {
      for (const secret of all) {
        if (isSignatureValid(rawBody, signatureHeader, secret)) return eventOf(rawBody);
      }
      throw new Refusal('stripe_signature_invalid');
    },
  };
}

// `constructEvent` would also parse the event and refuse the short events of Stripe's API v2.
function isSignatureValid(rawBody: Buffer, header: string | undefined, secret: string): boolean {
  const { signature } = Stripe.webhooks;
  assert(signature, 'the package can check signatures');
  try {
    // The package checks the age, and accepts every time in the future.
    return signature.verifyHeader(rawBody, header ?? '', secret, TOLERANCE_SECONDS) && !isInFuture(header ?? '');
  } catch {
    return false;
  }
}

/** Whether a time of the header is too far ahead. The package reads the header in the same way. */
function isInFuture(header: string): boolean {
  const latest = Date.now() / 1000 + TOLERANCE_SECONDS;
  const members = header.split(',').map((member) => member.split('='));
  return members.some(([name, value = '']) => name === 't' && Number.parseInt(value, 10) > latest);
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses an event without the package's types, because the endpoint may use another API version. */
function eventOf(rawBody: Buffer): StripeEvent {
  const event = parseJson(rawBody);
  const eventId = nameOf(event, 'id');
  const type = nameOf(event, 'type');
  const object = memberOf(memberOf(event, 'data'), 'object');
  if (eventId === null || type === null) {
    throw new Refusal('stripe_signature_invalid', 'The signed body is not a Stripe event.');
  }
  const livemode = memberOf(event, 'livemode') === true;
  // Only events of other accounts (Stripe Connect) name an account. Their sessions, payments and references are not ours.
  const ofOtherAccount = (memberOf(event, 'account') ?? null) !== null;
  const aboutSession = textOf(object, 'object') === 'checkout.session' || type.startsWith('checkout.session.');
  return {
    eventId,
    type,
    createdAt: new Date((numberOf(event, 'created') ?? 0) * 1000),
    livemode,
    ofOtherAccount,
    paymentIntentId: ofOtherAccount ? null : idOf(object, 'payment_intent'),
    reference: ofOtherAccount ? null : referenceOf(object),
    objectId: nameOf(object, 'id'),
    session: aboutSession && !ofOtherAccount ? sessionOf(object, livemode) : null,
    refunded: memberOf(object, 'refunded') === true,
    body: rawBody.toString('utf8'),
  };
}

/** Returns the buyer's key: the session's reference, or the metadata that its charge inherits. */
function referenceOf(object: unknown): string | null {
  const metadata = memberOf(object, 'metadata');
  return nameOf(object, 'client_reference_id') ?? nameOf(metadata, 'principal_key') ?? nameOf(metadata, 'human_key');
}

/** Returns the id of a member, which may be an id or an expanded object. */
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
 * Returns a member that is stored as a key. A text that PostgreSQL cannot store or that exceeds Stripe's limit is
 * replaced by its hash, so that the event is recorded like any other.
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
