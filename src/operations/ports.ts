import type { ErrorCode } from '../domain/errors/catalogue';
import type { PackName, ParkReason, PaymentEvent, PaymentOutcome } from '../domain/tickets/packs';
import type { DisableReason, SECRET_UNREADABLE } from '../domain/events/webhook';

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
  /** Whether real money is asked for: the mode of the key it was made with. */
  readonly livemode: boolean;
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

/** Stripe's way in. */
export interface StripeWebhookVerifier {
  /**
   * The event, if the signature fits these very bytes and is at most 300 s old.
   * @throws Refusal `stripe_signature_invalid` when missing, malformed, stale or of other bytes (contract §7).
   */
  verify(rawBody: Buffer, signatureHeader: string | undefined): StripeEvent;
}

/**
 * What a sealed secret is and whose: bound into the ciphertext, so that one moved to another row or column does not
 * open. `signing:{credentialId}`, `webhook:{agentId}:{version}`, `answer:{record}`, `sign-in:{hex of the
 * state's hash}`, `session-key:{keyId}`.
 */
export type SecretPurpose =
  `signing:${string}` | `webhook:${string}` | `answer:${string}` | `sign-in:${string}` | `session-key:${string}`;

export interface Encrypted {
  readonly ciphertext: Buffer;
  /** Which of our keys sealed it; kept beside the ciphertext. Not secret. */
  readonly keyId: string;
}

/** Secrets at rest: AES-256-GCM (contract §3). */
export interface SecretBox {
  encrypt(plain: string, purpose: SecretPurpose): Encrypted;
  /** @throws Error (a fault of ours) when the key is not there, the purpose is another or the bytes were altered. */
  decrypt(sealed: Encrypted, purpose: SecretPurpose): string;
}

/** What an adapter tells the log: fields first, then a sentence (pino's order). Never a secret, never a body. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a sign-in must bring back from the identity provider for it to count. */
export interface OidcTransaction {
  /** 256 random bits, base64url; in the address that goes there and comes back. */
  readonly state: string;
  /** Random, carried back inside the ID token. */
  readonly nonce: string;
  /** PKCE (RFC 7636): its SHA-256 goes there, itself only with the code. */
  readonly verifier: string;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** A human as an identity provider names them: `X-Acting-Provider` and `X-Acting-Subject` (contract §2). */
export interface Account {
  readonly provider: string;
  readonly subject: string;
}

/** The identity provider: OpenID Connect, authorization code with PKCE. */
export interface Identity {
  /** Fresh random values for a sign-in. */
  newOidcTransaction(redirectUri: string): OidcTransaction;
  /** The page of the provider to send the browser to. @throws Refusal 503 when it cannot be reached */
  signInUrl(proof: OidcTransaction): Promise<string>;
  /**
   * Whom the provider vouches for: exchanges the code for an ID token and checks its signature, issuer, audience, times
   * and nonce. `search` is the query the browser came back with.
   * @throws Refusal 401 `session_invalid` when it vouches for nobody, 503 when it cannot be reached
   */
  account(proof: OidcTransaction, search: string): Promise<Account>;
  stop(): Promise<void>;
}

/** What the short JWT of a signed-in human says. */
export interface SessionClaims extends Account {
  /** Who issued it: our public address. */
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
  /** Whose connections it may use: an endpoint's are its own, so that a slow one delays nobody else. */
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

/** The sending of webhooks (events.md §2). Never throws: whatever happens is an answer. */
export interface WebhookSender {
  send(call: WebhookRequest): Promise<WebhookResponse>;
  /** Breaks off what is under way: its answers are `timeout`, and say nothing of the receivers. */
  stop(): Promise<void>;
}

/** Where webhooks may go. */
export interface AddressGuard {
  /** Whether the URL's host is, or resolves to, an address that may not be called. A name that is not there yet is none. */
  forbids(url: string): Promise<boolean>;
}

/** What is asked for in the middle of a transaction: a checkout session, the addresses of a webhook receiver's name. */
export type ExternalCall = 'checkout' | 'look_up';

/** How many may ask the outside at once: each holds a connection to the database meanwhile. */
export interface ExternalCallLimiter {
  /**
   * Waits for a place, for 2.5 s at most; it is asked for before the transaction. Answers what gives it back.
   * @throws Refusal 502 `payment_processor_unavailable` or 503 `service_unavailable` when there was none in time
   */
  acquire(outside: ExternalCall): Promise<() => void>;
}

/** Kinds of path: a path itself could be anything. */
export type RouteClass =
  'graphql' | 'rest' | 'sign_in' | 'agent_card' | 'stripe_webhook' | 'reference' | 'health' | 'other';

/**
 * Counting, for whoever watches the service (docs/reference/metrics.md). Nothing here waits, throws or has an effect on what is
 * counted. What is told is one of few words: never a key, an address, an id or a text of a caller's.
 */
export interface Metrics {
  readonly requestAnswered: (route: RouteClass, status: number, seconds: number) => void;
  /** `field`: a root field of the schema, or `none` where a request was refused before it was read. */
  readonly operationAnswered: (field: string, code: ErrorCode | 'ok') => void;
  /** An answer kept for its idempotency key was given again. */
  readonly answerReplayed: () => void;
  /** A transaction is run again. `sqlState`: what PostgreSQL said. */
  readonly transactionRetried: (sqlState: string) => void;
  /** A batch of this many requests ran in one transaction. */
  readonly transactionBatched: (requests: number) => void;
  /** A request could not continue in a batch and ran again in its own transaction. */
  readonly batchedTransactionRetried: () => void;
  readonly socketOpened: () => void;
  readonly socketClosed: () => void;
  readonly subscriptionBegun: () => void;
  readonly subscriptionEnded: () => void;
  /** A live event was written to a socket, or to the last of those answered alike, so long after it happened. */
  readonly eventSent: (seconds: number) => void;
  /** An attempt is in the delivery log; null: it arrived. */
  readonly webhookTried: (failure: WebhookFailure | null, seconds: number) => void;
  /** A delivery arrived, so long after its event happened. One repeated by hand is not told of. */
  readonly webhookDelivered: (seconds: number) => void;
  /** A delivery was given up: the last attempt of its schedule failed. */
  readonly webhookDead: () => void;
  readonly endpointDisabled: (reason: DisableReason) => void;
  /** An event of the processor's was recorded. */
  readonly paymentRecorded: (outcome: PaymentOutcome, reason: string | null) => void;
  /** A purchase was parked for an operator. */
  readonly paymentParked: (reason: ParkReason) => void;
  /** What a sweep did to a trade that was due. */
  readonly tradeSwept: (did: 'settled' | 'passed_step' | 'set_aside') => void;
  /** A round of a worker came to its end. */
  readonly workerRan: (task: string, failed: boolean) => void;
}

export type { PaymentCount, DatabaseStats as Readings } from '../database/repositories/database-stats';
