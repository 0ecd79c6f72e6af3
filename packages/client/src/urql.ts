import { randomUUID } from 'node:crypto';
import { hasKeyInInput, withKey } from './idempotency-header';

interface Context {
  readonly fetchOptions?: RequestInit | (() => RequestInit);
  /** Number of the call, which urql keeps in all attempts. */
  readonly _instance?: unknown;
}

interface Operation {
  readonly kind: string;
  readonly key: number;
  readonly query: unknown;
  readonly variables: unknown;
  readonly context: Context;
}

/** A signal of a wonka source. The end is 0; the start and each value are arrays with a tag. */
type Signal<T> = 0 | (readonly [T] & { readonly tag: number });
type Source<T> = (sink: (signal: Signal<T>) => void) => void;

const VALUE = 1;

/** An exchange as urql uses it. */
type IdempotencyExchange = (input: unknown) => (operations: unknown) => never;

/**
 * An exchange for urql that gives each mutation one `Idempotency-Key`.
 * All attempts of a call have the same key, before and after a `retryExchange`. A key in `fetchOptions.headers` or in the input stays.
 */
export function idempotencyExchange<UrqlExchange = IdempotencyExchange>(): UrqlExchange {
  const exchange = ({ forward }: { readonly forward: (operations: Source<Operation>) => unknown }) => {
    const client = randomUUID();
    return (operations: Source<Operation>) => forward(map(operations, (operation) => withKeyOf(operation, client)));
  };
  return exchange as UrqlExchange;
}

function withKeyOf(operation: Operation, client: string): Operation {
  if (operation.kind !== 'mutation' || hasKeyInInput(operation.query, operation.variables)) return operation;
  const { context } = operation;
  const { _instance: call } = context;
  const options = typeof context.fetchOptions === 'function' ? context.fetchOptions() : context.fetchOptions;
  const key = (): string => (typeof call === 'number' ? `${client}-${call}` : randomUUID());
  return {
    ...operation,
    context: { ...context, fetchOptions: { ...options, headers: withKey(options?.headers, key) } },
  };
}

function map<T>(source: Source<T>, change: (value: T) => T): Source<T> {
  return (sink) => {
    source((signal) => {
      if (signal !== 0 && signal.tag === VALUE) sink(Object.assign([change(signal[0])] as const, { tag: VALUE }));
      else sink(signal);
    });
  };
}
