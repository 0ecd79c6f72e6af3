import { decode } from '../sql/codec';
import type { OperatorActRow } from '../entities/operator';
import type { Tx } from '../transactions/database';

/** What operators have dealt with of parked purchases and flagged payments (sql/payments/mark_resolved.sql). */

/** A payment by the processor's id: of its session where its purchase is parked, of the event that was flagged. */
export interface PaymentName {
  readonly kind: 'session' | 'event';
  readonly id: string;
}

const REVIEW_QUEUE = {
  session: {
    name: 'payment_attention_of_session',
    text: `SELECT parked_reason AS reason FROM ticket_purchase WHERE session_id = $1 AND status = 'parked' FOR NO KEY UPDATE`,
  },
  event: {
    name: 'payment_attention_of_event',
    text: `SELECT coalesce(reason, 'no_purchase') AS reason FROM stripe_event WHERE stripe_event_id = $1
        AND (outcome = 'flagged' OR (outcome = 'waiting' AND type = 'checkout.session.completed')) FOR NO KEY UPDATE`,
  },
} as const;

/** Why operators are asked to look at it, dealt with or not, and its lock; undefined: they are not. */
export async function lockReviewItem(tx: Tx, { kind, id }: PaymentName): Promise<string | undefined> {
  const [row] = await tx.query<{ reason: string }>({ ...REVIEW_QUEUE[kind], values: [id] });
  return row?.reason;
}

/** The act with which it was dealt with, if it was. */
export async function resolvedBy(tx: Tx, { id }: PaymentName, reason: string): Promise<OperatorActRow | undefined> {
  const [row] = await tx.query<object>({
    name: 'payment_resolved_by',
    text: `SELECT o.* FROM payment_resolution r JOIN operator_act o USING (act_id) WHERE r.payment_id = $1 AND r.reason = $2`,
    values: [id, reason],
  });
  return row && decode<OperatorActRow>(row);
}

export async function insertResolution(tx: Tx, { id }: PaymentName, reason: string, actId: string): Promise<void> {
  await tx.query({
    name: 'payment_resolution_insert',
    text: 'INSERT INTO payment_resolution (payment_id, reason, act_id) VALUES ($1, $2, $3)',
    values: [id, reason, actId],
  });
}
