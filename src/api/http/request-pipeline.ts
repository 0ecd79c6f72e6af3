import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { mutationContext, queryContext } from '../graphql/execution/context';
import type { GraphqlExecutor } from '../graphql/execution/executor';
import { asRefusal } from '../graphql/execution/errors';
import { limits } from '../graphql/execution/limits';
import { WorkSlices } from '../graphql/execution/work-slices';
import type { Services } from '../../operations/context';
import type { ExternalCallLimiter } from '../../operations/ports';
import { DroppedAnswer } from '../../operations/sandbox';
import { withSandboxAdvice } from '../../operations/sandbox-advice';
import { addAnswerUse } from '../../database/repositories/usage';
import { RequestBudget } from '../../database/transactions/request-budget';
import { TransactionBatcher } from '../../database/batching/transaction-batcher';
import type { Database, Tx } from '../../database/transactions/database';
import { type HttpResponse, type LongResponse, serialize } from '../responses/response';
import {
  type IdempotencyClaim,
  createClaim,
  claimCall,
  isStorable,
  storeResponse,
  resolveClaim,
  requestKey,
} from './idempotency';
import { keyOfRequest } from './key-of-request';
import type { IncomingRequest, ParsedRequest, ApiAdapter, AuthenticatedRequest } from './api-adapter';
import { assertStillActing } from './acting-human';
import { OperationMetrics } from './operation-count';
import { externalCallOf } from './external-calls';
import { AnswerBudget, isCharged } from './answer-budget';
import { conflictKeysOf } from './batchable-mutations';
import { assertCaller, locksCredentialLater, findAccessRefusal, type AccessRefusal } from '../auth/access';
import { budgetKeyOf } from '../auth/rate-limit';
import type { UnreadAnswers } from '../connections/unread-answers';
import { PrincipalLimits } from './principal-limits';
import type { RequestUsage } from '../auth/request-usage';
import {
  isRootField,
  limitResponseSize,
  logUnexpectedErrors,
  refusalsOf,
  serializeAnswer,
  type ParseOutcome,
  committedMutation,
  responseOrThrow,
  UnstoredResponse,
  withRetryHeaders,
} from './pipeline-steps';
import { withTimeout } from './timeout';

export interface RequestPipelineDeps {
  readonly executor: GraphqlExecutor;
  readonly store: Database;
  readonly services: Services;
  readonly externalCalls: ExternalCallLimiter;
  readonly hours: { ensureOpen(): Promise<void> };
  readonly unreadAnswers: Pick<UnreadAnswers, 'holdRows'>;
}

const MAX_EXECUTION_MS = 5_000;
// For requests that lock the credential later: a checkout may take 10 s, and a revocation waits for other requests.
const MAX_REQUEST_MS = 15_000;

/** A parsed request with its caller, adapter and metrics. */
interface RequestState extends ParsedRequest {
  readonly authenticated: AuthenticatedRequest;
  readonly adapter: ApiAdapter;
  readonly operationMetrics: OperationMetrics;
  readonly usage: RequestUsage;
}

/** Executes every signed request: parse → identify → authorize → execute → respond. */
export class RequestPipeline {
  /** Undefined if batching is off. */
  private readonly batcher: TransactionBatcher | undefined;
  private readonly principalLimits: PrincipalLimits;
  private readonly answerBudget: AnswerBudget;

  constructor(private readonly deps: RequestPipelineDeps) {
    const { settings, metrics, log } = deps.services;
    this.batcher = settings.batching === 'on' ? new TransactionBatcher(deps.store, metrics) : undefined;
    this.principalLimits = new PrincipalLimits(settings);
    this.answerBudget = new AnswerBudget(
      settings.keptAnswerBytes,
      (charges) => deps.store.inTransaction((tx) => addAnswerUse(tx, charges)),
      (err) => {
        log.warn({ err }, 'the bytes of stored answers were not saved');
      },
    );
  }

