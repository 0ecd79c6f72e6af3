import { OperatorActRow } from '../entities/operator';
import { repository } from '../entities/repository';
import type { Tx } from '../transactions/database';

/** Appends an act of an operator to the log, in the transaction of the act. The log only grows. */
export async function insertOperatorAct(tx: Tx, row: OperatorActRow): Promise<void> {
  await repository(tx, OperatorActRow).insert({ ...row, before: row.before as object, after: row.after as object });
}
