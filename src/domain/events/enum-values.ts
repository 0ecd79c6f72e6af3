/**
 * The values of a union type, for `enum` in a schema.
 *
 * The record needs each value, so a new one does not compile before the published schema has it.
 */
export function enumValues<Value extends string>(values: Readonly<Record<Value, true>>): readonly Value[] {
  return Object.keys(values) as Value[];
}
