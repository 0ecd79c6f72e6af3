import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { mutationContext, queryContext, type Context } from '../graphql/execution/context';
import type { GraphqlExecutor } from '../graphql/execution/executor';
import { asRefusal, originalError, refusalOf } from '../graphql/execution/errors';
import { limits } from '../graphql/execution/limits';
import type { Services } from '../../operations/context';
import type { ExternalCallLimiter } from '../../operations/ports';
import { RequestBudget } from '../../database/transactions/request-budget';
import { TransactionBatcher } from '../../database/batching/transaction-batcher';
import type { Database, Tx } from '../../database/transactions/database';
import type { HttpResponse } from '../responses/response';
import {
  type IdempotencyClaim,
  createClaim,
  claimCall,
  idempotencyKey,
  isStorable,
  storeResponse,
  resolveClaim,
  requestKey,
} from './idempotency';
import type { IncomingRequest, ParsedRequest, ApiAdapter, AuthenticatedRequest } from './api-adapter';
import { OperationMetrics } from './operation-count';
import { externalCallOf } from './external-calls';
import { conflictKeysOf } from './batchable-mutations';
import { assertHuman, locksCredentialLater, findScopeRefusal, type ScopeRefusal } from '../auth/scope';
import { withTimeout } from './timeout';

export interface RequestPipelineDeps {
  readonly executor: GraphqlExecutor;
  readonly store: Database;
  readonly services: Services;
  readonly externalCalls: ExternalCallLimiter;
}

const MAX_EXECUTION_MS = 5_000;
// For requests that lock the credential later: a checkout may take 10 s, and a revocation waits for other requests.
const MAX_REQUEST_MS = 15_000;

/** Rolls back the transaction and returns a response that is not stored. */
class UncachedResponse extends Error {
  constructor(readonly response: HttpResponse) {
    super('answered without an effect');
  }
}

/** A parsed request with its caller, adapter and metrics. */
interface RequestState extends ParsedRequest {
  readonly authenticated: AuthenticatedRequest;
  readonly adapter: ApiAdapter;
  readonly operationMetrics: OperationMetrics;
}

/** Executes every signed request: parse → identify → authorize → execute → respond. */
export class RequestPipeline {
  /** Undefined if batching is off. */
  private readonly batcher: TransactionBatcher | undefined;

  constructor(private readonly deps: RequestPipelineDeps) {
    const { settings, metrics } = deps.services;
    this.batcher = settings.batching === 'on' ? new TransactionBatcher(deps.store, metrics) : undefined;
  }

  /** @param identify returns the caller of the verified credential */
  async answer(
    incoming: IncomingRequest,
    identify: () => Promise<Caller>,
    adapter: ApiAdapter,
    operationMetrics = new OperationMetrics(),
  ): Promise<HttpResponse> {
    try {
      return await this.process(incoming, identify, adapter, operationMetrics);
    } catch (error) {
      if (error instanceof UncachedResponse) return error.response;
      const refusal = this.toRefusal(incoming, error);
      operationMetrics.refusalCode = refusal.code;
      return adapter.respondRefused(incoming, refusal);
    } finally {
      operationMetrics.count(this.deps.services.metrics);
    }
  }

  /** Converts an error to a refusal; unexpected errors go to the log. */
  private toRefusal({ requestId }: IncomingRequest, error: unknown): Refusal {
    const refusal = asRefusal(error);
    if (error !== refusal) this.deps.services.log.error({ requestId, err: error }, 'a request failed');
    return refusal;
  }

  private async process(
    incoming: IncomingRequest,
    identify: () => Promise<Caller>,
    adapter: ApiAdapter,
    operationMetrics: OperationMetrics,
  ): Promise<HttpResponse> {
    const { parsed, parseError } = tryParse(adapter, incoming);
    const caller = await identify().catch((error: unknown) => {
      // A missing Idempotency-Key (400) takes precedence over forbidden acting headers (403).
      if (parsed?.isMutation && asRefusal(error).entry.status === 403) idempotencyKey(incoming.idempotencyKey);
      throw error;
    });
    operationMetrics.caller = caller;
    if (!parsed) throw parseError;
    const { fields } = parsed;
    operationMetrics.variables = parsed.variables;
    const state = { ...parsed, authenticated: { ...incoming, caller }, adapter, operationMetrics };
    operationMetrics.fields = fields.filter(({ name }) => isRootField(this.deps.executor.schema, name.value));
    assertHuman(caller, fields);
    if (!parsed.isMutation) return this.executeQuery(state);
    const key = idempotencyKey(incoming.idempotencyKey);
    const claim = createClaim(caller, key, incoming, !locksCredentialLater(fields));
    const scopeError = this.findScopeRefusal(state);
    return scopeError?.field ? this.refuse(state, scopeError) : this.executeMutation(state, claim, scopeError?.refusal);
  }

  private findScopeRefusal({ authenticated, fields, request, variables }: RequestState): ScopeRefusal | undefined {
    return findScopeRefusal(this.deps.executor.schema, authenticated.caller, fields, {
      raw: request.variables,
      coerced: variables,
    });
  }

  private refuse(
    { authenticated, adapter, operationMetrics }: RequestState,
    { refusal, field }: ScopeRefusal,
  ): HttpResponse {
    operationMetrics.refusalCode = refusal.code;
    return adapter.respondRefused(authenticated, refusal, field);
  }

