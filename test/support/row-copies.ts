import type { TestApp } from './app';

/** The rows of a table that belong to one object. */
export interface Rows {
  readonly table: string;
  /** Condition on the row `t`. */
  readonly where: string;
  /** All columns but the generated ones, if there are some. */
  readonly columns?: string;
}

/**
 * Copies the rows of an object many times. Each copy has its own ids, and all other values stay.
 *
 * It inserts without foreign keys and triggers, so a test has hundreds of trades within a second.
 * @param ids the ids that differ in each copy, also inside keys of JSON documents
 */
export async function copyRows(
  app: Pick<TestApp, 'sql'>,
  ids: readonly string[],
  rows: readonly Rows[],
  copies: number,
): Promise<void> {
  const renamed = ids.reduce(
    (json, id) => `replace(${json}, '${id}', left('${id}', 14) || right(md5('${id}' || n)::uuid::text, 22))`,
    'to_jsonb(t)::text',
  );
  const statements = rows.map(({ table, where, columns = '*' }) => {
    const into = columns === '*' ? '' : `(${columns})`;
    return `INSERT INTO ${table} ${into} SELECT ${columns} FROM (
      SELECT (jsonb_populate_record(NULL::${table}, (${renamed})::jsonb)).* FROM ${table} t, generate_series(1, ${String(copies)}) n
      WHERE ${where}) c ON CONFLICT DO NOTHING`;
  });
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica; ${statements.join('; ')}; COMMIT`);
}
