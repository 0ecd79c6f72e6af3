import type { FieldNode } from 'graphql';
import type { Caller } from '../../domain/sessions/caller';
import type { Refusal } from '../../domain/errors/errors';
import type { ExecutionOutcome, GraphqlRequest } from '../graphql/execution/executor';
import type { HttpResponse } from '../responses/response';
import type { EnvelopeRequest } from '../auth/envelope';

/** A request as it arrived: nobody knows yet who sent it. */
export interface IncomingRequest extends EnvelopeRequest {
  readonly requestId: string;
  /** Of the socket's peer. */
  readonly address: string | undefined;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly accept: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** A request whose sender has been proved. */
export interface AuthenticatedRequest extends IncomingRequest {
  readonly caller: Caller;
}

/** What a request asks for. */
export interface ParsedRequest {
  readonly request: GraphqlRequest;
  readonly isMutation: boolean;
  /** The fields at the root of the operation, fragments opened, without those that are skipped. */
  readonly fields: readonly FieldNode[];
  /** Coerced, as the executor sees them; undefined: they do not fit, and `check` says why. */
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  /** @throws Refusal 400 for what is wrong with the request itself: told after who may ask, and after a kept answer */
  check(): void;
  /** Whether its answer is short enough for others to wait for it who share its transaction. */
  isShort(): boolean;
}

/**
 * One of the public languages over the operations, GraphQL or a path of REST: how it reads requests and tells answers.
 * Everything between is the exchange's, and the same for all.
 */
export interface ApiAdapter {
  /** How long the answer of a mutation may be, which is kept for its key. */
  readonly maxStoredBytes: number;
  /** @throws Refusal 415, 406: before anyone is asked who they are */
  checkHeaders(arrived: IncomingRequest): void;
  /** @throws Refusal 400, 405 where it cannot be told what is asked for */
  parseRequest(arrived: IncomingRequest): ParsedRequest;
  /** What was executed; `met` are the errors of a read. @throws Refusal where this language answers with one instead */
  execute(arrived: IncomingRequest, executed: ExecutionOutcome, met: readonly Refusal[]): HttpResponse;
  /** A mutation that was refused and rolled back; `newKey`: the refusal is its key's answer from now on. */
  respondRolledBack(
    arrived: IncomingRequest,
    executed: ExecutionOutcome,
    met: readonly Refusal[],
    newKey: boolean,
  ): HttpResponse;
  /** A request refused as a whole, or one of its fields before any was executed. */
  respondRefused(arrived: IncomingRequest, refusal: Refusal, field?: FieldNode): HttpResponse;
}
