import type { ConnectionMetrics } from './connection-metrics';
import type { ErrorCode } from '../domain/errors/catalogue';
import type { PackName, ParkReason, PaymentEvent, PaymentOutcome, SessionReport } from '../domain/tickets/packs';
import type { DisableReason, SECRET_UNREADABLE } from '../domain/events/webhook';

/** Interfaces to outside systems. Operations use them, adapters implement them, and `app` connects both. */

/** The time outside a transaction. Inside one, use its `now`, the time of the database. */
export interface Clock {
  now(): Date;
}

/** The beneficiary of a checkout: a principal, or the wallet of a human. */
export type CheckoutReference =
  | { readonly purchaseFor: 'principal'; readonly principalKey: string }
  | { readonly purchaseFor: 'wallet'; readonly humanKey: string };

export interface CheckoutInput {
  /**
   * The key of the request with its scope (`{scope}:{key}`), of any length. The processor gets it too.
   *
   * So a call repeated after a crash finds its earlier session. All other input must be equal in the repeated call, so
   * none of it may come from a clock.
   */
  readonly idempotencyKey: string;
  readonly pack: PackName;
  readonly ticketsStamps: bigint;
  /** In the minor unit of `currency`. */
  readonly priceMinor: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly reference: CheckoutReference;
  /** Absolute http(s) URLs for the browser afterwards. Null: a page of the service. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
}

export interface CheckoutSession {
  readonly sessionId: string;
  /** The page to pay on. */
  readonly url: string;
  readonly expiresAt: Date;
  /** Whether the payment is real: the mode of the processor's key. */
  readonly livemode: boolean;
}

/** The payment processor's checkout. */
export interface Checkout {
  /**
   * Creates a checkout session within 10 s. It grants no tickets.
   * @throws Refusal `payment_processor_unavailable` for every failure of the processor
   */
  createSession(input: CheckoutInput): Promise<CheckoutSession>;
}

/** A verified webhook event of Stripe. */
export interface StripeEvent extends PaymentEvent {
  /** The `evt_…` id, equal in every delivery of the event. */
  readonly eventId: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
  /** The processor's id of the payment. */
  readonly paymentIntentId: string | null;
  /** The key of the principal or human in the session's reference or in metadata. */
  readonly reference: string | null;
  /** `data.object.id`, the object of the event. Null if it has no id. */
  readonly objectId: string | null;
  /** The verified JSON text. */
  readonly body: string;
}

/** A checkout session in the processor's API. */
export interface ProcessorSession extends Pick<
  SessionReport,
  'sessionId' | 'amountTotalMinor' | 'currency' | 'paymentIntentId'
> {
  readonly paid: boolean;
  readonly reference: string | null;
  /** Whether the payment was refunded, by what its charge says now. */
  readonly refund: 'full' | 'partial' | null;
  readonly isDisputed: boolean;
  /** The pack and stamps of the sale, from the metadata; null for a session of another program. */
  readonly sale: { readonly pack: string; readonly ticketsStamps: string } | null;
}

/** The records of the payment processor, for reconciliation. */
export interface PaymentProcessorHistory {
  readonly livemode: boolean;
  /** All completed sessions of the account in pages, newest first. @throws Refusal `payment_processor_unavailable` */
  pages(): AsyncIterable<readonly ProcessorSession[]>;
  /** Finds a session. Undefined: the processor has none of this id. */
  find(sessionId: string): Promise<ProcessorSession | undefined>;
}

/** Verifies webhooks of Stripe. */
export interface StripeWebhookVerifier {
  /**
   * Returns the event if the signature is valid for these bytes and at most 300 s old.
   * @throws Refusal `stripe_signature_invalid` if it is missing, malformed, stale or of other bytes
   */
  verify(rawBody: Buffer, signatureHeader: string | undefined): StripeEvent;
}

/**
 * The purpose and owner of a secret, authenticated with its ciphertext.
 *
 * So a ciphertext copied to another row or column cannot be decrypted. Values: `signing:{credentialId}`,
 * `webhook:{agentId}:{version}`, `answer:{record}`, `sign-in:{hash}`, `session-key:{keyId}`, `console-credential`.
 */
export type SecretPurpose =
  `${'signing' | 'webhook' | 'answer' | 'sign-in' | 'session-key'}:${string}` | 'console-credential';

export interface Encrypted {
  readonly ciphertext: Buffer;
  /** The id of the encryption key, stored beside the ciphertext. Not secret. */
  readonly keyId: string;
}

/** Encrypts stored secrets with AES-256-GCM. */
export interface SecretBox {
  readonly keyDigests: ReadonlyMap<string, Buffer>;
  encrypt(plain: string, purpose: SecretPurpose): Encrypted;
  /** Decrypts a secret. @throws Error if the key is missing, the purpose differs or the bytes were altered */
  decrypt(encrypted: Encrypted, purpose: SecretPurpose): string;
}

