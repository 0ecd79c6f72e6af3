import { isIdText } from '../../domain/validator';
import { OperatorActRow } from '../entities/operator';
import { repository } from '../entities/repository';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** Appends an act of an operator to the log, in the transaction of the act. The log only grows. */
export async function insertOperatorAct(tx: Tx, row: OperatorActRow): Promise<void> {
  await repository(tx, OperatorActRow).insert({ ...row, before: row.before as object, after: row.after as object });
}

/** The log, newest first. With a subject key: the acts on this subject. */
export async function operatorActs(
  db: Db,
  subjectKey: string | undefined,
  args: PageArgs,
): Promise<Page<OperatorActRow>> {
  const all = subjectKey === undefined;
  return readPage(
    db,
    {
      name: all ? 'operator_acts' : 'operator_acts_of_subject',
      select: 'o.* FROM operator_act o',
      where: all ? 'true' : 'o.subject_key = $1',
      // No act has an empty subject, so an invalid key finds nothing.
      values: all ? [] : [isIdText(subjectKey) ? subjectKey : ''],
      key: 'o.act_id',
      keyType: 'uuid',
    },
    args,
  );
}
