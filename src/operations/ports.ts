import type { ErrorCode } from '../domain/errors/catalogue';
import type { PackName, ParkReason, PaymentEvent, PaymentOutcome } from '../domain/tickets/packs';
import type { DisableReason, SECRET_UNREADABLE } from '../domain/events/webhook';

/** Interfaces of outside systems. Operations call them, adapters implement them, and `app` connects both. */

/** Time outside a transaction. Inside one, its own `now` (the database's clock) is the only time there is. */
export interface Clock {
  now(): Date;
}

/** Beneficiary of a checkout: one key, `prn_…` for a principal, `hum_…` for a human's wallet. */
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
  /** Whether real money is asked for: the mode of the key it was made with. */
  readonly livemode: boolean;
}

/** The payment processor's checkout. */
export interface Checkout {
  /**
   * Creates a checkout session and grants nothing. Returns within 10 s.
   * @throws Refusal `payment_processor_unavailable` for every failure of the processor
   */
  createSession(input: CheckoutInput): Promise<CheckoutSession>;
}

/** A Stripe webhook with a verified signature. */
export interface StripeEvent extends PaymentEvent {
  /** `evt_…`: the same on every delivery of this event. */
  readonly eventId: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
  /** The processor's id of the payment the event is about. */
  readonly paymentIntentId: string | null;
  /** The key of principal or human the event names: as the session's reference, or in metadata. */
  readonly reference: string | null;
  /** `data.object.id`: what the event is about, whatever its kind; null when it has no id. */
  readonly objectId: string | null;
  /** The verified bytes as text (JSON), for the record. */
  readonly body: string;
}

/** A checkout session as the processor's API tells of it. */
export interface ProcessorSession {
  readonly sessionId: string;
  readonly paid: boolean;
  readonly amountTotalMinor: number | null;
  readonly currency: string | null;
  readonly reference: string | null;
}

/** The processor's own records, to compare our books with. */
export interface PaymentProcessorHistory {
  readonly livemode: boolean;
  /** Every session of the account, newest first, a page at a time. @throws Refusal `payment_processor_unavailable` */
  pages(): AsyncIterable<readonly ProcessorSession[]>;
  /** Undefined where the processor knows no such session. */
  find(sessionId: string): Promise<ProcessorSession | undefined>;
}

/** Verifies Stripe's webhooks. */
export interface StripeWebhookVerifier {
  /**
   * Returns the event if the signature matches these bytes and is at most 300 s old.
   * @throws Refusal `stripe_signature_invalid` if the signature is missing, malformed, old or wrong
   */
  verify(rawBody: Buffer, signatureHeader: string | undefined): StripeEvent;
}

/**
 * Purpose and owner of an encrypted secret. The ciphertext is bound to it, so it cannot be moved to another row or column.
 *
 * `signing:{credentialId}`, `webhook:{agentId}:{version}`, `answer:{record}`, `sign-in:{hex of the
 * state's hash}`, `session-key:{keyId}`.
 */
export type SecretPurpose =
  `signing:${string}` | `webhook:${string}` | `answer:${string}` | `sign-in:${string}` | `session-key:${string}`;

export interface Encrypted {
  readonly ciphertext: Buffer;
  /** Id of the encryption key, stored beside the ciphertext. Not secret. */
  readonly keyId: string;
}

/** Encrypts secrets at rest with AES-256-GCM. */
export interface SecretBox {
  encrypt(plain: string, purpose: SecretPurpose): Encrypted;
  /** @throws Error if the key is missing, the purpose differs or the bytes were changed */
  decrypt(sealed: Encrypted, purpose: SecretPurpose): string;
}

/** The log: fields first, then a sentence, as in pino. Never a secret, never a body. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Values that a sign-in must bring back from the identity provider. */
export interface OidcTransaction {
  /** 256 random bits in base64url, part of both redirects. */
  readonly state: string;
  /** Random value that the ID token must repeat. */
  readonly nonce: string;
  /** PKCE verifier (RFC 7636): the redirect carries its SHA-256, the code exchange the value. */
  readonly verifier: string;
  /** Address to which the provider returns the browser. */
  readonly redirectUri: string;
}

/** A human as an identity provider names them: `X-Acting-Provider` and `X-Acting-Subject`. */
export interface Account {
  readonly provider: string;
  readonly subject: string;
}

/** The identity provider: OpenID Connect, authorization code with PKCE. */
export interface Identity {
  /** Creates random values for a sign-in. */
  newOidcTransaction(redirectUri: string): OidcTransaction;
  /** Returns the provider's sign-in page. @throws Refusal 503 if the provider cannot be reached */
  signInUrl(proof: OidcTransaction): Promise<string>;
  /**
   * Returns the account of the signed-in human. Exchanges the code for an ID token and checks its issuer, audience, times
   * and nonce. `search` is the query of the browser's return.
   * @throws Refusal 401 `session_invalid` if the sign-in failed, 503 if the provider cannot be reached
   */
  account(proof: OidcTransaction, search: string): Promise<Account>;
  stop(): Promise<void>;
}

/** Claims of the short JWT of a signed-in human. */
export interface SessionClaims extends Account {
  /** Issuer: our public address. */
  readonly issuer: string;
  /** `hum_…`, the claim `sub`. */
  readonly humanKey: string;
  /** `ses_…`, the claim `sid`: the refresh session behind it. */
  readonly sessionKey: string;
}

