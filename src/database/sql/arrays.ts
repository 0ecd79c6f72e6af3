/**
 * An array literal of values that need no quotes: ids, numbers and times in ISO 8601.
 *
 * The conversion of `pg` runs two regular expressions on each element, and formats times in the local time zone.
 */
export function plainArray(values: readonly (string | number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** An array literal of texts, in quotes. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}
