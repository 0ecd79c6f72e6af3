import { beneficiaryKey, namesBeneficiary } from '../../domain/tickets/packs';
import type { Db } from '../../database/transactions/statement';
import {
  creditedPurchases,
  recordsOfSessions,
  type PurchaseRecord,
  type SessionRecord,
} from '../../database/repositories/purchase-records';
import type { PaymentProcessorHistory, ProcessorSession } from '../ports';

/** A difference that ends when a webhook arrives. */
interface AwaitedEvent {
  readonly session: ProcessorSession;
  readonly detail: string;
}

export interface ReconciliationWindow {
  /** How often to look again for events that have not arrived. */
  readonly rechecks: number;
  /** Waits before each recheck. */
  readonly pause: () => Promise<unknown>;
}

/**
 * Compares purchases with the records of the payment processor. Returns a text for each difference.
 *
 * A credited session must be paid there, in the same amount and currency, for the same receiver, and for the credited
 * stamps of its pack. A paid session of the service must be credited, fully refunded, or resolved by an operator. The
 * event of its refund or dispute must have arrived. A session belongs to the service if it has a purchase, or if it names
 * a principal or human.
 * @param db without an open transaction, so that purchases credited meanwhile are seen
 */
export async function reconcilePayments(
  db: Db,
  records: PaymentProcessorHistory,
  window: ReconciliationWindow,
): Promise<string[]> {
  const paid = new Map<string, ProcessorSession>();
  let awaited: AwaitedEvent[] = [];
  for await (const page of records.pages()) {
    for (const session of page) if (session.paid) paid.set(session.sessionId, session);
    awaited.push(...(await awaitedEvents(db, page)));
  }
  const findings: string[] = [];
  for (const purchase of await creditedPurchases(db, records.livemode)) {
    // The session may have been paid after its page was read, so it is read again.
    const remote = paid.get(purchase.sessionId) ?? (await records.find(purchase.sessionId));
    findings.push(...wrongCredit(purchase, remote));
  }
  for (let recheck = 0; awaited.length > 0 && recheck < window.rechecks; recheck += 1) {
    await window.pause();
    awaited = await awaitedEvents(db, [...new Set(awaited.map(({ session }) => session))]);
  }
  return [...findings, ...awaited.map(({ detail }) => detail)];
}

/** The events that are still to come about the paid sessions of the service, among these sessions. */
async function awaitedEvents(db: Db, sessions: readonly ProcessorSession[]): Promise<AwaitedEvent[]> {
  const paid = sessions.filter((session) => session.paid);
  const records = await recordsOfSessions(db, paid);
  return paid.flatMap((session) => {
    const record = records.get(session.sessionId);
    if (record === undefined || !(record.hasPurchase || namesBeneficiary(session.reference))) return [];
    return awaitedOf(session, record).map((text) => ({ session, detail: `session ${session.sessionId} ${text}` }));
  });
}

function awaitedOf({ refund, isDisputed }: ProcessorSession, { isSettled, reversals }: SessionRecord): string[] {
  const has = (...reasons: SessionRecord['reversals']): boolean => reasons.some((reason) => reversals.includes(reason));
  const awaited: string[] = [];
  if (!isSettled && !has('refund')) awaited.push('is paid and not credited');
  if (refund === 'full' && !has('refund'))
    awaited.push('was refunded, and the event of the full refund did not arrive');
  if (refund === 'partial' && !has('refund', 'partial_refund'))
    awaited.push('was refunded in part, and no event of a refund arrived');
  if (isDisputed && !has('dispute')) awaited.push('is disputed, and no event of a dispute arrived');
  return awaited;
}

/** Compares a credit with the session at the processor. Returns the difference, if there is one. */
function wrongCredit(purchase: PurchaseRecord, remote: ProcessorSession | undefined): string[] {
  const { sessionId, pack, ticketsStamps } = purchase;
  if (remote === undefined || !isPaidPrice(purchase, remote))
    return [`session ${sessionId} is credited, the processor ${describe(remote)}`];
  if (remote.reference !== beneficiaryKey(purchase))
    return [
      `session ${sessionId} is credited to ${beneficiaryKey(purchase)}, and was paid for ${String(remote.reference)}`,
    ];
  if (remote.sale && !isSold(purchase, remote.sale))
    return [
      `session ${sessionId} is credited with ${ticketsStamps} stamps of pack ${pack}, and was sold for ${remote.sale.ticketsStamps} of ${remote.sale.pack}`,
    ];
  return [];
}

function isPaidPrice({ priceMinor, currency }: PurchaseRecord, remote: ProcessorSession): boolean {
  return remote.paid && remote.amountTotalMinor === priceMinor && remote.currency === currency;
}

function isSold({ pack, ticketsStamps }: PurchaseRecord, sale: NonNullable<ProcessorSession['sale']>): boolean {
  return sale.pack === pack && sale.ticketsStamps === String(ticketsStamps);
}

function describe(remote: ProcessorSession | undefined): string {
  if (remote === undefined) return 'has no such session';
  if (!remote.paid) return 'has not been paid for it';
  return `received ${String(remote.amountTotalMinor)} ${String(remote.currency)} for it`;
}
