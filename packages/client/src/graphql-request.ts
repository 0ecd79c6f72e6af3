import { randomUUID } from 'node:crypto';
import { type AnyHeaders, hasKeyInInput, withKey } from './idempotency-header';

type Call = (...args: never[]) => unknown;
type Arguments = readonly unknown[];

interface Options {
  readonly document: unknown;
  readonly variables?: unknown;
  readonly requestHeaders?: AnyHeaders;
}

const METHODS: ReadonlySet<PropertyKey> = new Set(['request', 'rawRequest']);

/**
 * Gives each call of graphql-request one `Idempotency-Key`, which a retrying `fetch` below it repeats.
 * `target` is a `GraphQLClient`, one of its methods, or the function `request`. A key in the headers of a call or in the input stays.
 */
export function withIdempotency<T extends object>(target: T): T {
  return (isCall(target) ? withKeys(target) : clientWithKeys(target)) as T;
}

/** A client whose requests have keys. Other members are those of the client. */
function clientWithKeys<T extends object>(client: T): T {
  return new Proxy(client, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== 'function') return value;
      const method = METHODS.has(name) ? withKeys(value as Call) : (value as Call);
      return method.bind(object);
    },
  });
}

function withKeys(call: Call): Call {
  return function (this: unknown, ...args: unknown[]): unknown {
    return Reflect.apply(call, this, argumentsWithKey(args));
  };
}

/** The arguments are `{ document, requestHeaders }`, or `document, variables, headers`, perhaps after an address. */
function argumentsWithKey(args: Arguments): unknown[] {
  const [first] = args;
  if (isOptions(first) && hasKeyInInput(first.document, first.variables)) return [...args];
  if (isOptions(first))
    return [{ ...first, requestHeaders: withKey(first.requestHeaders, randomUUID) }, ...args.slice(1)];
  const position = isAddress(args) ? 3 : 2;
  if (hasKeyInInput(args[position - 2], args[position - 1])) return [...args];
  const headers = args[position] as AnyHeaders;
  const before = Array.from({ length: position }, (_, index) => args[index]);
  return [...before, withKey(headers, randomUUID), ...args.slice(position + 1)];
}

function isCall(value: object): value is Call {
  return typeof value === 'function';
}

function isOptions(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && 'document' in value;
}

/** A document contains a brace, and an address begins with its scheme. */
function isAddress([first]: Arguments): boolean {
  return first instanceof URL || (typeof first === 'string' && /^https?:/.test(first));
}
