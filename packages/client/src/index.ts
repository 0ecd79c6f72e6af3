/**
 * The client of the Agent Trading Service: signed requests, safe retries, resumable events and webhook verification. It
 * imports no server code.
 */
export {
  Ap2Error,
  mandateFromAp2,
  mandateToAp2,
  type Ap2Limits,
  type Ap2Mandate,
  type FromAp2Options,
  type StampPrice,
  type ToAp2Options,
} from './ap2';
export { idempotencyLink } from './apollo';
export { createClient, type ActResult, type AllowedAct, type Client } from './client';
export { parseCredentialFile, type SavedCredential } from './credential-file';
export { createFileStore, createMemoryStore, type CursorStore } from './cursor-store';
export { toCurl } from './curl';
export { errorCodes, type ErrorCode, type ErrorTypes, type FieldError } from './error-codes';
export { ApiError, errorOfProblem, isKnownError, type ApiErrorParts, type KnownError, type Recovery } from './errors';
export type { EventHandler, FollowOptions } from './event-follower';
export { createEventStream, type EventStream, type EventStreamOptions, type TradingEvent } from './events';
export { createSigningFetch, type Fetch, type SigningFetchOptions } from './fetch';
export {
  createGraphqlClientOver,
  endpoint,
  type CallOptions,
  type ClientOptions,
  type GraphqlClient,
  type MutateOptions,
  type QueryAnswer,
  type Send,
  type TypedDocument,
  type Variables,
} from './graphql-client';
export { withIdempotency } from './graphql-request';
export { fetchFailure, ServiceUnreachable, type FetchFailure } from './connection-error';
export { isNetworkError, isTransient } from './retry';
export { hasKeyInInput } from './idempotency-header';
export { printPath } from './print-path';
export { LedgerProofError, verifyLedgerProof, type LedgerProofErrorCode, type ProvenTransfer } from './ledger-proof';
export type { ProvenLine } from './ledger-proof-shape';
export type * as Results from './operation-types';
export type { MutationInputs, MutationResults, Operations } from './operations';
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
export type { SandboxChecks, SignatureCheck, SignatureToCheck } from './signature-check';
export type { SignaturePlacement as Proof } from './socket';
export type * as Schema from './schema';
export { EventStreamClosed, type SubscribeOptions, type SubscriptionConnection } from './subscribe';
export type { StartOptions } from './trade-start';
export { idempotencyExchange } from './urql';
export {
  verifyWebhook,
  WebhookError,
  type VerifiedWebhook,
  type WebhookDelivery,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookEventType,
} from './webhook';
