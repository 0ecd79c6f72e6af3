/**
 * The client of the Agent Trading Service: signed requests, safe retries, resumable events and webhook verification. It
 * imports no server code.
 */
export {
  createClient,
  endpoint,
  type CallOptions,
  type Client,
  type ClientOptions,
  type MutateOptions,
  type QueryAnswer,
  type TypedDocument,
  type Variables,
} from './client';
export { idempotencyLink } from './apollo';
export { toCurl } from './curl';
export { ApiError, errorOfProblem, type ApiErrorParts, type Recovery } from './errors';
export {
  createEventStream,
  EventStreamClosed,
  type EventStream,
  type EventStreamOptions,
  type TradingEvent,
} from './events';
export { createSigningFetch, type Fetch, type SigningFetchOptions } from './fetch';
export { withIdempotency } from './graphql-request';
export { hasKeyInInput } from './idempotency-header';
export { LedgerProofError, verifyLedgerProof, type LedgerProofFault, type ProvenTransfer } from './ledger-proof';
export type { ProvenLine } from './ledger-proof-shape';
export type { RetryPolicy } from './retry';
export {
  contentDigest,
  signConnectionParams,
  signRequest,
  type ActingHuman,
  type Credential,
  type SignedRequest,
  type Signer,
  type SigningTime,
  type UnsignedRequest,
} from './sign';
export type { SignaturePlacement as Proof } from './socket';
export type * as Schema from './schema';
export { idempotencyExchange } from './urql';
export { verifyWebhook, WebhookError, type VerifiedWebhook, type WebhookDelivery, type WebhookFault } from './webhook';