/** The log of adapters: fields, then a sentence, as in pino. Never log a secret or a body. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One attempt at a webhook delivery. */
export interface WebhookRequest {
  /** The endpoint, which has its own connections, so that a slow one delays no other. */
  readonly endpoint: string;
  readonly url: string;
  /** The key of the event, sent as `webhook-id`. */
  readonly webhookId: string;
  /** The stored payload. */
  readonly body: string;
  /** The `whsec_…` secret. `keyVersion` is its version. */
  readonly secret: string;
  readonly keyVersion: number;
}

export interface WebhookResponse {
  /** Null: no response arrived. */
  readonly status: number | null;
  /** The class of the failure, without texts of the receiver. Null for 2xx in time. */
  readonly error: WebhookFailure | null;
  /** The raw header `Retry-After`. */
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** The first 1 KiB of the body. Null without a body. */
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

/** Sends webhooks. It never throws: a failure is a response. */
export interface WebhookSender {
  send(call: WebhookRequest): Promise<WebhookResponse>;
  /** Aborts running attempts. They end as `timeout`, which says nothing about the receiver. */
  stop(): Promise<void>;
}

/** Checks the addresses of webhooks. */
export interface AddressGuard {
  /** Whether the host is, or resolves to, a forbidden address. False for a name that does not resolve. */
  forbids(url: string): Promise<boolean>;
}

/** External calls during a transaction: a checkout session, or the DNS lookup of a webhook host. */
export type ExternalCall = 'checkout' | 'look_up';

/** Limits concurrent external calls, because each one holds a database connection. */
export interface ExternalCallLimiter {
  /**
   * Waits up to 2.5 s for a permit, before the transaction. Returns a function that releases it.
   * @param caller the budget of the caller: one caller gets a third of the permits
   * @throws Refusal 502 `payment_processor_unavailable` or 503 `service_unavailable` if none is free in time
   */
  acquire(call: ExternalCall, caller: string): Promise<() => void>;
}

/** Classes of paths, because a path itself may contain any text. */
export type RouteClass =
  'graphql' | 'rest' | 'mcp' | 'sign_in' | 'agent_card' | 'stripe_webhook' | 'reference' | 'health' | 'other';

/**
 * Metrics of the service (docs/reference/metrics.md).
 *
 * Its methods never wait or throw. Label values are fixed words: never a key, an address, an id or a text of a caller.
 */
export interface Metrics extends ConnectionMetrics {
  readonly requestAnswered: (route: RouteClass, status: number, seconds: number) => void;
  /** @param field a root field of the schema, or `none` if the request was refused before it was parsed */
  readonly operationAnswered: (field: string, code: ErrorCode | 'ok') => void;
  /** A stored answer was replayed for its idempotency key. */
  readonly answerReplayed: () => void;
  /** A transaction is retried after an error with this SQLSTATE. */
  readonly transactionRetried: (sqlState: string) => void;
  /** A batch of this many requests ran in one transaction. */
  readonly transactionBatched: (requests: number) => void;
  /** A request could not continue in a batch and ran again in its own transaction. */
  readonly batchedTransactionRetried: () => void;
  readonly socketOpened: () => void;
  readonly socketClosed: () => void;
  readonly subscriptionBegun: () => void;
  readonly subscriptionEnded: () => void;
  /** A live event was written to a socket, or to the last of its group, this long after it happened. */
  readonly eventSent: (seconds: number) => void;
  /** An attempt was recorded. Null: it succeeded. */
  readonly webhookTried: (failure: WebhookFailure | null, seconds: number) => void;
  /** A delivery succeeded this long after its event. Manual redeliveries are not counted. */
  readonly webhookDelivered: (seconds: number) => void;
  /** The last attempt of a delivery failed. */
  readonly webhookDead: () => void;
  readonly endpointDisabled: (reason: DisableReason) => void;
  /** An event of the payment processor was recorded. */
  readonly paymentRecorded: (outcome: PaymentOutcome, reason: string | null) => void;
  /** A purchase was parked for an operator. */
  readonly paymentParked: (reason: ParkReason) => void;
  /** The settlement worker processed a due trade. */
  readonly tradeSwept: (did: 'settled' | 'passed_step' | 'set_aside') => void;
  /** The first run of a worker begins. One that hangs in it must be seen too. */
  readonly workerStarted: (task: string) => void;
  /** A run of a worker ended. */
  readonly workerRan: (task: string, failed: boolean) => void;
}

export type { DatabaseState } from '../database/connection/readiness';
export type { PaymentCount, DatabaseStats } from '../database/repositories/database-stats';
export { connectionLimitNames } from './connection-metrics';
