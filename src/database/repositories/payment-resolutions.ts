import { type OperatorActRow, PaymentResolutionRow } from '../entities/operator';
import { StripeEventRow, TicketPurchaseRow } from '../entities/purchase';
import { repository } from '../entities/repository';
import type { Tx } from '../transactions/database';

/** Payments that operators have reviewed: parked purchases and flagged events of the processor. */

/** A payment by an id of the processor: a session's for a parked purchase, else the flagged event's. */
export interface PaymentName {
  readonly kind: 'session' | 'event';
  readonly id: string;
}

/** Locks a payment. Returns why operators must review it, resolved or not. Undefined: they need not. */
export async function lockReviewItem(tx: Tx, { kind, id }: PaymentName): Promise<string | undefined> {
  const lock = { mode: 'for_no_key_update' } as const;
  if (kind === 'session') {
    const where = { sessionId: id, status: 'parked' } as const;
    const parked = await repository(tx, TicketPurchaseRow).findOne({ where, lock });
    return parked?.parkedReason ?? undefined;
  }
  const stripeEventId = id;
  const flagged = await repository(tx, StripeEventRow).findOne({
    where: [
      { stripeEventId, outcome: 'flagged' },
      { stripeEventId, outcome: 'waiting', type: 'checkout.session.completed' },
    ],
    lock,
  });
  return (flagged && (flagged.reason ?? 'no_purchase')) || undefined;
}

/** The operator's act that resolved the payment. */
export async function resolvedBy(tx: Tx, { id }: PaymentName, reason: string): Promise<OperatorActRow | undefined> {
  const [resolution] = await repository(tx, PaymentResolutionRow).find({
    where: { paymentId: id, reason },
    relations: { act: true },
  });
  return resolution?.act;
}

export async function insertResolution(tx: Tx, { id }: PaymentName, reason: string, actId: string): Promise<void> {
  await repository(tx, PaymentResolutionRow).insert({ paymentId: id, reason, actId });
}
