import type { Caller } from '../../../domain/sessions/caller';
import { authorizePrincipal, assertKind } from '../../../domain/sessions/caller';
import { assert, Refusal } from '../../../domain/errors/errors';
import type {
  MutationContext,
  QueryContext,
  Services,
  RequestBudget,
  Db,
  Sandbox,
  TimedDb,
} from '../../../operations/context';
import { isPlatformRead, type PlatformRead, accessRules, type Operation } from '../../../operations/access';
import { createLoaders, type Loaders } from './loaders';
import type { WorkSlices } from './work-slices';

/** The context of one request, passed to every resolver. */
export interface Context {
  readonly requestId: string;
  readonly caller: Caller;
  readonly services: Services;
  /** A mutation's transaction, or the connection pool for a query. */
  readonly db: Db;
  readonly loaders: Loaders;
  readonly budget: RequestBudget;
  /** Set for queries over HTTP only. */
  readonly slices: WorkSlices | undefined;
  /** Set for mutations only. */
  readonly mutation: MutationContext | undefined;
  /** Errors of the execution, as thrown. */
  readonly errors: unknown[];
  /** The time of the transaction. A query asks the database once, and only if a state depends on the time. */
  now(): Promise<Date>;
  /** Computes something long, such as acts. A query does it in slices, so that no other request waits for all of it. */
  compute<T>(work: () => T): Promise<T>;
  /** The real time, which times of sign-ins are compared with. It differs from `now` only in a sandbox. */
  realNow(): Promise<Date>;
}

interface ContextFields extends Omit<Context, 'loaders' | 'errors' | 'now' | 'realNow' | 'compute'> {
  readonly clock: Pick<Context, 'now' | 'realNow'>;
}

/** A class, because Apollo copies the own properties of a context: the getter on the prototype stays lazy. */
class RequestContext implements Context {
  readonly requestId: string;
  readonly caller: Caller;
  readonly services: Services;
  readonly db: Db;
  readonly budget: RequestBudget;
  readonly slices: WorkSlices | undefined;
  readonly mutation: MutationContext | undefined;
  private readonly clock: Pick<Context, 'now' | 'realNow'>;
  readonly errors: unknown[] = [];
  private createdLoaders: Loaders | undefined;
  private time: Promise<Date> | undefined;

  constructor(fields: ContextFields) {
    Object.assign(this, fields);
  }

  /** Created on first use: an event sent to a socket mostly needs none of the 30 loaders. */
  get loaders(): Loaders {
    return (this.createdLoaders ??= createLoaders(this.db, this.mutation === undefined, this.slices));
  }

  now(): Promise<Date> {
    return (this.time ??= this.clock.now());
  }

  realNow(): Promise<Date> {
    return this.clock.realNow();
  }

  async compute<T>(work: () => T): Promise<T> {
    return this.slices ? this.slices.compute(work) : work();
  }
}

export interface QueryContextFields extends Omit<QueryContext, 'db'> {
  readonly db: TimedDb;
  readonly requestId: string;
  readonly budget: RequestBudget;
  readonly slices?: WorkSlices;
}

export function queryContext({ db, slices, ...fields }: QueryContextFields): Context {
  return new RequestContext({ ...fields, db, slices, mutation: undefined, clock: db });
}

export function mutationContext(mutation: MutationContext, budget: RequestBudget): Context {
  const { caller, services, tx, requestId } = mutation;
  const clock = { now: () => Promise.resolve(tx.now), realNow: () => Promise.resolve(tx.realNow) };
  return new RequestContext({ requestId, caller, services, db: tx, budget, slices: undefined, mutation, clock });
}

/** Returns the principal that a root field acts on. @throws Refusal if the caller may not act for it */
export function authorize(context: Context, operation: Operation, principalKey: string | null | undefined): string {
  return authorizePrincipal(accessRules[operation], context.caller, principalKey);
}

/** Asserts that the caller may use a platform operation, which has no single principal. @throws Refusal 403 */
export function platformOnly(context: Context, operation: Operation): void {
  assertKind(accessRules[operation], context.caller);
}

/** Refuses a read that only the platform may do, for a credential of a principal. @throws Refusal 403 `platform_only` */
export function assertNoPlatformRead(caller: Caller, read: PlatformRead): void {
  if (caller.kind === 'principal' && isPlatformRead(read)) throw new Refusal('platform_only');
}

/** Returns the transaction and caller of a mutation. */
export function requireMutation(context: Context): MutationContext {
  assert(context.mutation, 'mutations run in a transaction');
  return context.mutation;
}

/** Returns the sandbox. @throws Refusal 403 `sandbox_only` in a live service */
export function requireSandbox({ services: { sandbox } }: Context): Sandbox {
  if (sandbox === undefined) throw new Refusal('sandbox_only');
  return sandbox;
}
