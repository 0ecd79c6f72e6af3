import { Validator, isIdText } from '../../domain/validator';
import { invalidMember, Refusal } from '../../domain/errors/errors';
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
  /** The session of a parked purchase. */
  readonly sessionId?: string | null | undefined;
  /** The event of a flagged payment. */
  readonly eventId?: string | null | undefined;
  /** The operator's note about the resolution. */
  readonly reason: string;
}

/**
 * Marks a parked purchase or a flagged payment as resolved. It moves no stamps.
 *
 * For a resolved payment it returns the earlier act.
 * @throws Refusal 404 `payment_not_found` if the payment is neither parked nor flagged
 */
export async function resolvePayment(context: MutationContext, input: ResolvePaymentInput): Promise<OperatorActRow> {
  const name = nameIn(input);
  const attention = await lockReviewItem(context.tx, name);
  if (attention === undefined) throw new Refusal('payment_not_found');
  const before = await resolvedBy(context.tx, name, attention);
  if (before) return before;
  const act = await recordAct(context, {
    operation: 'resolvePayment',
    subjectKey: name.id,
    before: { attention, reason: null },
    after: { attention: null, reason: input.reason },
  });
  await insertResolution(context.tx, name, attention, act.actId);
  return act;
}

function nameIn({ sessionId, eventId, reason }: ResolvePaymentInput): PaymentName {
  const check = new Validator();
  check.text('/reason', reason, { min: 1, max: 2000 });
  check.done();
  if (sessionId != null && eventId == null) return idOf('session', sessionId);
  if (sessionId == null && eventId != null) return idOf('event', eventId);
  throw invalidMember('/session_id', 'or `event_id` must name the payment; send exactly one of them');
}

function idOf(kind: PaymentName['kind'], id: string): PaymentName {
  if (!isIdText(id)) throw new Refusal('payment_not_found');
  return { kind, id };
}
