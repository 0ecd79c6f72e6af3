import type { TestApp } from './app';

/** The rows of a table that belong to one object. */
export interface Rows {
  readonly table: string;
  /** Condition on the row `t`. */
  readonly where: string;
  /** Columns that all copies change. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/**
 * Copies the rows of an object many times. Each copy has its own ids, older than all others. All other values stay.
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
    (json, id) => `replace(${json}, '${id}', '00000000-0000-' || right(md5('${id}' || n)::uuid::text, 22))`,
    'to_jsonb(t)::text',
  );
  const statements = rows.map(
    ({ table, where, changes = {} }) => `INSERT INTO ${table} SELECT
      (jsonb_populate_record(NULL::${table}, (${renamed})::jsonb || '${JSON.stringify(changes)}'::jsonb)).*
      FROM ${table} t, generate_series(1, ${String(copies)}) n WHERE ${where}`,
  );
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica; ${statements.join('; ')}; COMMIT`);
}
