/** Converts a GraphQL name to REST: camelCase to snake_case. */
export function restName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
