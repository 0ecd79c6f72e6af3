import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { mutationContext, queryContext, type Context } from '../graphql/execution/context';
import type { GraphqlExecutor } from '../graphql/execution/executor';
import { asRefusal, originalError, refusalOf } from '../graphql/execution/errors';
import { limits } from '../graphql/execution/limits';
import type { Services } from '../../operations/context';
import type { Places } from '../../operations/ports';
import { Allowance } from '../../database/transactions/request-budget';
import { SharedTransactions } from '../../database/batching/transaction-batcher';
import type { Store, Tx } from '../../database/transactions/database';
import type { Answer } from '../responses/response';
import {
  type Claim,
  claimOf,
  claimSql,
  idempotencyKey,
  isKept,
  keepAnswer,
  readClaim,
  requestKey,
} from './idempotency';
import type { Arrived, Asked, Language, Proved } from './api-adapter';
import { Tally } from './operation-count';
import { outsideOf } from './external-calls';
import { apartFrom } from './batchable-mutations';
import { assertHuman, holdsLater, refusedScope, type ScopeRefusal } from '../auth/scope';
import { within } from './timeout';

export interface ExchangeDeps {
  readonly executor: GraphqlExecutor;
  readonly store: Store;
  readonly services: Services;
  readonly places: Places;
}

// Contract §6: 5 s of execution.
const EXECUTION_MS = 5_000;
// Where the credential is held later: the checkout alone may take 10 s (contract §5, payment_processor_unavailable), and
// the end of a credential waits for whatever holds it.
const WAITING_MS = 15_000;

/** Ends a transaction without an effect and answers this. */
class NotKept extends Error {
  constructor(readonly answer: Answer) {
    super('answered without an effect');
  }
}

/** A request on its way: who asks, what, in which language, and what is counted of it. */
interface Run extends Asked {
  readonly proved: Proved;
  readonly language: Language;
  readonly tally: Tally;
}

/**
 * The life of a request after its sender was proved (architecture §5, order of contract §5): the one way to execute an
 * operation, whatever language it is asked in.
 */
export class Exchange {
  private readonly shared: SharedTransactions;

  constructor(private readonly deps: ExchangeDeps) {
    this.shared = new SharedTransactions(deps.store, deps.services.metrics);
  }

  /** @param identify who its proved sender is, and acts for */
  async answer(arrived: Arrived, identify: () => Promise<Caller>, language: Language): Promise<Answer> {
    const tally = new Tally();
    try {
      return await this.run(arrived, identify, language, tally);
    } catch (error) {
      if (error instanceof NotKept) return error.answer;
      const refusal = this.told(arrived, error);
      tally.refused = refusal.code;
      return language.refused(arrived, refusal);
    } finally {
      tally.count(this.deps.services.metrics);
    }
  }

  /** What the caller is told; what is our fault goes to the log whole. */
  private told({ requestId }: Arrived, error: unknown): Refusal {
    const refusal = asRefusal(error);
    if (error !== refusal) this.deps.services.log.error({ requestId, err: error }, 'a request failed');
    return refusal;
  }

  private async run(
    arrived: Arrived,
    identify: () => Promise<Caller>,
    language: Language,
    tally: Tally,
  ): Promise<Answer> {
    const { asked, unread } = readBy(language, arrived);
    const caller = await identify().catch((error: unknown) => {
      // Whose acting headers these are not is 403: a key that is missing comes before.
      if (asked?.isMutation && asRefusal(error).entry.status === 403) idempotencyKey(arrived.idempotencyKey);
      throw error;
    });
    if (!asked) throw unread;
    const { fields } = asked;
    const proved = { ...arrived, caller };
    const run = { ...asked, proved, language, tally };
    tally.fields = fields.filter(({ name }) => isRootField(this.deps.executor.schema, name.value));
    assertHuman(proved.caller, fields);
    if (!asked.isMutation) return this.read(run);
    const key = idempotencyKey(proved.idempotencyKey);
    const claim = claimOf(proved.caller, key, proved, !holdsLater(fields));
    const outside = this.outOfScope(run);
    return outside?.field ? this.refuse(run, outside) : this.write(run, claim, outside?.refusal);
  }

  /** The refusal of the actor scope, if there is one. */
  private outOfScope({ proved, fields, request, variables }: Run): ScopeRefusal | undefined {
    return refusedScope(this.deps.executor.schema, proved.caller, fields, { sent: request.variables, fit: variables });
  }

  private refuse({ proved, language, tally }: Run, { refusal, field }: ScopeRefusal): Answer {
    tally.refused = refusal.code;
    return language.refused(proved, refusal, field);
  }

