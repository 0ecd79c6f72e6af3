import type { GraphQLSchema } from 'graphql';
import { Refusal } from '../../domain/errors/errors';
import { RateLimited } from '../auth/rate-limit';
import type { Context } from '../graphql/execution/context';
import { originalError, refusalOf } from '../graphql/execution/errors';
import { limits } from '../graphql/execution/limits';
import { SLICE_VOLUME } from '../graphql/execution/work-slices';
import type { Caller } from '../../domain/sessions/caller';
import type { CommittedMutation, Services } from '../../operations/context';
import type { OperationMetrics } from './operation-count';
import type { RequestBudget } from '../../database/transactions/request-budget';
import type { RequestUsage } from '../auth/request-usage';
import { type HttpResponse, type JsonResponse, type LongResponse, serialize } from '../responses/response';
import { serializeInSlices } from '../responses/serialize-in-slices';
import type { ApiAdapter, AuthenticatedRequest, IncomingRequest, ParsedRequest } from './api-adapter';

/** Steps of the request pipeline that need no state. */

/** Rolls back the transaction and returns a response that is not stored. */
export class UnstoredResponse extends Error {
  constructor(readonly response: HttpResponse) {
    super('answered without an effect');
  }
}

/** Returns the response of an `UnstoredResponse`. @throws any other error */
export function responseOrThrow(error: unknown): HttpResponse {
  if (error instanceof UnstoredResponse) return error.response;
  throw error;
}

/** Describes a mutation to the sandbox, before its answer is sent. */
export function committedMutation(caller: Caller, { fields, errors, isReplay }: OperationMetrics): CommittedMutation {
  const isRefused = !isReplay && errors.length > 0;
  return { caller, fields: fields.map(({ name }) => name.value), hasEffect: !isReplay && !isRefused, isRefused };
}

/** Limits the values of a metric label, because an invalid document may name any field. */
export function isRootField(schema: GraphQLSchema, name: string): boolean {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  return /^__(schema|type|typename)$/.test(name) || roots.some((root) => root && Object.hasOwn(root.getFields(), name));
}

/** A parsed request, or the error of parsing, which is thrown after the caller is identified. */
export interface ParseOutcome {
  readonly parsed?: ParsedRequest;
  readonly parseError?: unknown;
}

export function tryParse(adapter: ApiAdapter, incoming: IncomingRequest, usage: RequestUsage): ParseOutcome {
  try {
    return { parsed: adapter.parseRequest(incoming, usage) };
  } catch (parseError) {
    return { parseError };
  }
}

/** Returns the refusals of a mutation. @throws an unexpected error of the execution */
export function refusalsOf({ errors }: Context): Refusal[] {
  return errors.map((error) => {
    const refusal = refusalOf(error);
    if (!refusal) throw originalError(error);
    return refusal;
  });
}

/** Adds the headers that say when to retry. */
export function withRetryHeaders(response: HttpResponse, refusal: Refusal): HttpResponse {
  if (!(refusal instanceof RateLimited)) return response;
  return { ...response, headers: { ...response.headers, ...refusal.headers } };
}

/**
 * Serializes the answer of a query. A long answer takes several turns of the event loop.
 * @throws Refusal 400 `query_refused` if it is too long
 */
export async function serializeAnswer(
  { json, ...response }: JsonResponse,
  { volume }: RequestBudget,
): Promise<LongResponse> {
  if (volume < SLICE_VOLUME) return limitResponseSize(serialize({ json, ...response }), limits.answerBytes);
  return { ...response, body: await serializeInSlices(json, (bytes) => assertSize(bytes, limits.answerBytes)) };
}

/** @throws Refusal 400 `query_refused` if the response is too long */
export function limitResponseSize(response: HttpResponse, maxBytes: number): HttpResponse {
  assertSize(Buffer.byteLength(response.body), maxBytes);
  return response;
}

function assertSize(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new Refusal('query_refused', 'The response is too long. Request smaller pages or fewer fields.', {
    limit: 'answer',
    maximum: maxBytes,
  });
}

export function logUnexpectedErrors(
  services: Services,
  { requestId }: AuthenticatedRequest,
  { errors }: Context,
): void {
  for (const error of errors) {
    if (refusalOf(error) === undefined) services.log.error({ requestId, err: originalError(error) }, 'a query failed');
  }
}
