import type { Db } from '../../database/transactions/statement';

/** Stores the result of a run of the ledger-halting checks. */
export async function recordGuardRun(db: Db, violations: number): Promise<void> {
  await db.query({ name: 'ledger_record_guard', text: 'SELECT ledger_record_guard($1)', values: [violations] });
}
