import { printPath } from '#client';

/** Places of errors in the arguments of a tool. */

export type Path = readonly (string | number)[];
type Json = Readonly<Record<string, unknown>>;

/** A tool as far as its arguments are concerned. */
export interface WithArguments {
  readonly input: { readonly shape: Json };
}

/** Members of the API that the arguments of tools name otherwise. */
export const ARGUMENTS: Readonly<Record<string, string>> = {
  agentId: 'agentKey',
  expectedRevisionNo: 'revisionNo',
  from: 'sinceMinutes',
  idempotencyKey: 'intentId',
  itemId: 'item',
  lifecycleAction: 'action',
};

/**
 * Returns the argument of a tool for a path in the input of the API.
 *
 * `input.terms.steps[1].priceStamps` is `steps[0].priceStamps`, if the first step of the call has the number 2. A path
 * without an argument of the tool is printed as it is.
 */
export function argumentAt(path: Path, { input: { shape } }: WithArguments, args: unknown): string {
  const names = path.map((member) => (typeof member === 'number' ? member : nameIn(shape, member)));
  const start = names.findIndex((name) => typeof name === 'string' && Object.hasOwn(shape, name));
  if (start < 0) return printPath(path);
  const [first = '', index, ...rest] = names.slice(start);
  if (typeof index !== 'number') return printPath(names.slice(start));
  const list = typeof args === 'object' && args !== null ? (args as Json)[first] : undefined;
  return printPath([first, indexIn(list, index), ...rest]);
}

function nameIn(shape: Json, member: string): string {
  return Object.hasOwn(shape, member) ? member : (ARGUMENTS[member] ?? member);
}

/** Steps of a call have numbers, and it names only some of them. */
function indexIn(list: unknown, index: number): number {
  if (!Array.isArray(list)) return index;
  const found = list.findIndex((item: unknown) => (item as Json | null)?.['stepNo'] === index + 1);
  return found < 0 ? index : found;
}
