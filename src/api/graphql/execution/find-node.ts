import { assert } from '../../../domain/errors/errors';
import type { Node } from '../schema/node';
import type { Context } from './context';

type Find = (context: Context, key: string) => Promise<Node | null>;

let registered: Find | undefined;

/** Sets the search of the field `node`. Types of the schema call `findNode`, and an import of the search would be a cycle. */
export function registerNodeSearch(find: Find): void {
  registered = find;
}

/** Finds any object by its key. Null if the caller may not read it. */
export async function findNode(context: Context, key: string): Promise<Node | null> {
  assert(registered, 'the schema is built');
  return registered(context, key);
}
