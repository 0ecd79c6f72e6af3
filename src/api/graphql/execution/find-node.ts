import { assert } from '../../../domain/errors/errors';
import type { Node } from '../schema/node';
import type { Context } from './context';

type Find = (context: Context, key: string) => Promise<Node | null>;

let registered: Find | undefined;

/** Sets the search of `node`. The types that it finds also use it, so they cannot import it. */
export function registerNodeSearch(find: Find): void {
  registered = find;
}

/** Finds any object by its key. Null if the caller may not read it. */
export async function findNode(context: Context, key: string): Promise<Node | null> {
  assert(registered, 'the schema is built');
  return registered(context, key);
}