  /**
   * @param outcome the parsed request, or why it cannot be parsed
   * @param identify returns the caller of the verified credential
   * @param usage gets the bytes that the request reads
   * @param operationMetrics gets what the request log needs
   */
  async answer(
    incoming: IncomingRequest,
    outcome: ParseOutcome,
    identify: () => Promise<Caller>,
    adapter: ApiAdapter,
    usage: RequestUsage,
    operationMetrics = new OperationMetrics(),
  ): Promise<LongResponse> {
    try {
      return await this.process(incoming, outcome, identify, { adapter, operationMetrics, usage });
    } catch (error) {
      if (error instanceof DroppedAnswer) throw error;
      const refusal = this.toRefusal(incoming, error);
      operationMetrics.refusalCode = refusal.code;
      return withRetryHeaders(adapter.respondRefused(incoming, refusal), refusal);
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
    { parsed, parseError }: ParseOutcome,
    identify: () => Promise<Caller>,
    parts: Pick<RequestState, 'adapter' | 'operationMetrics' | 'usage'>,
  ): Promise<LongResponse> {
    const { operationMetrics } = parts;
    const caller = await identify().catch((error: unknown) => {
      // A missing idempotency key (400) takes precedence over forbidden acting headers (403).
      if (parsed?.isMutation && asRefusal(error).entry.status === 403) keyOfRequest(incoming, parsed);
      throw error;
    });
    operationMetrics.caller = caller;
    if (!parsed) throw parseError;
    const { fields } = parsed;
    operationMetrics.variables = parsed.variables;
    const state = { ...parsed, ...parts, authenticated: { ...incoming, caller } };
    operationMetrics.fields = fields.filter(({ name }) => isRootField(this.deps.executor.schema, name.value));
    assertCaller(caller, fields);
    if (!parsed.isMutation) return this.executeQuery(state);
    const body = parsed.fingerprint ?? incoming.body;
    const request = { method: incoming.method, target: incoming.target, body };
    const claim = createClaim(caller, keyOfRequest(incoming, parsed), request, !locksCredentialLater(fields));
    const accessRefusal = this.findAccessRefusal(state);
    if (accessRefusal?.field) return this.refuse(state, accessRefusal);
    const response = await this.executeMutation(state, claim, accessRefusal?.refusal).catch(responseOrThrow);
    await this.deps.services.sandbox?.beforeAnswer(committedMutation(caller, operationMetrics));
    return response;
  }

  private findAccessRefusal({ authenticated, fields, request, variables }: RequestState): AccessRefusal | undefined {
    return findAccessRefusal(this.deps.executor.schema, authenticated.caller, fields, {
      raw: request.variables,
      coerced: variables,
    });
  }

  private refuse(
    { authenticated, adapter, operationMetrics }: RequestState,
    { refusal, field }: AccessRefusal,
  ): HttpResponse {
    operationMetrics.refusalCode = refusal.code;
    return adapter.respondRefused(authenticated, withSandboxAdvice(refusal, this.deps.services), field);
  }

  private async executeQuery(state: RequestState): Promise<LongResponse> {
    try {
      state.check();
    } catch (error) {
      const accessRefusal = this.findAccessRefusal(state);
      if (accessRefusal?.field) return this.refuse(state, accessRefusal);
      throw error;
    }
    const reader = budgetKeyOf(state.authenticated.caller);
    const isLarge = state.estimate(this.deps.executor.schema) > limits.largeCost;
    const permits = await this.principalLimits.acquireRead(reader, isLarge);
    const rows = this.deps.unreadAnswers.holdRows(reader);
    const budget = new RequestBudget(limits.readBytes, limits.answerCharacters, rows);
    try {
      return await this.read(state, budget, new WorkSlices(budget, permits.acquireLargeAnswer));
    } finally {
      rows.release();
      permits.release();
      state.usage.addBytes(budget.bytesRead);
    }
  }

  private async read(state: RequestState, budget: RequestBudget, slices: WorkSlices): Promise<LongResponse> {
    const { services, store, executor } = this.deps;
    const { authenticated, adapter, operationMetrics, request } = state;
    const context = queryContext({ ...authenticated, services, db: store.readerFor(budget), budget, slices });
    const outcome = await withTimeout(MAX_EXECUTION_MS, budget, executor.execute(request, context));
    operationMetrics.errors = outcome.errors;
    logUnexpectedErrors(services, authenticated, context);
    const refusals = context.errors.map((error) => asRefusal(error));
    // Past a limit, the data is incomplete: the whole query is refused.
    const limitRefusal = refusals.find(({ code }) => code === 'query_refused' || code === 'rate_limited');
    if (limitRefusal) throw limitRefusal;
    if (slices.failure !== undefined) throw asRefusal(slices.failure);
    const response = adapter.respond(authenticated, outcome, refusals);
    return serializeAnswer(response, budget);
  }

  /** @param accessRefusal set if the request names no valid principal, and so may not receive a stored answer */
  private async executeMutation(
    state: RequestState,
    claim: IdempotencyClaim,
    accessRefusal: Refusal | undefined,
  ): Promise<HttpResponse> {
    const { store, services, externalCalls, executor, hours } = this.deps;
    await hours.ensureOpen();
    const budget = new RequestBudget(limits.mutationReadBytes, limits.answerCharacters);
    const work = async (tx: Tx): Promise<HttpResponse> => {
      const stored = resolveClaim(tx, claim, services.secrets);
      state.operationMetrics.isReplay = stored !== undefined && accessRefusal === undefined;
      if (stored && !accessRefusal) throw new UnstoredResponse(stored);
      state.check();
      if (stored && accessRefusal) throw accessRefusal;
      if (isCharged(state.authenticated.caller, state.fields)) this.answerBudget.assertWithin(claim.scope);
      return this.mutate(tx, state, claim, budget);
    };
    // Permits are acquired first, so that waiting requests hold no connection.
    const releases = [await this.acquireWrite(state)];
    try {
      const conflictKeys = this.batcher && conflictKeysOf(state, state.authenticated.caller, claim);
      if (conflictKeys) return await this.batcher.inTransaction(work, claimCall(claim), budget, { conflictKeys });
      const call = externalCallOf(executor.schema, state.fields, state.variables);
      if (call) releases.push(await externalCalls.acquire(call, budgetKeyOf(state.authenticated.caller)));
      return await store.inTransaction(work, claimCall(claim), budget);
    } finally {
      for (const release of releases) release();
      state.usage.addBytes(budget.bytesRead);
    }
  }

  /** The end of a credential never waits for other requests, because an attacker may send them. */
  private acquireWrite({ authenticated, fields }: RequestState): Promise<() => void> {
    if (locksCredentialLater(fields)) return Promise.resolve(() => undefined);
    return this.principalLimits.acquireWrite(budgetKeyOf(authenticated.caller));
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
      await assertStillActing(tx, executor.schema, state);
      const whole = serialize(adapter.respond(authenticated, outcome, refusals));
      const success = limitResponseSize(whole, adapter.maxStoredBytes);
      this.store(tx, claim, success, { hasSecret: response.hasSecret, isCharged: isCharged(caller, state.fields) });
      return success;
    }
    const isFull = caller.kind !== 'operator' && this.answerBudget.isExceeded(claim.scope);
    // A refusal has no effect, or one that a second run does not repeat. So past the quota it is not stored.
    const isStored = refusals.every(isStorable) && !isFull;
    // The effects are rolled back, so the data is removed from the response.
    const withoutData = { ...outcome, data: outcome.data && null };
    const refused = adapter.respondRolledBack(authenticated, withoutData, refusals, isStored);
    if (!isStored && !tx.hasRollbackWrites) throw new UnstoredResponse(refused);
    await tx.rollbackToSavepoint();
    if (isStored) this.store(tx, claim, refused, { hasSecret: false, isCharged: caller.kind !== 'operator' });
    return refused;
  }

  private store(
    tx: Tx,
    claim: IdempotencyClaim,
    response: HttpResponse,
    { hasSecret, isCharged }: { readonly hasSecret: boolean; readonly isCharged: boolean },
  ): void {
    const { services } = this.deps;
    storeResponse(tx, claim, response, hasSecret ? services.secrets : undefined);
    if (isCharged) {
      tx.afterCommit(() => {
        this.answerBudget.charge(claim.scope, Buffer.byteLength(response.body));
      });
    }
  }
}
