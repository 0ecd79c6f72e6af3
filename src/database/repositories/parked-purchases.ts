import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { StoredPurchase } from './purchases';

/** Queues of payments that operators must review. */

/** Parked purchases that operators have not resolved, newest first. */
export async function parkedPurchases(db: Db, args: PageArgs): Promise<Page<StoredPurchase>> {
  return readPage(
    db,
    {
      name: 'parked_purchases',
      select: 'p.* FROM ticket_purchase p',
      where: `p.status = 'parked' AND p.parked_reason <> ALL (p.resolved_reasons)`,
      values: [],
      key: 'payment_position(p.created_at, p.session_id)',
      keyType: 'varchar',
    },
    args,
  );
}

/** An event of the processor that an operator must review, with its purchase if there is one. */
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

/** Unresolved late payments, refunds, disputes and paid sessions without a purchase, newest first. */
export async function flaggedPayments(db: Db, args: PageArgs): Promise<Page<FlaggedPayment>> {
  return readPage(
    db,
    {
      name: 'flagged_payments',
      select: 'f.* FROM flagged_payment f',
      where: 'true',
      values: [],
      key: 'payment_position(f.received_at, f.stripe_event_id)',
      keyType: 'varchar',
    },
    args,
  );
}