/** Ed25519, base64url as in a JWK (RFC 8037). */
export interface SessionKeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The JWT's wire (RFC 7519, RFC 8037: EdDSA). */
export interface SessionTokens {
  newKey(): SessionKeyPair;
  /** 256 random bits, base64url: a refresh token, or what a browser is known by while it signs in. */
  newSecret(): string;
  sign(key: SessionKeyPair & { readonly keyId: string }, claims: SessionClaims, iat: Date, exp: Date): Promise<string>;
  /** The claims, if one of these keys signed the token for this issuer and it is not over; else undefined. */
  verify(
    jwt: string,
    keys: readonly { readonly keyId: string; readonly publicKey: string }[],
    expected: { readonly issuer: string; readonly now: Date },
  ): Promise<SessionClaims | undefined>;
}

/** One attempt at a webhook delivery. */
export interface WebhookRequest {
  /** Endpoint whose connections are used. Endpoints share none, so a slow one does not delay others. */
  readonly endpoint: string;
  readonly url: string;
  /** `webhook-id`: the event's key. */
  readonly webhookId: string;
  /** The bytes, as they were frozen. */
  readonly body: string;
  /** `whsec_…`, and its version. */
  readonly secret: string;
  readonly keyVersion: number;
}

export interface WebhookResponse {
  /** null: none came. */
  readonly status: number | null;
  /** The class of what went wrong; null for 2xx in time. Nothing of the receiver's words. */
  readonly error: WebhookFailure | null;
  /** The header `Retry-After` as it came. */
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** The first 1 KiB of the body; null without one. */
  readonly response: Buffer | null;
}

export type WebhookFailure =
  | 'http_status'
  | 'redirect_not_followed'
  | 'timeout'
  | 'address_forbidden'
  | 'name_not_resolved'
  | 'connection_failed'
  | 'connection_lost'
  | 'tls_failed'
  | 'answer_malformed'
  | typeof SECRET_UNREADABLE;

/** Sends webhooks. It never throws: every failure is a response. */
export interface WebhookSender {
  send(call: WebhookRequest): Promise<WebhookResponse>;
  /** Aborts running attempts. They end as `timeout`, which says nothing about the receivers. */
  stop(): Promise<void>;
}

/** Decides which addresses may receive webhooks. */
export interface AddressGuard {
  /** Whether the URL's host is, or resolves to, a forbidden address. An unknown name is not forbidden. */
  forbids(url: string): Promise<boolean>;
}

/** A call to an outside system during a transaction: a checkout session, or a DNS lookup of a webhook receiver. */
export type ExternalCall = 'checkout' | 'look_up';

/** Limits concurrent calls to outside systems, because each holds a database connection. */
export interface ExternalCallLimiter {
  /**
   * Acquires a slot before the transaction, within 2.5 s. Returns the function that releases it.
   * @throws Refusal 502 `payment_processor_unavailable` or 503 `service_unavailable` if no slot was free in time
   */
  acquire(outside: ExternalCall): Promise<() => void>;
}

/** Kinds of path. A path itself has too many values for a metric. */
export type RouteClass =
  'graphql' | 'rest' | 'sign_in' | 'agent_card' | 'stripe_webhook' | 'reference' | 'health' | 'other';

/**
 * Counters of the service (docs/reference/metrics.md). They never wait or throw. Labels have few values: never a key, an
 * address, an id or a caller's text.
 */
export interface Metrics {
  readonly requestAnswered: (route: RouteClass, status: number, seconds: number) => void;
  /** `field`: a root field of the schema, or `none` if a request was refused before it was parsed. */
  readonly operationAnswered: (field: string, code: ErrorCode | 'ok') => void;
  /** A stored answer was replayed for its idempotency key. */
  readonly answerReplayed: () => void;
  /** A transaction runs again. `sqlState`: PostgreSQL's error code. */
  readonly transactionRetried: (sqlState: string) => void;
  /** A batch of this many requests ran in one transaction. */
  readonly transactionBatched: (requests: number) => void;
  /** A request could not continue in a batch and ran again in its own transaction. */
  readonly batchedTransactionRetried: () => void;
  readonly socketOpened: () => void;
  readonly socketClosed: () => void;
  readonly subscriptionBegun: () => void;
  readonly subscriptionEnded: () => void;
  /** A live event was written to the last socket of a group. `seconds`: since the event. */
  readonly eventSent: (seconds: number) => void;
  /** An attempt was logged. Null: it succeeded. */
  readonly webhookTried: (failure: WebhookFailure | null, seconds: number) => void;
  /** A delivery succeeded. `seconds`: since the event. Manual redeliveries are not counted. */
  readonly webhookDelivered: (seconds: number) => void;
  /** A delivery ended, because the last attempt of its schedule failed. */
  readonly webhookDead: () => void;
  readonly endpointDisabled: (reason: DisableReason) => void;
  /** An event of the payment processor was recorded. */
  readonly paymentRecorded: (outcome: PaymentOutcome, reason: string | null) => void;
  /** A purchase was parked for an operator. */
  readonly paymentParked: (reason: ParkReason) => void;
  /** Result of a sweep for one due trade. */
  readonly tradeSwept: (did: 'settled' | 'passed_step' | 'set_aside') => void;
  /** A run of a worker ended. */
  readonly workerRan: (task: string, failed: boolean) => void;
}

export type { PaymentCount, DatabaseStats as Readings } from '../database/repositories/database-stats';
