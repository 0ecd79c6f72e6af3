import { parseKey } from '../../domain/keys';
import type { Db } from '../../database/transactions/statement';
import { creditedPurchases, purchasesFor, type PurchaseRecord } from '../../database/repositories/purchase-records';
import type { PaymentProcessorHistory, ProcessorSession } from '../ports';

/** Sessions the processor calls paid and we have not credited: their webhook may be on its way. */
type Missing = Map<string, ProcessorSession>;

export interface ReconciliationWindow {
  /** How often what is missing is looked for again. */
  readonly looks: number;
  /** Before each. */
  readonly pause: () => Promise<unknown>;
}

/**
 * Compares our purchases with the processor's own records (ledger.md §4, I7): a credited session it does not call paid,
 * in our amount and currency, and a paid session of ours that is not credited, are findings. A session is ours when we
 * have its purchase, or when it names a principal or human; one of which everything was paid back is settled.
 * @param db no transaction open: what is credited meanwhile must be seen
 */
export async function reconcilePayments(
  db: Db,
  records: PaymentProcessorHistory,
  patience: ReconciliationWindow,
): Promise<string[]> {
  const paid = new Map<string, ProcessorSession>();
  const missing: Missing = new Map();
  for await (const page of records.pages()) {
    for (const session of page) if (session.paid) paid.set(session.sessionId, session);
    for (const session of await uncredited(db, page)) missing.set(session.sessionId, session);
  }
  const found: string[] = [];
  for (const purchase of await creditedPurchases(db, records.livemode)) {
    // Paid after its page was read: the processor is asked once more.
    const theirs = paid.get(purchase.sessionId) ?? (await records.find(purchase.sessionId));
    if (!agrees(purchase, theirs))
      found.push(`session ${purchase.sessionId} is credited, the processor ${says(theirs)}`);
  }
  for (let look = 0; missing.size > 0 && look < patience.looks; look += 1) {
    await patience.pause();
    const still = new Set((await uncredited(db, [...missing.values()])).map(({ sessionId }) => sessionId));
    for (const sessionId of missing.keys()) if (!still.has(sessionId)) missing.delete(sessionId);
  }
  for (const { sessionId } of missing.values()) found.push(`session ${sessionId} is paid and not credited`);
  return found;
}

/** Those of the page that are paid, ours, not credited and not paid back. */
async function uncredited(db: Db, page: readonly ProcessorSession[]): Promise<ProcessorSession[]> {
  const paid = page.filter((session) => session.paid);
  const purchases = await purchasesFor(
    db,
    paid.map(({ sessionId }) => sessionId),
  );
  return paid.filter((session) => {
    const purchase = purchases.get(session.sessionId);
    return purchase ? purchase.status !== 'credited' && !purchase.refunded : namesOneOfOurs(session);
  });
}

function namesOneOfOurs({ reference }: ProcessorSession): boolean {
  const prefix = reference === null ? undefined : parseKey(reference)?.prefix;
  return prefix === 'prn' || prefix === 'hum';
}

function agrees(purchase: PurchaseRecord, theirs: ProcessorSession | undefined): boolean {
  return (
    theirs?.paid === true && theirs.amountTotalMinor === purchase.priceMinor && theirs.currency === purchase.currency
  );
}

function says(theirs: ProcessorSession | undefined): string {
  if (theirs === undefined) return 'knows no such session';
  if (!theirs.paid) return 'does not call it paid';
  return `had ${String(theirs.amountTotalMinor)} ${String(theirs.currency)} for it`;
}
