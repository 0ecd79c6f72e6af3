/** Digests each table, to show that a call changed nothing, or which table it changed. */

type Sql = <T extends object>(text: string) => Promise<T[]>;

// Ignored: stored answers and their bytes, which refusals have too, and leases, hours, migrations, audit times and
// the times of credential use.
const AUDIT_TABLES = ['ledger_audit', 'ledger_checkpoint', 'ledger_guard'];
const IGNORED_TABLES = [
  'idempotency_answer',
  'kept_answer_usage',
  'service_hours',
  'worker_lease',
  'schema_migration',
  'schema_object',
  'schema_release',
  ...AUDIT_TABLES,
];
const IGNORED_COLUMNS: Readonly<Record<string, string>> = { credential: ` - 'last_used_at'` };

async function tables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  return rows.map(({ name }) => name).filter((name) => !IGNORED_TABLES.includes(name));
}

/** Reads all tables in one statement; the returned function can be called repeatedly. */
export async function digester(sql: Sql): Promise<() => Promise<Record<string, string>>> {
  const names = await tables(sql);
  const parts = names.map((name) => {
    const row = `md5((to_jsonb(t)${IGNORED_COLUMNS[name] ?? ''})::text)`;
    return `SELECT '${name}' AS name, count(*) || ':' || md5(coalesce(string_agg(${row}, '' ORDER BY ${row}), '')) AS digest FROM ${name} t`;
  });
  return async () => {
    const rows = await sql<{ name: string; digest: string }>(parts.join(' UNION ALL '));
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  };
}
