/** What the database says, as one digest a table: to show that a call changed nothing, and which table it changed. */

type Sql = <T extends object>(text: string) => Promise<T[]>;

// Answers are kept for refusals too; leases, migrations, when the books were looked at and the times credentials were used are
// nobody's affairs.
const LOOKED_AT = ['ledger_audit', 'ledger_checkpoint', 'ledger_guard'];
const APART = ['idempotency_answer', 'worker_lease', 'schema_migration', 'schema_object', ...LOOKED_AT];
const COLUMNS_APART: Readonly<Record<string, string>> = { credential: ` - 'last_used_at'` };

async function tables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  return rows.map(({ name }) => name).filter((name) => !APART.includes(name));
}

/** Reads all tables in one statement; the answer function may be called again and again. */
export async function digester(sql: Sql): Promise<() => Promise<Record<string, string>>> {
  const names = await tables(sql);
  const parts = names.map((name) => {
    const row = `md5((to_jsonb(t)${COLUMNS_APART[name] ?? ''})::text)`;
    return `SELECT '${name}' AS name, count(*) || ':' || md5(coalesce(string_agg(${row}, '' ORDER BY ${row}), '')) AS digest FROM ${name} t`;
  });
  return async () => {
    const rows = await sql<{ name: string; digest: string }>(parts.join(' UNION ALL '));
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  };
}
