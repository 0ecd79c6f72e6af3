import type { Db } from '../../database/transactions/statement';

/** Writes down what the guard has found, at its every look. */
export async function recordGuardRun(db: Db, violations: number): Promise<void> {
  await db.query({ name: 'ledger_record_guard', text: 'SELECT ledger_record_guard($1)', values: [violations] });
}
