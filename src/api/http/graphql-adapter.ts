import type { FieldNode, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { Refusal } from '../../domain/errors/errors';
import {
  type DocumentCache,
  isMutation,
  isSubscription,
  operationOf,
  rootFields,
} from '../graphql/execution/document-cache';
import type { ExecutionOutcome } from '../graphql/execution/executor';
import { formatRefusal } from '../graphql/execution/errors';
import { limits, assertCost } from '../graphql/execution/limits';
import { coerceVariables } from '../graphql/execution/variables';
import { type HttpResponse, refusalHeaders } from '../responses/response';
import { readBody, readQueryString } from './graphql-request';
import type { IncomingRequest, ParsedRequest, ApiAdapter } from './api-adapter';
import { names, refuseMediaType } from './media-type';

/** GraphQL over HTTP at /graphql. */
export class GraphqlAdapter implements ApiAdapter {
  readonly maxStoredBytes = limits.keptBytes;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly documents: DocumentCache,
  ) {}

  checkHeaders(arrived: IncomingRequest): void {
    refuseMediaType(arrived);
  }

  parseRequest({ method, target, body }: IncomingRequest): ParsedRequest {
    const reads = method === 'GET' || method === 'HEAD';
    const sent = reads ? readQueryString(searchOf(target)) : readBody(body);
    const { document, error } = this.documents.read(sent.query);
    const request = { ...sent, document };
    const operation = operationOf(document, request.operationName);
    if (isSubscription(operation)) {
      throw new Refusal('query_refused', 'Subscriptions go over graphql-transport-ws at the same path.', {
        limit: 'transport',
      });
    }
    const fit = error ? { wrong: error } : coerceVariables(this.schema, operation, request.variables);
    const { values: variables, wrong } = fit;
    const fields = rootFields(document, operation, variables);
    const mutates = isMutation(operation);
    if (mutates && reads) throw new Refusal('method_not_allowed', 'A mutation is sent by POST.');
    const check = (): void => {
      if (wrong) throw wrong;
      if (mutates) refuseTooMany(fields);
      cost();
    };
    let counted: number | undefined;
    const cost = (): number =>
      (counted ??= assertCost(this.schema, document, request.variables, request.operationName));
    const isShort = (): boolean => wrong === undefined && isNoMore(cost, limits.sharedCost);
    return { request, isMutation: mutates, fields, variables, check, isShort };
  }

  /** 200 for what was executed, also with field errors; 400 for what could not be (GraphQL over HTTP). */
  execute({ accept }: Pick<IncomingRequest, 'accept'>, { data, errors }: ExecutionOutcome): HttpResponse {
    const body = { ...(errors.length > 0 && { errors }), ...(data !== undefined && { data }) };
    const status = data === undefined ? Number(errors[0]?.extensions?.['status'] ?? 400) : 200;
    return { status, headers: { 'content-type': contentType(accept) }, body: JSON.stringify(body) };
  }

  respondRolledBack(
    arrived: IncomingRequest,
    executed: ExecutionOutcome,
    _met: readonly Refusal[],
    newKey: boolean,
  ): HttpResponse {
    return this.execute(arrived, newKey ? withNewKey(executed) : executed);
  }

  /** A refusal of the whole request carries its own status. */
  respondRefused({ requestId, accept, method }: IncomingRequest, refusal: Refusal, field?: FieldNode): HttpResponse {
    if (field) return this.execute({ accept }, { data: null, errors: [fieldError(requestId, refusal, field)] });
    return {
      status: refusal.entry.status,
      headers: {
        'content-type': contentType(accept),
        // The path takes GET; what was asked for does not.
        ...(refusal.code === 'method_not_allowed' && method === 'GET' && { allow: 'POST' }),
        ...refusalHeaders(refusal),
      },
      body: JSON.stringify({ errors: [formatRefusal(refusal, requestId)] }),
    };
  }
}

/** What cannot be counted is told by `check`, in its turn. */
function isNoMore(cost: () => number, limit: number): boolean {
  try {
    return cost() <= limit;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function searchOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

function refuseTooMany(fields: readonly FieldNode[]): void {
  if (fields.length > limits.rootFields) {
    throw new Refusal('query_refused', `A request has at most ${String(limits.rootFields)} mutations.`, {
      limit: 'root_fields',
      maximum: limits.rootFields,
    });
  }
  if (fields.length > 1 && fields.some((field) => field.name.value === 'purchaseTickets')) {
    throw new Refusal('query_refused', 'purchaseTickets must be the only mutation of its request.', {
      limit: 'root_fields',
      maximum: 1,
    });
  }
}

function withNewKey(executed: ExecutionOutcome): ExecutionOutcome {
  const errors = executed.errors.map((error) => ({
    ...error,
    extensions: { ...error.extensions, retryWithNewKey: true },
  }));
  return { ...executed, errors };
}

const GRAPHQL_RESPONSE = 'application/graphql-response+json';

function contentType(accept: string | undefined): string {
  return `${names(accept, GRAPHQL_RESPONSE) ? GRAPHQL_RESPONSE : 'application/json'}; charset=utf-8`;
}

function fieldError(requestId: string, refusal: Refusal, field: FieldNode): GraphQLFormattedError {
  const at = field.loc?.startToken;
  return formatRefusal(refusal, requestId, {
    path: [field.alias?.value ?? field.name.value],
    ...(at && { locations: [{ line: at.line, column: at.column }] }),
  });
}
