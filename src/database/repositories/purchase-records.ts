import { readAll } from '../sql/read';
import type { Db } from '../transactions/statement';

/** The fields of a purchase that reconciliation compares with the processor. */
export interface PurchaseRecord {
  readonly sessionId: string;
  readonly status: string;
  readonly priceMinor: number;
  readonly currency: string;
  /** Whether the processor has reported a full refund. */
  readonly refunded: boolean;
}

const RECORD = `SELECT p.session_id, p.status, p.price_minor, p.currency,
    EXISTS (SELECT FROM stripe_event e WHERE e.payment_intent_id = p.payment_intent_id AND e.reason = 'refund') AS refunded
  FROM ticket_purchase p`;

export async function creditedPurchases(db: Db, livemode: boolean): Promise<PurchaseRecord[]> {
  return readAll<PurchaseRecord>(db, {
    text: `${RECORD} WHERE p.status = 'credited' AND p.livemode = $1 ORDER BY p.created_at, p.session_id`,
    values: [livemode],
  });
}

/** The purchases of these sessions, by session. */
export async function purchasesFor(db: Db, sessionIds: readonly string[]): Promise<Map<string, PurchaseRecord>> {
  const text = `${RECORD} WHERE p.session_id = ANY ($1)`;
  const records = await readAll<PurchaseRecord>(db, { text, values: [sessionIds] });
  return new Map(records.map((record) => [record.sessionId, record]));
}
