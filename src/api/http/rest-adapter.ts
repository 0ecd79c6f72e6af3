import type { GraphQLSchema } from 'graphql';
import { invalid, Refusal, type FieldError } from '../../domain/errors/errors';
import type { ExecutionOutcome } from '../graphql/execution/executor';
import { estimatedCost, limits } from '../graphql/execution/limits';
import type { CompiledRoute } from '../rest/compile/compile';
import type { HttpResponse, JsonResponse } from '../responses/response';
import type { IncomingRequest, ParsedRequest, ApiAdapter } from './api-adapter';
import { searchOf } from './graphql-request';
import { acceptsJson, refuseMediaType } from './media-type';
import { opaqueProblem, problem } from './problem';

const MIN_LONG_PAGE = 40;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** One request to a REST route. */
export class RestAdapter implements ApiAdapter {
  /** The error of the route itself, whose pointers are already those of REST. */
  private inputError: Refusal | undefined;
  /** The caller does not select fields, so a long trade must not prevent a withdrawal. */
  readonly maxStoredBytes = limits.answerBytes;

  constructor(
    private readonly route: CompiledRoute,
    /** Path parameters, percent-decoded. */
    private readonly params: Readonly<Record<string, string>>,
    private readonly publicUrl: string,
  ) {}

  checkHeaders(incoming: IncomingRequest): void {
    refuseMediaType(incoming);
    if (!acceptsJson(incoming.accept)) throw new Refusal('not_acceptable');
  }

  parseRequest({ target, body }: IncomingRequest): ParsedRequest {
    const { text, document, isMutation, rootFields: fields } = this.route;
    const { variables, errors } = this.route.decode({ params: this.params, search: searchOf(target), body });
    this.inputError = errors.length > 0 ? invalid(errors) : undefined;
    const { values, wrong } = this.route.coerce(variables);
    const error = this.inputError ?? wrong;
    const check = (): void => {
      if (error) throw error;
    };
    const request = { query: text, document, variables, operationName: undefined };
    // A route selects one object with its parts, so the response is short.
    const estimate = (schema: GraphQLSchema): number =>
      hasLongPage(variables) ? estimatedCost(schema, document, variables, undefined) : 0;
    return { request, isMutation, fields, variables: values, check, estimate, isShort: () => true };
  }

  respond({ target }: IncomingRequest, { data }: ExecutionOutcome, [refusal]: readonly Refusal[]): JsonResponse {
    // REST has no partial data: any error makes the response a problem.
    if (refusal) throw refusal;
    const encoded = this.route.encode(data ?? {});
    if ('absent' in encoded) throw new Refusal(encoded.absent);
    const { status, body, next } = encoded;
    const link = next === undefined ? {} : { link: `<${this.pageUrl(target, next)}>; rel="next"` };
    return { status, headers: { ...JSON_TYPE, ...link }, json: body };
  }

  respondRolledBack(
    incoming: IncomingRequest,
    _: ExecutionOutcome,
    [refusal]: readonly Refusal[],
    newKey: boolean,
  ): HttpResponse {
    if (!refusal) throw new Error('a request that was rolled back has a refusal');
    return this.respondRefused(incoming, newKey ? refusal.withMembers({ retry_with_new_key: true }) : refusal);
  }

  respondRefused({ requestId, target }: IncomingRequest, refusal: Refusal): HttpResponse {
    const { hidesExistence, notFound, pointers } = this.route;
    if (hidesExistence && notFound.includes(refusal.code)) return opaqueProblem(refusal, this.publicUrl);
    const restRefusal = refusal === this.inputError ? refusal : withRestPointers(refusal, pointers);
    return problem(restRefusal, requestId, target, this.publicUrl);
  }

  /** Returns the URL of the page at a cursor, under the public address. */
  private pageUrl(target: string, cursor: string): string {
    const url = new URL(target, this.publicUrl);
    url.searchParams.set(this.route.cursor ?? 'cursor', cursor);
    return `${this.publicUrl}${url.pathname}${url.search}`;
  }
}

/** Whether a page may be large. Other routes select one object or a short page. */
function hasLongPage(variables: Readonly<Record<string, unknown>>): boolean {
  return Object.values(variables).some((value) => typeof value === 'number' && value >= MIN_LONG_PAGE);
}

/** Replaces pointers to GraphQL arguments by pointers to REST members. */
function withRestPointers(refusal: Refusal, pointers: ReadonlyMap<string, string>): Refusal {
  const fields = refusal.members['fields'];
  if (!Array.isArray(fields) || pointers.size === 0) return refusal;
  const renamed = (fields as FieldError[]).map(({ pointer, detail }) => ({
    pointer: pointers.get(pointer) ?? pointer,
    detail,
  }));
  return invalid(renamed, refusal.code === 'cursor_invalid' ? 'cursor_invalid' : 'validation_failed');
}