  private async executeQuery(state: RequestState): Promise<HttpResponse> {
    const { services, store, executor } = this.deps;
    const { authenticated, adapter, operationMetrics, request } = state;
    try {
      state.check();
    } catch (error) {
      const scopeError = this.findScopeRefusal(state);
      if (scopeError?.field) return this.refuse(state, scopeError);
      throw error;
    }
    const budget = new RequestBudget(limits.readBytes, limits.answerCharacters);
    const context = queryContext({ ...authenticated, services, db: store.readerFor(budget), budget });
    const outcome = await withTimeout(MAX_EXECUTION_MS, budget, executor.execute(request, context));
    operationMetrics.errors = outcome.errors;
    logUnexpectedErrors(services, authenticated, context);
    const refusals = context.errors.map((error) => asRefusal(error));
    // Past a limit, the data is incomplete: the whole query is refused.
    const limitRefusal = refusals.find(({ code }) => code === 'query_refused');
    if (limitRefusal) throw limitRefusal;
    return limitResponseSize(adapter.execute(authenticated, outcome, refusals), limits.answerBytes);
  }

  /** @param scopeError set if the request names no valid principal, and so may not receive a stored response */
  private async executeMutation(
    state: RequestState,
    claim: IdempotencyClaim,
    scopeError: Refusal | undefined,
  ): Promise<HttpResponse> {
    const { store, services, externalCalls, executor } = this.deps;
    const budget = new RequestBudget(limits.mutationReadBytes, limits.answerCharacters);
    const work = async (tx: Tx): Promise<HttpResponse> => {
      const stored = resolveClaim(tx, claim, services.secrets);
      state.operationMetrics.isReplay = stored !== undefined && scopeError === undefined;
      if (stored && !scopeError) throw new UncachedResponse(stored);
      state.check();
      if (stored && scopeError) throw scopeError;
      return this.mutate(tx, state, claim, budget);
    };
    const conflictKeys = this.batcher && conflictKeysOf(state, state.authenticated.caller, claim);
    if (conflictKeys) return this.batcher.inTransaction(work, claimCall(claim), budget, { conflictKeys });
    // A slot for the external call is acquired first, so that waiting requests hold no connection.
    const externalCall = externalCallOf(executor.schema, state.fields, state.variables);
    const release = externalCall && (await externalCalls.acquire(externalCall));
    try {
      return await store.inTransaction(work, claimCall(claim), budget);
    } finally {
      release?.();
    }
  }

  private async mutate(
    tx: Tx,
    state: RequestState,
    claim: IdempotencyClaim,
    budget: RequestBudget,
  ): Promise<HttpResponse> {
    const { authenticated, adapter, operationMetrics, request } = state;
    const { services, executor } = this.deps;
    const { caller, requestId } = authenticated;
    const response = { hasSecret: false };
    const containsSecret = (): boolean => (response.hasSecret = true);
    const mutation = { tx, services, caller, requestId, requestKey: requestKey(claim), containsSecret };
    const context = mutationContext(mutation, budget);
    const timeoutMs = locksCredentialLater(state.fields) ? MAX_REQUEST_MS : MAX_EXECUTION_MS;
    const outcome = await withTimeout(timeoutMs, budget, executor.execute(request, context));
    operationMetrics.errors = outcome.errors;
    const refusals = refusalsOf(context);
    // The credential was revoked during the request: refuse the whole request, like one signed afterwards.
    const revoked = refusals.find((refusal) => refusal.code === 'credential_invalid');
    if (revoked) throw revoked;
    if (refusals.length === 0) {
      const success = limitResponseSize(adapter.execute(authenticated, outcome, refusals), adapter.maxStoredBytes);
      storeResponse(tx, claim, success, response.hasSecret ? services.secrets : undefined);
      return success;
    }
    const isStored = refusals.every(isStorable);
    // The effects are rolled back, so the data is removed from the response.
    const withoutData = { ...outcome, data: outcome.data && null };
    const refused = adapter.respondRolledBack(authenticated, withoutData, refusals, isStored);
    if (!isStored) throw new UncachedResponse(refused);
    await tx.rollbackToSavepoint();
    storeResponse(tx, claim, refused, undefined);
    return refused;
  }
}

/** Limits the values of a metric label, because an invalid document may name any field. */
function isRootField(schema: GraphQLSchema, name: string): boolean {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  return /^__(schema|type|typename)$/.test(name) || roots.some((root) => root && Object.hasOwn(root.getFields(), name));
}

/** Parses a request, and returns an error so that it can be thrown after authentication. */
function tryParse(
  adapter: ApiAdapter,
  incoming: IncomingRequest,
): { readonly parsed?: ParsedRequest; readonly parseError?: unknown } {
  try {
    return { parsed: adapter.parseRequest(incoming) };
  } catch (parseError) {
    return { parseError };
  }
}

/** Returns the refusals of a mutation. @throws an unexpected error of the execution */
function refusalsOf({ errors }: Context): Refusal[] {
  return errors.map((error) => {
    const refusal = refusalOf(error);
    if (!refusal) throw originalError(error);
    return refusal;
  });
}

/** @throws Refusal 400 `query_refused` if the response is too long */
function limitResponseSize(response: HttpResponse, maxBytes: number): HttpResponse {
  if (response.body.length <= maxBytes && Buffer.byteLength(response.body) <= maxBytes) return response;
  throw new Refusal('query_refused', 'The response is too long. Request smaller pages or fewer fields.', {
    limit: 'answer',
    maximum: maxBytes,
  });
}

function logUnexpectedErrors(services: Services, { requestId }: AuthenticatedRequest, { errors }: Context): void {
  for (const error of errors) {
    if (refusalOf(error) === undefined) services.log.error({ requestId, err: originalError(error) }, 'a query failed');
  }
}
