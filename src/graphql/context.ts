import type { Caller } from '../domain/caller';
import { actorScope } from '../domain/caller';
import { assert } from '../domain/errors';
import type { Acting, Reading, Services } from '../operations/context';
import { scope, type Operation } from '../operations/scope';
import type { Db } from '../store/db';
import type { Tx } from '../store/tx';
import { createLoaders, type Loaders } from './loaders';

/** What every resolver is handed. */
export interface Context {
  readonly requestId: string;
  readonly caller: Caller;
  readonly services: Services;
  /** The transaction of a mutation, the pool of a query. */
  readonly db: Db;
  readonly loaders: Loaders;
  /** Set in mutations alone. */
  readonly acting: Acting | undefined;
  /** Errors met while executing, as they were thrown. */
  readonly met: unknown[];
}

export function readingContext(
  request: Omit<Reading, 'db'> & { readonly db: Db; readonly requestId: string },
): Context {
  const { requestId, caller, services, db } = request;
  return { requestId, caller, services, db, loaders: createLoaders(db, true), acting: undefined, met: [] };
}

export function actingContext(acting: Acting & { readonly tx: Tx }, requestId: string): Context {
  const { caller, services, tx } = acting;
  return { requestId, caller, services, db: tx, loaders: createLoaders(tx, false), acting, met: [] };
}

/** The principal a root field is about, if the caller may; see domain/caller.ts. */
export function scoped(context: Context, operation: Operation, principalKey: string | null | undefined): string {
  return actorScope(scope[operation], context.caller, principalKey);
}

/** A mutation's means to change things. */
export function acting(context: Context): Acting {
  assert(context.acting, 'mutations run in a transaction');
  return context.acting;
}
