import type { Db } from '../../database/transactions/statement';

/** Stores the result of an invariant check. The SQL function, its table and a metric have the older name guard. */
export async function recordInvariantCheck(db: Db, violations: number): Promise<void> {
  await db.query({ name: 'ledger_record_guard', text: 'SELECT ledger_record_guard($1)', values: [violations] });
}
