import { Validator, isIdText } from '../../domain/validator';
import { invalid, Refusal } from '../../domain/errors/errors';
import {
  insertResolution,
  lockReviewItem,
  resolvedBy,
  type PaymentName,
} from '../../database/repositories/payment-resolutions';
import type { OperatorActRow } from '../../database/entities/operator';
import type { MutationContext } from '../context';
import { recordAct } from './operator-log';

export interface ResolvePaymentInput {
  /** Of a parked purchase. */
  readonly sessionId?: string | null | undefined;
  /** Of a flagged payment. */
  readonly eventId?: string | null | undefined;
  /** What was done about it, in the operator's words. */
  readonly reason: string;
}

/**
 * Marks a parked purchase or a flagged payment as dealt with; moves no stamps. What is marked already stays as it was
 * marked: its act is answered again.
 * @throws Refusal 404 `payment_not_found` for what is neither
 */
export async function resolvePayment(acting: MutationContext, input: ResolvePaymentInput): Promise<OperatorActRow> {
  const name = nameIn(input);
  const attention = await lockReviewItem(acting.tx, name);
  if (attention === undefined) throw new Refusal('payment_not_found');
  const before = await resolvedBy(acting.tx, name, attention);
  if (before) return before;
  const act = await recordAct(acting, {
    operation: 'resolvePayment',
    subjectKey: name.id,
    before: { attention, reason: null },
    after: { attention: null, reason: input.reason },
  });
  await insertResolution(acting.tx, name, attention, act.actId);
  return act;
}

function nameIn({ sessionId, eventId, reason }: ResolvePaymentInput): PaymentName {
  const check = new Validator();
  check.text('/reason', reason, { min: 1, max: 2000 });
  check.done();
  if (sessionId != null && eventId == null) return idOf('session', sessionId);
  if (sessionId == null && eventId != null) return idOf('event', eventId);
  throw invalid([{ pointer: '/session_id', detail: 'or event_id must name the payment, one of the two' }]);
}

function idOf(kind: PaymentName['kind'], id: string): PaymentName {
  if (!isIdText(id)) throw new Refusal('payment_not_found');
  return { kind, id };
}
