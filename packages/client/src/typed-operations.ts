import type { CallOptions, GraphqlClient } from './graphql-client';
import { operationFragments, type OperationRow, operationRows, type Operations } from './operations';
import { subscribe, type SubscribeOptions, type SubscriptionConnection } from './subscribe';

type Values = Readonly<Record<string, unknown>>;

/** Builds the typed functions from the generated table. */
export function createOperations(api: GraphqlClient, connection: SubscriptionConnection): Operations {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const row of operationRows) (groups[row.group] ??= {})[row.method] = functionOf(row, api, connection);
  // The generator writes the interface and the table from the same documents.
  return groups as unknown as Operations;
}

/** Sends the mutation of this name with its default selection. Throws a TypeError if there is none. */
export async function mutateByName(
  api: GraphqlClient,
  operation: string,
  input: Values,
  options: CallOptions,
): Promise<unknown> {
  const row = operationRows.find(({ kind, path }) => kind === 'mutation' && path[0] === operation);
  if (!row) throw new TypeError(`this client does not know the mutation ${operation}: install a newer version`);
  return resultAt(await api.mutate(textOf(row), { input }, options), row.path);
}

function functionOf(row: OperationRow, api: GraphqlClient, connection: SubscriptionConnection): unknown {
  const text = textOf(row);
  if (row.kind === 'mutation') {
    return async (input: Values, options?: CallOptions) =>
      resultAt(await api.mutate(text, { input }, options), row.path);
  }
  if (row.kind === 'query') {
    return async (variables?: Values, options?: CallOptions) => {
      assertKnown(row, variables);
      return resultAt(await api.queryOrThrow(text, variables, options), row.path);
    };
  }
  return (variables: Values = {}, { signal, ...outages }: SubscribeOptions = {}) => {
    assertKnown(row, variables);
    const request = { query: text, variables };
    const stream = { ...connection, ...outages };
    return subscribe(stream, () => request, row.path[0] ?? '', signal ?? new AbortController().signal);
  };
}

/**
 * GraphQL ignores a variable that the document does not have, so a filter in the wrong place would select nothing. The members of
 * an input are checked by the service.
 */
function assertKnown({ group, method, text }: OperationRow, variables: Values = {}): void {
  const others = Object.keys(variables).filter((name) => !text.includes(`$${name}:`));
  if (others.length === 0) return;
  const args = [...text.matchAll(/\$(\w+):/g)].map(([, name]) => name);
  throw new TypeError(`${group}.${method} has no argument ${others.join(', ')}. It has: ${args.join(', ')}`);
}

function textOf({ text, fragments }: OperationRow): string {
  return [text, ...fragments.map((name) => operationFragments[name] ?? '')].join(' ');
}

/** The value at the end of the path. It is null if an object on the way does not exist. */
function resultAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, field) => (value as Values | null)?.[field] ?? null, data);
}
