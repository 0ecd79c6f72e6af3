import type { Db } from '../../database/transactions/statement';

/** Stores the result of a run of the ledger-halting checks. */
export async function recordGuardRun(db: Db, violations: number): Promise<void> {
  await db.query({ name: 'ledger_guarded', text: 'SELECT ledger_guarded($1)', values: [violations] });
}