  private async read(run: Run): Promise<Answer> {
    const { services, store, executor } = this.deps;
    const { proved, language, tally, request } = run;
    try {
      run.check();
    } catch (error) {
      const outside = this.outOfScope(run);
      if (outside?.field) return this.refuse(run, outside);
      throw error;
    }
    const allowance = new Allowance(limits.readBytes, limits.answerCharacters);
    const context = queryContext({ ...proved, services, db: store.reading(allowance), allowance });
    const executed = await within(EXECUTION_MS, allowance, executor.execute(request, context));
    tally.errors = executed.errors;
    logFaults(services, proved, context);
    const met = context.errors.map((error) => asRefusal(error));
    // It turned out to be too much: what there is of it by then is no answer.
    const tooMuch = met.find(({ code }) => code === 'query_refused');
    if (tooMuch) throw tooMuch;
    return bounded(language.answer(proved, executed, met), limits.answerBytes);
  }

  /** `untold`: what is wrong with a request that does not say for whom it acts. It gets nobody's kept answer. */
  private async write(run: Run, claim: Claim, untold: Refusal | undefined): Promise<Answer> {
    const { store, services, places } = this.deps;
    const allowance = new Allowance(limits.mutationReadBytes, limits.answerCharacters);
    const work = async (tx: Tx): Promise<Answer> => {
      const kept = readClaim(tx, claim, services.secrets);
      run.tally.replayed = kept !== undefined && untold === undefined;
      if (kept && !untold) throw new NotKept(kept);
      run.check();
      if (kept && untold) throw untold;
      return this.mutate(tx, run, claim, allowance);
    };
    const apart = apartFrom(run, run.proved.caller, claim);
    if (apart) return this.shared.inTransaction(work, claimSql(claim), allowance, { sender: claim.scope, apart });
    // Before there is a transaction: who waits for a place holds no connection.
    const outside = outsideOf(this.deps.executor.schema, run.fields, run.variables);
    const leave = outside && (await places.enter(outside));
    try {
      return await store.inTransaction(work, claimSql(claim), allowance);
    } finally {
      leave?.();
    }
  }

  private async mutate(tx: Tx, run: Run, claim: Claim, allowance: Allowance): Promise<Answer> {
    const { proved, language, tally, request } = run;
    const { services, executor } = this.deps;
    const bears = { secret: false };
    const { caller, requestId } = proved;
    const bearsSecret = (): boolean => (bears.secret = true);
    const acting = { tx, services, caller, requestId, requestKey: requestKey(claim), bearsSecret };
    const context = mutationContext(acting, allowance);
    const ms = holdsLater(run.fields) ? WAITING_MS : EXECUTION_MS;
    const executed = await within(ms, allowance, executor.execute(request, context));
    tally.errors = executed.errors;
    const met = refusalsOf(context);
    // The credential ended while the request was on its way: the whole request is refused, as one signed later is.
    const revoked = met.find((refusal) => refusal.code === 'credential_invalid');
    if (revoked) throw revoked;
    if (met.length === 0) {
      const answer = bounded(language.answer(proved, executed, met), language.keptBytes);
      keepAnswer(tx, claim, answer, bears.secret ? services.secrets : undefined);
      return answer;
    }
    const keep = met.every(isKept);
    // What was executed has been undone: none of it is told as if it had happened.
    const undone = { ...executed, data: executed.data && null };
    const answer = language.rolledBack(proved, undone, met, keep);
    if (!keep) throw new NotKept(answer);
    await tx.rollbackToSavepoint();
    keepAnswer(tx, claim, answer, undefined);
    return answer;
  }
}

/** A document that does not fit the schema may name anything; a label of a metric has few values. */
function isRootField(schema: GraphQLSchema, name: string): boolean {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  return /^__(schema|type|typename)$/.test(name) || roots.some((root) => root && Object.hasOwn(root.getFields(), name));
}

/** What a request asks for, or what is wrong with it: told after who may ask at all. */
function readBy(language: Language, arrived: Arrived): { readonly asked?: Asked; readonly unread?: unknown } {
  try {
    return { asked: language.read(arrived) };
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
function bounded(answer: Answer, bytes: number): Answer {
  if (answer.body.length <= bytes && Buffer.byteLength(answer.body) <= bytes) return answer;
  throw new Refusal('query_refused', 'The answer is too long: ask for smaller pages or fewer fields.', {
    limit: 'answer',
    maximum: bytes,
  });
}

function logFaults(services: Services, { requestId }: Proved, { errors }: Context): void {
  for (const error of errors) {
    if (refusalOf(error) === undefined) services.log.error({ requestId, err: originalError(error) }, 'a read failed');
  }
}
