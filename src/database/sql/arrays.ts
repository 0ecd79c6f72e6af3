/**
 * An array as PostgreSQL reads it, of values that need no quotes: ids, numbers, times in ISO 8601. pg itself puts each
 * element through two regular expressions, and a time through the calendar of this machine.
 */
export function plainArray(values: readonly (string | number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** The same of texts, in quotes. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}
