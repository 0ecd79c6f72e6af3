import { In } from 'typeorm';
import type { Purchase } from '../../domain/tickets/packs';
import { StripeEventRow, TicketPurchaseRow } from '../entities/purchase';
import { executeReturning, repository } from '../entities/repository';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** A purchase with the page to pay on. */
export type StoredPurchase = Purchase & { readonly checkoutUrl: string | null };

/**
 * Serializes everything that happens to a checkout session.
 *
 * A row that is not committed cannot be locked. With this advisory lock a purchase and an event that arrives before it
 * see each other: the second one reads what the first one wrote.
 */
export async function lockCheckoutSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query({
    name: 'purchase_session_lock',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('stripe session ' || $1, 0))`,
    values: [sessionId],
  });
}

/**
 * Serializes the events of a payment, so that its credit sees a full refund that another transaction records.
 *
 * Lock it after the session.
 */
export async function lockPaymentIntent(tx: Tx, paymentIntentId: string): Promise<void> {
  await tx.query({
    name: 'payment_intent_lock',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('stripe payment ' || $1, 0))`,
    values: [paymentIntentId],
  });
}

/** Checks whether an event reported a full refund of the payment. */
export async function isFullyRefunded(tx: Tx, paymentIntentId: string): Promise<boolean> {
  return repository(tx, StripeEventRow).existsBy({ paymentIntentId, reason: 'refund' });
}

export async function findPurchase(db: Db, sessionId: string): Promise<StoredPurchase | undefined> {
  return (await repository(db, TicketPurchaseRow).findOneBy({ sessionId })) ?? undefined;
}

export async function lockPurchase(tx: Tx, sessionId: string): Promise<StoredPurchase | undefined> {
  const purchases = repository(tx, TicketPurchaseRow);
  return (await purchases.findOne({ where: { sessionId }, lock: { mode: 'for_no_key_update' } })) ?? undefined;
}

/** Inserts a purchase. Returns false if the session has one: the processor repeats sessions for a repeated key. */
export async function insertPurchase(tx: Tx, row: StoredPurchase): Promise<boolean> {
  const rows = await executeReturning(
    repository(tx, TicketPurchaseRow).createQueryBuilder().insert().values(row).orIgnore().returning('session_id'),
  );
  return rows.length > 0;
}

export async function updatePurchase(tx: Tx, purchase: Purchase): Promise<void> {
  const { sessionId, status, creditedAt, parkedReason, paymentIntentId } = purchase;
  const changes = { status, creditedAt, parkedReason, paymentIntentId };
  await repository(tx, TicketPurchaseRow).update({ sessionId }, changes);
}

/** Records an event of the processor. Returns false if it is recorded, so its effects exist. */
export async function insertStripeEvent(tx: Tx, row: Omit<StripeEventRow, 'resolvedReasons'>): Promise<boolean> {
  const rows = await executeReturning(
    repository(tx, StripeEventRow).createQueryBuilder().insert().values(row).orIgnore().returning('stripe_event_id'),
  );
  return rows.length > 0;
}

/** The session's events that arrived before its purchase, oldest first. */
export async function unmatchedPaymentEvents(tx: Tx, sessionId: string): Promise<StripeEventRow[]> {
  return repository(tx, StripeEventRow).find({
    where: { sessionId, outcome: In(['waiting', 'foreign']) },
    order: { receivedAt: 'ASC', stripeEventId: 'ASC' },
  });
}

export async function setEventOutcome(
  tx: Tx,
  stripeEventId: string,
  { outcome, reason }: Pick<StripeEventRow, 'outcome' | 'reason'>,
): Promise<void> {
  await repository(tx, StripeEventRow).update({ stripeEventId }, { outcome, reason });
}
