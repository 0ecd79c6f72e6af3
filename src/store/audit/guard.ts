import type { Db } from '../db';

/** Writes down what the guard has found, at its every look. */
export async function guarded(db: Db, violations: number): Promise<void> {
  await db.query({ name: 'ledger_guarded', text: 'SELECT ledger_guarded($1)', values: [violations] });
}

/** What the guard found when it last looked (I1 and I5, ledger.md §4); undefined before its first look. One row by key. */
export async function lastGuard(db: Db): Promise<{ readonly violations: number; readonly lookedAt: Date } | undefined> {
  const [row] = await db.query<{ violations: number; looked_at: Date }>({
    name: 'ledger_guard',
    text: 'SELECT violations, looked_at FROM ledger_guard',
  });
  return row && { violations: row.violations, lookedAt: row.looked_at };
}
