import type { PackName, PaymentEvent } from '../domain/packs';

/** What is outside: the operations know these interfaces, the adapters implement them, `app` brings both together. */

/** Time outside a transaction. Inside one, its own `now` (the database's clock) is the only time there is. */
export interface Clock {
  now(): Date;
}

/** Whom a checkout credits: one key, `prn_…` for a principal, `hum_…` for a human's wallet. */
export type CheckoutReference =
  | { readonly purchaseFor: 'principal'; readonly principalKey: string }
  | { readonly purchaseFor: 'wallet'; readonly humanKey: string };

export interface CheckoutInput {
  /**
   * Ours, carried on as the processor's, so that a call repeated after a crash finds the session made before. The
   * processor knows one account where we have many callers: put the caller's scope into it (`{scope}:{key}`). Any length.
   * Everything else in the input must be equal when the call is repeated, so nothing of it may come from a clock.
   */
  readonly idempotencyKey: string;
  readonly pack: PackName;
  readonly ticketsStamps: bigint;
  /** Minor unit of `currency`. */
  readonly priceMinor: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly reference: CheckoutReference;
  /** Where the buyer's browser goes afterwards: absolute http(s) URLs; null: a page of the service's own choice. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
}

export interface CheckoutSession {
  readonly sessionId: string;
  /** The page to pay on. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** The payment processor's checkout. */
export interface Checkout {
  /**
   * Makes a checkout session; grants nothing. Answers within 10 s.
   * @throws Refusal `payment_processor_unavailable` for whatever goes wrong over there (contract §5).
   */
  createSession(input: CheckoutInput): Promise<CheckoutSession>;
}

/** A webhook of Stripe's that proved to be Stripe's. */
export interface StripeEvent extends PaymentEvent {
  /** `evt_…`: the same on every delivery of this event. */
  readonly eventId: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
  /** `data.object.id`: what the event is about, whatever its kind; null when it has no id. */
  readonly objectId: string | null;
  /** The verified bytes as text (JSON), for the record. */
  readonly body: string;
}

/** Stripe's way in. */
export interface StripeDoor {
  /**
   * The event, if the signature fits these very bytes and is at most 300 s old.
   * @throws Refusal `stripe_signature_invalid` when missing, malformed, stale or of other bytes (contract §7).
   */
  verify(rawBody: Buffer, signatureHeader: string | undefined): StripeEvent;
}

/**
 * What a sealed secret is and whose: bound into the ciphertext, so that one moved to another row or column does not
 * open. `signing:{credentialId}`, `webhook:{agentId}:{version}`, `answer:{record}`.
 */
export type SecretPurpose = `signing:${string}` | `webhook:${string}` | `answer:${string}`;

export interface Sealed {
  readonly ciphertext: Buffer;
  /** Which of our keys sealed it; kept beside the ciphertext. Not secret. */
  readonly keyId: string;
}

/** Secrets at rest: AES-256-GCM (contract §3). */
export interface Secrets {
  seal(plain: string, purpose: SecretPurpose): Sealed;
  /** @throws Error (a fault of ours) when the key is not there, the purpose is another or the bytes were altered. */
  open(sealed: Sealed, purpose: SecretPurpose): string;
}

/** What an adapter tells the log: fields first, then a sentence (pino's order). Never a secret, never a body. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
