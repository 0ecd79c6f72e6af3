import { namesBeneficiary } from '../../domain/tickets/packs';
import type { Db } from '../../database/transactions/statement';
import {
  creditedPurchases,
  recordsOfSessions,
  type PurchaseRecord,
} from '../../database/repositories/purchase-records';
import type { PaymentProcessorHistory, ProcessorSession } from '../ports';

/** Paid sessions that are not credited. Their webhook may still arrive. */
type UncreditedSessions = Map<string, ProcessorSession>;

export interface ReconciliationWindow {
  /** How often to check uncredited sessions again. */
  readonly rechecks: number;
  /** Waits before each recheck. */
  readonly pause: () => Promise<unknown>;
}

/**
 * Compares purchases with the records of the payment processor. Returns a text for each difference.
 *
 * A credited session must be paid there, in the same amount and currency, and for the credited stamps of its pack. A paid session of the service must be credited,
 * fully refunded, or resolved by an operator. A session belongs to the service if it has a purchase, or if it names a
 * principal or human.
 * @param db without an open transaction, so that purchases credited meanwhile are seen
 */
export async function reconcilePayments(
  db: Db,
  records: PaymentProcessorHistory,
  window: ReconciliationWindow,
): Promise<string[]> {
  const paid = new Map<string, ProcessorSession>();
  const missing: UncreditedSessions = new Map();
  for await (const page of records.pages()) {
    for (const session of page) if (session.paid) paid.set(session.sessionId, session);
    for (const session of await uncredited(db, page)) missing.set(session.sessionId, session);
  }
  const findings: string[] = [];
  for (const purchase of await creditedPurchases(db, records.livemode)) {
    // The session may have been paid after its page was read, so it is read again.
    const remote = paid.get(purchase.sessionId) ?? (await records.find(purchase.sessionId));
    if (!matches(purchase, remote))
      findings.push(`session ${purchase.sessionId} is credited, the processor ${describe(remote)}`);
    else if (remote?.sale && !isSold(purchase, remote.sale))
      findings.push(
        `session ${purchase.sessionId} is credited with ${purchase.ticketsStamps} stamps of pack ${purchase.pack}, and was sold for ${remote.sale.ticketsStamps} of ${remote.sale.pack}`,
      );
  }
  for (let recheck = 0; missing.size > 0 && recheck < window.rechecks; recheck += 1) {
    await window.pause();
    const still = new Set((await uncredited(db, [...missing.values()])).map(({ sessionId }) => sessionId));
    for (const sessionId of missing.keys()) if (!still.has(sessionId)) missing.delete(sessionId);
  }
  for (const { sessionId } of missing.values()) findings.push(`session ${sessionId} is paid and not credited`);
  return findings;
}

/** The paid sessions of a page that belong to the service and are neither credited, refunded nor resolved. */
async function uncredited(db: Db, page: readonly ProcessorSession[]): Promise<ProcessorSession[]> {
  const paid = page.filter((session) => session.paid);
  const records = await recordsOfSessions(db, paid);
  return paid.filter((session) => {
    const record = records.get(session.sessionId);
    return record?.isSettled !== true && (record?.hasPurchase === true || namesBeneficiary(session.reference));
  });
}

function matches(purchase: PurchaseRecord, remote: ProcessorSession | undefined): boolean {
  return (
    remote?.paid === true && remote.amountTotalMinor === purchase.priceMinor && remote.currency === purchase.currency
  );
}

function isSold({ pack, ticketsStamps }: PurchaseRecord, sale: NonNullable<ProcessorSession['sale']>): boolean {
  return sale.pack === pack && sale.ticketsStamps === String(ticketsStamps);
}

function describe(remote: ProcessorSession | undefined): string {
  if (remote === undefined) return 'has no such session';
  if (!remote.paid) return 'has not been paid for it';
  return `received ${String(remote.amountTotalMinor)} ${String(remote.currency)} for it`;
}
