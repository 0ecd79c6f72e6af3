import type { Purchase } from '../../domain/tickets/packs';
import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import type { StripeEventRow } from '../entities/purchase';
import type { Tx } from '../transactions/database';

/** A purchase as it is stored: with the page to pay on. */
export type StoredPurchase = Purchase & { readonly checkoutUrl: string | null };

/**
 * One at a time for everything that happens to a checkout session. A row that is not committed yet cannot be locked, so
 * the purchase and an event that outruns it meet here: whichever comes second sees what the first one wrote.
 */
export async function lockSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query({
    name: 'purchase_session_lock',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('stripe session ' || $1, 0))`,
    values: [sessionId],
  });
}

export async function findPurchase(db: Db, sessionId: string): Promise<StoredPurchase | undefined> {
  const [row] = await db.query<object>({
    name: 'purchase_by_session',
    text: 'SELECT * FROM ticket_purchase WHERE session_id = $1',
    values: [sessionId],
  });
  return row && decode<StoredPurchase>(row);
}

export async function lockPurchase(tx: Tx, sessionId: string): Promise<StoredPurchase | undefined> {
  const [row] = await tx.query<object>({
    name: 'purchase_lock',
    text: 'SELECT * FROM ticket_purchase WHERE session_id = $1 FOR NO KEY UPDATE',
    values: [sessionId],
  });
  return row && decode<StoredPurchase>(row);
}

/** False where the session has its row already: the processor answered a repeated call with the session made before. */
export async function insertPurchase(tx: Tx, row: StoredPurchase): Promise<boolean> {
  const inserted = await tx.query({
    name: 'purchase_insert',
    text: `INSERT INTO ticket_purchase (session_id, pack, tickets_stamps, price_minor, currency, principal_id, human_id, checkout_url, status, created_at, credited_at, livemode)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (session_id) DO NOTHING RETURNING session_id`,
    values: [
      row.sessionId,
      row.pack,
      row.ticketsStamps,
      row.priceMinor,
      row.currency,
      row.principalId,
      row.humanId,
      row.checkoutUrl,
      row.status,
      row.createdAt,
      row.creditedAt,
      row.livemode,
    ],
  });
  return inserted.length > 0;
}

export async function updatePurchase(tx: Tx, purchase: Purchase): Promise<void> {
  const { sessionId, status, creditedAt, parkedReason, paymentIntentId } = purchase;
  await tx.query({
    name: 'purchase_update',
    text: `UPDATE ticket_purchase SET status = $2, credited_at = $3, parked_reason = $4, payment_intent_id = $5
           WHERE session_id = $1`,
    values: [sessionId, status, creditedAt, parkedReason, paymentIntentId],
  });
}

/** False where the event was recorded before: it has done already what it does. */
export async function insertStripeEvent(tx: Tx, row: Omit<StripeEventRow, 'resolvedReasons'>): Promise<boolean> {
  const inserted = await tx.query({
    name: 'stripe_event_insert',
    text: `INSERT INTO stripe_event (stripe_event_id, type, session_id, payload, report, outcome, received_at, reason, payment_intent_id, reference)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (stripe_event_id) DO NOTHING RETURNING stripe_event_id`,
    values: [
      row.stripeEventId,
      row.type,
      row.sessionId,
      row.payload,
      row.report,
      row.outcome,
      row.receivedAt,
      row.reason,
      row.paymentIntentId,
      row.reference,
    ],
  });
  return inserted.length > 0;
}

/** The session's events that came before its purchase, in the order they came. */
export async function unmatchedPaymentEvents(tx: Tx, sessionId: string): Promise<StripeEventRow[]> {
  const rows = await tx.query<object>({
    name: 'stripe_event_early',
    text: `SELECT * FROM stripe_event WHERE session_id = $1 AND outcome IN ('waiting', 'foreign')
           ORDER BY received_at, stripe_event_id`,
    values: [sessionId],
  });
  return rows.map((row) => decode<StripeEventRow>(row));
}

export async function setEventOutcome(
  tx: Tx,
  stripeEventId: string,
  { outcome, reason }: { readonly outcome: string; readonly reason: string | null },
): Promise<void> {
  await tx.query({
    name: 'stripe_event_outcome',
    text: 'UPDATE stripe_event SET outcome = $2, reason = $3 WHERE stripe_event_id = $1',
    values: [stripeEventId, outcome, reason],
  });
}
