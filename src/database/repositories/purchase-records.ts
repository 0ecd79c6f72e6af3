import type { FlagReason } from '../../domain/tickets/packs';
import { readAll } from '../sql/read';
import type { Db } from '../transactions/statement';

/** The fields of a purchase that reconciliation compares with the processor. */
export interface PurchaseRecord {
  readonly sessionId: string;
  readonly pack: string;
  readonly ticketsStamps: bigint;
  readonly priceMinor: number;
  readonly currency: string;
  readonly principalId: string | null;
  readonly humanId: string | null;
}

/** The state of a checkout session in the records of the service. */
export interface SessionRecord {
  readonly sessionId: string;
  readonly hasPurchase: boolean;
  /** Whether it is credited, or resolved by an operator. */
  readonly isSettled: boolean;
  /** The refunds and disputes of its payment whose events arrived. */
  readonly reversals: readonly FlagReason[];
}

export interface SessionName {
  readonly sessionId: string;
  readonly paymentIntentId: string | null;
}

export async function creditedPurchases(db: Db, livemode: boolean): Promise<PurchaseRecord[]> {
  return readAll<PurchaseRecord>(db, {
    text: `SELECT session_id, pack, tickets_stamps, price_minor, currency, principal_id, human_id FROM ticket_purchase
      WHERE status = 'credited' AND livemode = $1 ORDER BY created_at, session_id`,
    values: [livemode],
  });
}

/** The credited sessions of the test mode. */
export async function creditedTestSessions(db: Db): Promise<string[]> {
  const rows = await db.query<{ session_id: string }>({
    text: `SELECT session_id FROM ticket_purchase WHERE status = 'credited' AND NOT livemode ORDER BY created_at, session_id LIMIT 1000`,
  });
  return rows.map(({ session_id }) => session_id);
}

/** The records of these sessions, by session. A refund is found by its payment, because it may have no purchase. */
export async function recordsOfSessions(db: Db, sessions: readonly SessionName[]): Promise<Map<string, SessionRecord>> {
  const text = `SELECT s.session_id, p.session_id IS NOT NULL AS has_purchase,
      coalesce(p.status = 'credited' OR p.parked_reason = ANY (p.resolved_reasons), false)
      OR EXISTS (SELECT FROM stripe_event e WHERE e.session_id = s.session_id AND e.outcome = 'waiting'
        AND 'no_purchase' = ANY (e.resolved_reasons)) AS is_settled,
      ARRAY(SELECT DISTINCT e.reason FROM stripe_event e WHERE e.payment_intent_id = s.payment_intent_id
        AND e.reason IN ('refund', 'partial_refund', 'dispute')) AS reversals
    FROM unnest($1::text[], $2::text[]) s (session_id, payment_intent_id) LEFT JOIN ticket_purchase p USING (session_id)`;
  const ids = sessions.map(({ sessionId }) => sessionId);
  const payments = sessions.map(({ paymentIntentId }) => paymentIntentId);
  const records = await readAll<SessionRecord>(db, { text, values: [ids, payments] });
  return new Map(records.map((record) => [record.sessionId, record]));
}
