import type { FieldNode, GraphQLSchema } from 'graphql';
import type { Caller } from '../../domain/sessions/caller';
import type { Refusal } from '../../domain/errors/errors';
import type { ExecutionOutcome, GraphqlRequest } from '../graphql/execution/executor';
import type { HttpResponse, JsonResponse } from '../responses/response';
import type { EnvelopeRequest } from '../auth/envelope';
import type { RequestUsage } from '../auth/request-usage';

/** A received request before authentication. */
export interface IncomingRequest extends EnvelopeRequest {
  readonly requestId: string;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly accept: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** A request with its authenticated caller. */
export interface AuthenticatedRequest extends IncomingRequest {
  readonly caller: Caller;
}

/** The GraphQL operation of a request. */
export interface ParsedRequest {
  readonly request: GraphqlRequest;
  readonly isMutation: boolean;
  /** The root fields, with fragments expanded and without skipped fields. */
  readonly fields: readonly FieldNode[];
  /** The coerced variables; undefined if they are invalid, and then `check` throws. */
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  /** Identifies the request for its idempotency key; default: its body. */
  readonly fingerprint?: string;
  /** @throws Refusal 400 for an invalid request; call it after the access check and the stored answer */
  check(): void;
  /** Returns the estimated cost of a query that `check` accepted. */
  estimate(schema: GraphQLSchema): number;
  /** Tells whether the response is short enough to share a transaction. */
  isShort(): boolean;
}

/** Parses requests and formats responses of one public API: GraphQL or a REST route. */
export interface ApiAdapter {
  /** Maximum bytes of a mutation's response, which is stored for its key. */
  readonly maxStoredBytes: number;
  /** Runs before authentication. @throws Refusal 415, 406 */
  checkHeaders(incoming: IncomingRequest): void;
  /**
   * @param usage gets the tokens of a document that is not in the cache
   * @throws Refusal 400, 405 if the operation cannot be read
   */
  parseRequest(incoming: IncomingRequest, usage: RequestUsage): ParsedRequest;
  /** Formats the outcome of an execution. @throws Refusal if this API answers with a refusal instead */
  respond(incoming: IncomingRequest, outcome: ExecutionOutcome, refusals: readonly Refusal[]): JsonResponse;
  /** Formats a mutation that was rolled back; with `newKey` the refusal is stored for its key. */
  respondRolledBack(
    incoming: IncomingRequest,
    outcome: ExecutionOutcome,
    refusals: readonly Refusal[],
    newKey: boolean,
  ): HttpResponse;
  /** Formats the refusal of a whole request, or of a field before the execution. */
  respondRefused(incoming: IncomingRequest, refusal: Refusal, field?: FieldNode): HttpResponse;
}
