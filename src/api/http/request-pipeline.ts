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

// Contract §6: 5 s of execution.
const MAX_EXECUTION_MS = 5_000;
// Where the credential is held later: the checkout alone may take 10 s (contract §5, payment_processor_unavailable), and
// the end of a credential waits for whatever holds it.
const MAX_REQUEST_MS = 15_000;

/** Ends a transaction without an effect and answers this. */
class UncachedResponse extends Error {
  constructor(readonly answer: HttpResponse) {
    super('answered without an effect');
  }
}

/** A request on its way: who asks, what, in which language, and what is counted of it. */
interface RequestState extends ParsedRequest {
  readonly authenticated: AuthenticatedRequest;
  readonly adapter: ApiAdapter;
  readonly operationMetrics: OperationMetrics;
}

/**
 * The life of a request after its sender was proved (architecture §5, order of contract §5): the one way to execute an
 * operation, whatever language it is asked in.
 */
export class RequestPipeline {
  /** Undefined when batching is off. */
  private readonly batcher: TransactionBatcher | undefined;

  constructor(private readonly deps: RequestPipelineDeps) {
    const { settings, metrics } = deps.services;
    this.batcher = settings.batching === 'on' ? new TransactionBatcher(deps.store, metrics) : undefined;
  }

  /** @param identify who its proved sender is, and acts for */
  async answer(arrived: IncomingRequest, identify: () => Promise<Caller>, language: ApiAdapter): Promise<HttpResponse> {
    const tally = new OperationMetrics();
    try {
      return await this.run(arrived, identify, language, tally);
    } catch (error) {
      if (error instanceof UncachedResponse) return error.answer;
      const refusal = this.toRefusal(arrived, error);
      tally.refused = refusal.code;
      return language.respondRefused(arrived, refusal);
    } finally {
      tally.count(this.deps.services.metrics);
    }
  }

  /** What the caller is told; what is our fault goes to the log whole. */
  private toRefusal({ requestId }: IncomingRequest, error: unknown): Refusal {
    const refusal = asRefusal(error);
    if (error !== refusal) this.deps.services.log.error({ requestId, err: error }, 'a request failed');
    return refusal;
  }

  private async run(
    arrived: IncomingRequest,
    identify: () => Promise<Caller>,
    language: ApiAdapter,
    tally: OperationMetrics,
  ): Promise<HttpResponse> {
    const { asked, unread } = readKeyedBy(language, arrived);
    const caller = await identify().catch((error: unknown) => {
      // Whose acting headers these are not is 403: a key that is missing comes before.
      if (asked?.isMutation && asRefusal(error).entry.status === 403) idempotencyKey(arrived.idempotencyKey);
      throw error;
    });
    if (!asked) throw unread;
    const { fields } = asked;
    const proved = { ...arrived, caller };
    const run = { ...asked, authenticated: proved, adapter: language, operationMetrics: tally };
    tally.fields = fields.filter(({ name }) => isRootField(this.deps.executor.schema, name.value));
    assertHuman(proved.caller, fields);
    if (!asked.isMutation) return this.read(run);
    const key = idempotencyKey(proved.idempotencyKey);
    const claim = createClaim(proved.caller, key, proved, !locksCredentialLater(fields));
    const outside = this.outOfScope(run);
    return outside?.field ? this.refuse(run, outside) : this.write(run, claim, outside?.refusal);
  }

  /** The refusal of the actor scope, if there is one. */
  private outOfScope({ authenticated: proved, fields, request, variables }: RequestState): ScopeRefusal | undefined {
    return findScopeRefusal(this.deps.executor.schema, proved.caller, fields, {
      raw: request.variables,
      coerced: variables,
    });
  }

  private refuse(
    { authenticated: proved, adapter: language, operationMetrics: tally }: RequestState,
    { refusal, field }: ScopeRefusal,
  ): HttpResponse {
    tally.refused = refusal.code;
    return language.respondRefused(proved, refusal, field);
  }

  private async read(run: RequestState): Promise<HttpResponse> {
    const { services, store, executor } = this.deps;
    const { authenticated: proved, adapter: language, operationMetrics: tally, request } = run;
    try {
      run.check();
    } catch (error) {
      const outside = this.outOfScope(run);
      if (outside?.field) return this.refuse(run, outside);
      throw error;
    }
    const allowance = new RequestBudget(limits.readBytes, limits.answerCharacters);
    const context = queryContext({ ...proved, services, db: store.readerFor(allowance), allowance });
    const executed = await withTimeout(MAX_EXECUTION_MS, allowance, executor.execute(request, context));
    tally.errors = executed.errors;
    logFaults(services, proved, context);
    const met = context.errors.map((error) => asRefusal(error));
    // It turned out to be too much: what there is of it by then is no answer.
    const tooMuch = met.find(({ code }) => code === 'query_refused');
    if (tooMuch) throw tooMuch;
    return limitResponseSize(language.execute(proved, executed, met), limits.answerBytes);
  }

