import { isIdText } from '../../domain/validator';
import { toJson } from '../sql/codec';
import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { OperatorActRow } from '../entities/operator';
import type { Tx } from '../transactions/database';

/** What operators did: appended in the transaction of the act, never changed (migrations/0001-baseline.sql). */
export async function insertOperatorAct(tx: Tx, row: OperatorActRow): Promise<void> {
  await tx.query({
    name: 'operator_act_insert',
    text: `INSERT INTO operator_act (act_id, credential_id, operation, subject_key, before, after, request_id, acted_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      row.actId,
      row.credentialId,
      row.operation,
      row.subjectKey,
      toJson(row.before),
      toJson(row.after),
      row.requestId,
      row.actedAt,
    ],
  });
}

/** The log, newest first; of one subject where its key is given. */
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
      // No act is on a subject without a name.
      values: all ? [] : [isIdText(subjectKey) ? subjectKey : ''],
      key: 'o.act_id',
      keyType: 'uuid',
    },
    args,
  );
}
