import { randomUUID } from 'node:crypto';
import { hasKey, hasKeyInInput, HEADER } from './idempotency-header';

/** The part of Apollo's operation that the link reads. It stays the same object in all attempts of a RetryLink. */
interface Operation {
  readonly query: { readonly definitions: readonly { readonly kind: string; readonly operation?: string }[] };
  readonly variables?: unknown;
  getContext(): { readonly headers?: Readonly<Record<string, string>> };
  setContext(context: Readonly<Record<string, unknown>>): unknown;
}

type Forward = (operation: Operation) => unknown;

/** A link as Apollo Client 3 and 4 use it. Its class has private members, so no type of ours can extend it. */
interface Link {
  request(operation: Operation, forward: Forward): unknown;
  concat(...links: readonly Link[]): Link;
}

/**
 * A link for Apollo Client that gives each mutation one `Idempotency-Key`.
 * All attempts of a call have the same key, before and after a `RetryLink` in the chain. A key in `context.headers` or in the input stays.
 */
export function idempotencyLink<ApolloLink = Link>(): ApolloLink {
  return linkOf((operation, forward) => {
    const { headers } = operation.getContext();
    const { query, variables } = operation;
    if (isMutation(operation) && !hasKey(headers) && !hasKeyInInput(query, variables)) {
      operation.setContext({ headers: { ...headers, [HEADER]: randomUUID() } });
    }
    return forward(operation);
  }) as ApolloLink;
}

function linkOf(request: Link['request']): Link {
  return {
    request: (operation, forward) => request(operation, forward),
    concat: (...links) =>
      links.reduce<Link>((first, second) => {
        return linkOf((operation, forward) => first.request(operation, (next) => second.request(next, forward)));
      }, linkOf(request)),
  };
}

function isMutation({ query }: Operation): boolean {
  return query.definitions.some(({ operation }) => operation === 'mutation');
}
