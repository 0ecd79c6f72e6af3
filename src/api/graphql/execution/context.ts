import type { Caller } from '../../../domain/sessions/caller';
import { actorScope, assertKind } from '../../../domain/sessions/caller';
import { assert, Refusal } from '../../../domain/errors/errors';
import type { MutationContext, QueryContext, Services, RequestBudget, Db, Tx } from '../../../operations/context';
import { isPlatformRead, type PlatformRead, scope, type Operation } from '../../../operations/access';
import { createLoaders, type Loaders } from './loaders';

/** What every resolver is handed. */
export interface Context {
  readonly requestId: string;
  readonly caller: Caller;
  readonly services: Services;
  /** The transaction of a mutation, the pool of a query. */
  readonly db: Db;
  readonly loaders: Loaders;
  /** What it may still take. */
  readonly allowance: RequestBudget;
  /** Set in mutations alone. */
  readonly acting: MutationContext | undefined;
  /** Errors met while executing, as they were thrown. */
  readonly met: unknown[];
  /** The time of the request: its transaction's, or the database's, asked once and only where a state depends on it. */
  now(): Promise<Date>;
}

export function readingContext(
  request: Omit<QueryContext, 'db'> & {
    readonly db: Db & { now(): Promise<Date> };
    readonly requestId: string;
    readonly allowance: RequestBudget;
  },
): Context {
  const { requestId, caller, services, db, allowance } = request;
  let at: Promise<Date> | undefined;
  let loaders: Loaders | undefined;
  return {
    requestId,
    caller,
    services,
    db,
    allowance,
    // Thirty of them, and an event that is told to a socket mostly asks for none.
    get loaders() {
      return (loaders ??= createLoaders(db, true));
    },
    acting: undefined,
    met: [],
    now: () => (at ??= db.now()),
  };
}

export function actingContext(acting: MutationContext & { readonly tx: Tx }, allowance: RequestBudget): Context {
  const { caller, services, tx, requestId } = acting;
  let loaders: Loaders | undefined;
  return {
    requestId,
    caller,
    services,
    db: tx,
    allowance,
    get loaders() {
      return (loaders ??= createLoaders(tx, false));
    },
    acting,
    met: [],
    now: () => Promise.resolve(tx.now),
  };
}

/** The principal a root field is about, if the caller may; see domain/caller.ts. */
export function scoped(context: Context, operation: Operation, principalKey: string | null | undefined): string {
  return actorScope(scope[operation], context.caller, principalKey);
}

/** Lets in whom a platform operation is for; it is about no principal, or names it in its own way. */
export function platformOnly(context: Context, operation: Operation): void {
  assertKind(scope[operation], context.caller);
}

/** Refuses agents what of their own principal is not for them. @throws Refusal 403 `platform_only` */
export function notForAgents(caller: Caller, read: PlatformRead): void {
  if (caller.kind === 'agent' && isPlatformRead(read)) throw new Refusal('platform_only');
}

/** A mutation's means to change things. */
export function acting(context: Context): MutationContext {
  assert(context.acting, 'mutations run in a transaction');
  return context.acting;
}
