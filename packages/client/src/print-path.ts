/** Prints a path in an input of GraphQL: `input.steps[0].title`. */
export function printPath(path: readonly (string | number)[]): string {
  return path
    .map((member, index) => (typeof member === 'number' ? `[${member}]` : `${index > 0 ? '.' : ''}${member}`))
    .join('');
}
