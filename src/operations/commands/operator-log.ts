import { insertOperatorAct } from '../../database/repositories/operator-log';
import type { OperatorActRow } from '../../database/entities/operator';
import type { MutationContext } from '../context';
import type { scope } from '../access';

/** The mutations that are the operators' own. */
type OperatorMutation = {
  [Name in keyof typeof scope]: (typeof scope)[Name] extends 'operator' ? Name : never;
}[keyof typeof scope];

export interface OperatorAct {
  readonly operation: OperatorMutation;
  /** What was acted on: `prn_…`, `trd_…`, or the processor's id of a session or event. */
  readonly subjectKey: string;
  /** What the act could change, as it was and as it is, in REST names. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * Records an operator's act in its own transaction: there is no act without its record, nor the other way round. Every
 * operation of operators that changes something calls it; one that was refused changed nothing and leaves none.
 */
export async function recordAct(acting: MutationContext, act: OperatorAct): Promise<OperatorActRow> {
  const { tx, services, caller, requestId } = acting;
  const { credentialId } = caller;
  const row = { actId: services.newId(tx.now), credentialId, ...act, requestId, actedAt: tx.now };
  await insertOperatorAct(tx, row);
  return row;
}
