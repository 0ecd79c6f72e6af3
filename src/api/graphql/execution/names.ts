/**
 * Renames the members of JSON at any depth.
 * GraphQL uses camelCase; REST and stored JSON use snake_case. Callers must not pass JSON of clients, such as a card.
 */
function renameMembers(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameMembers(item, name));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), renameMembers(member, name)]));
}

export const toSnake = (key: string) => key.replace(/[A-Z]/g, (part) => `_${part.toLowerCase()}`);
export const toCamel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Converts a GraphQL input to REST names, which the domain uses. */
export function restNames<T>(input: object): T {
  return renameMembers(input, toSnake) as T;
}

/** Converts stored JSON to GraphQL names. */
export function graphqlNames<T>(stored: unknown): T {
  return renameMembers(stored, toCamel) as T;
}
