/** A value that an act changed: where it is, and what it was and is. */
export interface Difference {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The values of an object by their paths, as text. */
function flat(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) {
    return [[path, typeof value === 'string' ? value : JSON.stringify(value)]];
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path, Array.isArray(value) ? '[]' : '{}']];
  return entries.flatMap(([name, member]) => flat(member, path === '' ? name : `${path}.${name}`));
}

/** Compares the states before and after an act, value by value. */
export function differences(before: Values, after: Values): readonly Difference[] {
  const [old, current] = [new Map(flat(before)), new Map(flat(after))];
  const paths = new Set([...old.keys(), ...current.keys()]);
  paths.delete('');
  return [...paths]
    .map((path) => ({ path, before: old.get(path), after: current.get(path) }))
    .filter(({ before: one, after: other }) => one !== other);
}
