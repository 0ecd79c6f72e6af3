import { insertOperatorAct } from '../../database/repositories/operator-log';
import type { OperatorActRow } from '../../database/entities/operator';
import type { MutationContext } from '../context';
import { recordAuthority } from './authority';
import type { OperatorMutation } from '../access';

export interface OperatorAct {
  readonly operation: OperatorMutation;
  /** The subject of the act: `prn_…`, `trd_…`, the processor's id of a session or event, or a policy version. */
  readonly subjectKey: string;
  /** The fields that the act could change, before and after it, in REST names. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * Records an operator's act in the transaction of the act, so that neither exists without the other.
 *
 * Every operator mutation calls it. A refused mutation changes nothing and leaves no record.
 */
export async function recordAct(context: MutationContext, act: OperatorAct): Promise<OperatorActRow> {
  const { tx, services, caller, requestId } = context;
  const { credentialId } = caller;
  const row = { actId: services.newId(tx.now), credentialId, ...act, requestId, actedAt: tx.now };
  await insertOperatorAct(tx, row);
  recordAuthority(context, 'operator_acted', { object: 'operator_act', id: row.actId });
  return row;
}
