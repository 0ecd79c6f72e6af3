/** The one mapping of names (contract §1): GraphQL is camelCase, REST snake_case. */
export function restName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
