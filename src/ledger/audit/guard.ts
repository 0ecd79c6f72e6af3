import type { Db } from '../../database/transactions/statement';

/** Writes down what the guard has found, at its every look. */
export async function recordGuardRun(db: Db, violations: number): Promise<void> {
  await db.query({ name: 'ledger_guarded', text: 'SELECT ledger_guarded($1)', values: [violations] });
}
