/**
 * The one mapping of names (contract §1): GraphQL is camelCase, REST and what is stored as JSON snake_case. Values are
 * left alone, and so is JSON of the caller's own (an agent's card): whoever has such a member does not map it.
 */
function mapped(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapped(one, name));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), mapped(member, name)]));
}

const toSnake = (key: string) => key.replace(/[A-Z]/g, (part) => `_${part.toLowerCase()}`);
const toCamel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A GraphQL input in REST names, as the domain reads it. */
export function restNames<T>(input: object): T {
  return mapped(input, toSnake) as T;
}

/** Stored JSON in GraphQL names, as a view shows it. */
export function graphqlNames<T>(stored: unknown): T {
  return mapped(stored, toCamel) as T;
}
