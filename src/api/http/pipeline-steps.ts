import type { GraphQLSchema } from 'graphql';
import { Refusal } from '../../domain/errors/errors';
import type { Context } from '../graphql/execution/context';
import { originalError, refusalOf } from '../graphql/execution/errors';
import { SLICE_VOLUME } from '../graphql/execution/work-slices';
import type { Services } from '../../operations/context';
import type { RequestBudget } from '../../database/transactions/request-budget';
import type { RequestUsage } from '../auth/request-usage';
import { type HttpResponse, type JsonResponse, serialize } from '../responses/response';
import { serializeInSlices } from '../responses/serialize-in-slices';
import type { ApiAdapter, AuthenticatedRequest, IncomingRequest, ParsedRequest } from './api-adapter';

/** Steps of the request pipeline that need no state. */

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

/** Serializes the answer of a query. A long answer takes several turns of the event loop. */
export async function serializeAnswer(
  { json, ...response }: JsonResponse,
  { volume }: RequestBudget,
): Promise<HttpResponse> {
  if (volume < SLICE_VOLUME) return serialize({ json, ...response });
  return { ...response, body: await serializeInSlices(json) };
}

/** @throws Refusal 400 `query_refused` if the response is too long */
export function limitResponseSize(response: HttpResponse, maxBytes: number): HttpResponse {
  if (response.body.length <= maxBytes && Buffer.byteLength(response.body) <= maxBytes) return response;
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
