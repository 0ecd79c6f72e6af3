/**
 * Renames the members of JSON at any depth, between camelCase of GraphQL and snake_case of REST and stored JSON.
 * Not for JSON with a caller's own member names, such as an agent's card.
 */
function renameMembers(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renameMembers(one, name));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), renameMembers(member, name)]));
}

const toSnake = (key: string) => key.replace(/[A-Z]/g, (part) => `_${part.toLowerCase()}`);
const toCamel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Converts a GraphQL input to REST names, which the domain uses. */
export function restNames<T>(input: object): T {
  return renameMembers(input, toSnake) as T;
}

/** Converts stored JSON to GraphQL names. */
export function graphqlNames<T>(stored: unknown): T {
  return renameMembers(stored, toCamel) as T;
}
