import type { Db } from './db';
import { type Page, type PageArgs, readPage } from './pages';
import type { StoredPurchase } from './purchases';

/** What of payments operators must look at (payment_attention, migrations/0025-payment-resolutions.sql). */

// The ids are the processor's and have no order of ours, so the time comes first: milliseconds, then the id.
const newest = (at: string, id: string) =>
  `(lpad(floor(extract(epoch FROM ${at}) * 1000)::bigint::text, 15, '0') || ${id})`;

/** Purchases whose payment does not fit and that nobody has dealt with, newest first. */
export async function parkedPurchases(db: Db, args: PageArgs): Promise<Page<StoredPurchase>> {
  return readPage(
    db,
    {
      name: 'parked_purchases',
      select: 'p.* FROM ticket_purchase p',
      where: 'p.session_id IN (SELECT a.session_id FROM payment_attention a WHERE a.stripe_event_id IS NULL)',
      values: [],
      key: newest('p.created_at', 'p.session_id'),
      keyType: 'varchar',
    },
    args,
  );
}

/** An event of the processor's that an operator must look at, with the purchase it leads to, if any. */
export interface FlaggedPayment {
  readonly stripeEventId: string;
  readonly type: string;
  readonly reason: string;
  readonly sessionId: string | null;
  readonly paymentIntentId: string | null;
  readonly reference: string | null;
  readonly purchaseStatus: string | null;
  readonly principalId: string | null;
  readonly humanId: string | null;
  readonly receivedAt: Date;
}

/** Late payments, refunds, disputes, and paid sessions without a purchase, that nobody has dealt with, newest first. */
export async function flaggedPayments(db: Db, args: PageArgs): Promise<Page<FlaggedPayment>> {
  return readPage(
    db,
    {
      name: 'flagged_payments',
      select: 'f.*, f.since AS received_at FROM payment_attention f',
      where: 'f.stripe_event_id IS NOT NULL',
      values: [],
      key: newest('f.since', 'f.stripe_event_id'),
      keyType: 'varchar',
    },
    args,
  );
}