  /** `untold`: what is wrong with a request that does not say for whom it acts. It gets nobody's kept answer. */
  private async write(run: RequestState, claim: IdempotencyClaim, untold: Refusal | undefined): Promise<HttpResponse> {
    const { store, services, externalCalls: places } = this.deps;
    const allowance = new RequestBudget(limits.mutationReadBytes, limits.answerCharacters);
    const work = async (tx: Tx): Promise<HttpResponse> => {
      const kept = resolveClaim(tx, claim, services.secrets);
      run.operationMetrics.replayed = kept !== undefined && untold === undefined;
      if (kept && !untold) throw new UncachedResponse(kept);
      run.check();
      if (kept && untold) throw untold;
      return this.mutate(tx, run, claim, allowance);
    };
    const conflictKeys = this.batcher && conflictKeysOf(run, run.authenticated.caller, claim);
    if (conflictKeys) return this.batcher.inTransaction(work, claimCall(claim), allowance, { conflictKeys });
    // Before there is a transaction: who waits for a place holds no connection.
    const outside = externalCallOf(this.deps.executor.schema, run.fields, run.variables);
    const leave = outside && (await places.acquire(outside));
    try {
      return await store.inTransaction(work, claimCall(claim), allowance);
    } finally {
      leave?.();
    }
  }

  private async mutate(
    tx: Tx,
    run: RequestState,
    claim: IdempotencyClaim,
    allowance: RequestBudget,
  ): Promise<HttpResponse> {
    const { authenticated: proved, adapter: language, operationMetrics: tally, request } = run;
    const { services, executor } = this.deps;
    const bears = { secret: false };
    const { caller, requestId } = proved;
    const bearsSecret = (): boolean => (bears.secret = true);
    const acting = { tx, services, caller, requestId, requestKey: requestKey(claim), containsSecret: bearsSecret };
    const context = mutationContext(acting, allowance);
    const ms = locksCredentialLater(run.fields) ? MAX_REQUEST_MS : MAX_EXECUTION_MS;
    const executed = await withTimeout(ms, allowance, executor.execute(request, context));
    tally.errors = executed.errors;
    const met = refusalsOf(context);
    // The credential ended while the request was on its way: the whole request is refused, as one signed later is.
    const revoked = met.find((refusal) => refusal.code === 'credential_invalid');
    if (revoked) throw revoked;
    if (met.length === 0) {
      const answer = limitResponseSize(language.execute(proved, executed, met), language.maxStoredBytes);
      storeResponse(tx, claim, answer, bears.secret ? services.secrets : undefined);
      return answer;
    }
    const keep = met.every(isStorable);
    // What was executed has been undone: none of it is told as if it had happened.
    const undone = { ...executed, data: executed.data && null };
    const answer = language.respondRolledBack(proved, undone, met, keep);
    if (!keep) throw new UncachedResponse(answer);
    await tx.rollbackToSavepoint();
    storeResponse(tx, claim, answer, undefined);
    return answer;
  }
}

/** A document that does not fit the schema may name anything; a label of a metric has few values. */
function isRootField(schema: GraphQLSchema, name: string): boolean {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  return /^__(schema|type|typename)$/.test(name) || roots.some((root) => root && Object.hasOwn(root.getFields(), name));
}

/** What a request asks for, or what is wrong with it: told after who may ask at all. */
function readKeyedBy(
  language: ApiAdapter,
  arrived: IncomingRequest,
): { readonly asked?: ParsedRequest; readonly unread?: unknown } {
  try {
    return { asked: language.parseRequest(arrived) };
  } catch (unread) {
    return { unread };
  }
}

/** What a mutation was refused with. @throws whatever else was met while executing: a fault of ours */
function refusalsOf({ errors }: Context): Refusal[] {
  return errors.map((error) => {
    const refusal = refusalOf(error);
    if (!refusal) throw originalError(error);
    return refusal;
  });
}

/** @throws Refusal 400 `query_refused` for an answer that is too long */
function limitResponseSize(answer: HttpResponse, bytes: number): HttpResponse {
  if (answer.body.length <= bytes && Buffer.byteLength(answer.body) <= bytes) return answer;
  throw new Refusal('query_refused', 'The answer is too long: ask for smaller pages or fewer fields.', {
    limit: 'answer',
    maximum: bytes,
  });
}

function logFaults(services: Services, { requestId }: AuthenticatedRequest, { errors }: Context): void {
  for (const error of errors) {
    if (refusalOf(error) === undefined) services.log.error({ requestId, err: originalError(error) }, 'a read failed');
  }
}
