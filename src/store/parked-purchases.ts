import type { Db } from './db';
import { type Page, type PageArgs, readPage } from './pages';
import type { StoredPurchase } from './purchases';

/** Purchases whose payment does not fit, newest first. */
export async function parkedPurchases(db: Db, args: PageArgs): Promise<Page<StoredPurchase>> {
  return readPage(
    db,
    {
      name: 'parked_purchases',
      select: 'p.* FROM ticket_purchase p',
      where: `p.status = 'parked'`,
      values: [],
      // A session's id is the processor's: it has no order of ours.
      key: `(lpad(floor(extract(epoch FROM p.created_at) * 1000)::bigint::text, 15, '0') || p.session_id)`,
      keyType: 'varchar',
    },
    args,
  );
}
