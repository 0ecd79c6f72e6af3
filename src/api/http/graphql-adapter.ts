import type { FieldNode, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { Refusal } from '../../domain/errors/errors';
import { type DocumentCache, isMutation, isSubscription, operationOf } from '../graphql/execution/document-cache';
import type { ExecutionOutcome } from '../graphql/execution/executor';
import { formatRefusal } from '../graphql/execution/errors';
import { limits, assertCost } from '../graphql/execution/limits';
import { rootFields } from '../graphql/execution/root-fields';
import { coerceVariables } from '../graphql/execution/variables';
import { type HttpResponse, type JsonResponse, refusalHeaders, serialize } from '../responses/response';
import { assertLookUpsFirst } from './external-calls';
import { readBody, readQueryString, searchOf } from './graphql-request';
import { persistedFingerprint, queryText } from './persisted-query';
import type { IncomingRequest, ParsedRequest, ApiAdapter } from './api-adapter';
import { names, refuseMediaType } from './media-type';
import type { RequestUsage } from '../auth/request-usage';

/** GraphQL over HTTP at /graphql. */
export class GraphqlAdapter implements ApiAdapter {
  readonly maxStoredBytes = limits.storedAnswerBytes;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly documents: DocumentCache,
  ) {}

  checkHeaders(incoming: IncomingRequest): void {
    refuseMediaType(incoming);
  }

  parseRequest({ method, target, body }: IncomingRequest, usage: RequestUsage): ParsedRequest {
    const sent = isRead(method) ? readQueryString(searchOf(target)) : readBody(body);
    const query = queryText(sent, this.documents);
    const { document, error: documentError } = this.documents.read(query, (tokens) => usage.addTokens(tokens));
    if (sent.hash !== undefined) this.documents.persist(sent.hash);
    const { variables: sentVariables, operationName } = sent;
    const request = { query, document, operationName, variables: sentVariables };
    const operation = operationOf(document, request.operationName);
    if (isSubscription(operation)) {
      throw new Refusal('query_refused', 'Send subscriptions over graphql-transport-ws to the same path.', {
        limit: 'transport',
      });
    }
    const { values: variables, wrong: error } = documentError
      ? { wrong: documentError }
      : coerceVariables(this.schema, operation, request.variables);
    const fields = rootFields(document, operation, variables);
    const mutates = isMutation(operation);
    if (mutates && isRead(method)) throw new Refusal('method_not_allowed', 'Send mutations by POST.');
    let cachedCost: number | undefined;
    const cost = (): number =>
      (cachedCost ??= assertCost(this.schema, document, request.variables, request.operationName));
    const check = (): void => {
      if (error) throw error;
      if (mutates) assertMutationCount(fields);
      if (mutates) assertLookUpsFirst(this.schema, fields, variables);
      cost();
    };
    const isShort = (): boolean => error === undefined && isAtMost(cost, limits.sharedCost);
    const fingerprint = sent.hash === undefined ? {} : { fingerprint: persistedFingerprint(sent) };
    return { request, isMutation: mutates, fields, variables, check, estimate: cost, isShort, ...fingerprint };
  }

  /** Answers 200 after an execution, also with field errors, and 400 without one (GraphQL over HTTP). */
  respond({ accept }: Pick<IncomingRequest, 'accept'>, { data, errors }: ExecutionOutcome): JsonResponse {
    const body = { ...(errors.length > 0 && { errors }), ...(data !== undefined && { data }) };
    const status = data === undefined ? Number(errors[0]?.extensions?.['status'] ?? 400) : 200;
    return { status, headers: { 'content-type': contentType(accept) }, json: body };
  }

  respondRolledBack(
    incoming: IncomingRequest,
    outcome: ExecutionOutcome,
    _refusals: readonly Refusal[],
    newKey: boolean,
  ): HttpResponse {
    return serialize(this.respond(incoming, newKey ? withNewKey(outcome) : outcome));
  }

  /** A refusal of the whole request has its own status. */
  respondRefused({ requestId, accept, method }: IncomingRequest, refusal: Refusal, field?: FieldNode): HttpResponse {
    if (field)
      return serialize(this.respond({ accept }, { data: null, errors: [this.fieldError(requestId, refusal, field)] }));
    return {
      // Stock clients send the text only after an answer with 200.
      status: refusal.code === 'persisted_query_not_found' ? 200 : refusal.entry.status,
      headers: {
        'content-type': contentType(accept),
        // The path allows GET, but not for this operation.
        ...(refusal.code === 'method_not_allowed' && isRead(method) && { allow: 'POST' }),
        ...refusalHeaders(refusal),
      },
      body: JSON.stringify({
        errors: [formatRefusal(refusal, requestId, {}, { schema: this.schema, field: undefined })],
      }),
    };
  }

  private fieldError(requestId: string, refusal: Refusal, field: FieldNode): GraphQLFormattedError {
    const start = field.loc?.startToken;
    const at = {
      path: [field.alias?.value ?? field.name.value],
      ...(start && { locations: [{ line: start.line, column: start.column }] }),
    };
    return formatRefusal(refusal, requestId, at, { schema: this.schema, field });
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Compares the cost with a limit; `check` reports a cost that cannot be computed. */
function isAtMost(cost: () => number, limit: number): boolean {
  try {
    return cost() <= limit;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Mutations that call the payment provider with the key of their request, so each request can have one. */
const ONLY_MUTATIONS = ['purchaseTickets', 'grantTickets'];

function assertMutationCount(fields: readonly FieldNode[]): void {
  if (fields.length > limits.rootFields) {
    throw new Refusal('query_refused', `Send at most ${String(limits.rootFields)} mutations in a request.`, {
      limit: 'root_fields',
      maximum: limits.rootFields,
    });
  }
  const alone = fields.map((field) => field.name.value).find((name) => ONLY_MUTATIONS.includes(name));
  if (fields.length > 1 && alone !== undefined) {
    throw new Refusal('query_refused', `Send ${alone} as the only mutation of its request.`, {
      limit: 'root_fields',
      maximum: 1,
    });
  }
}

function withNewKey(outcome: ExecutionOutcome): ExecutionOutcome {
  const errors = outcome.errors.map((error) => ({
    ...error,
    extensions: { ...error.extensions, retryWithNewKey: true },
  }));
  return { ...outcome, errors };
}

const GRAPHQL_RESPONSE = 'application/graphql-response+json';

function contentType(accept: string | undefined): string {
  return `${names(accept, GRAPHQL_RESPONSE) ? GRAPHQL_RESPONSE : 'application/json'}; charset=utf-8`;
}
