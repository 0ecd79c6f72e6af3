import { parseKey } from '../../domain/keys';
import {
  applyDecision,
  type CreditDecision,
  creditEffects,
  decideCredit,
  flagReasonOf,
  type FlagReason,
  type ParkReason,
  type PaymentEvent,
  type PaymentOutcome,
  type Purchase,
  type SessionReport,
} from '../../domain/tickets/packs';
import { applyEffects } from '../../database/repositories/facts';
import {
  unmatchedPaymentEvents,
  insertStripeEvent,
  lockPurchase,
  lockSession,
  setEventOutcome,
  updatePurchase,
} from '../../database/repositories/purchases';
import { decisionContext, type WriteContext } from '../context';
import type { StripeEvent } from '../ports';

interface Judged {
  readonly outcome: PaymentOutcome;
  /** Why an operator must look; null where nobody has to. */
  readonly reason: ParkReason | FlagReason | null;
}

/**
 * Records a verified event of the processor's, once however often it is delivered, and does to the purchase of its
 * session what it proves (contract §7, Stripe's door).
 */
export async function receivePayment(
  writing: WriteContext,
  event: StripeEvent,
): Promise<Judged | { readonly outcome: 'known'; readonly reason: null }> {
  const { tx, services } = writing;
  const sessionId = event.session?.sessionId ?? null;
  if (sessionId !== null) await lockSession(tx, sessionId);
  const purchase = sessionId === null ? undefined : await lockPurchase(tx, sessionId);
  const { after, judged } = judge(purchase ?? null, event, tx.now);
  const recorded = await insertStripeEvent(tx, {
    stripeEventId: event.eventId,
    type: event.type,
    sessionId,
    payload: event.body,
    report: event.session && JSON.stringify(event.session),
    receivedAt: tx.now,
    paymentIntentId: event.paymentIntentId,
    reference: event.reference,
    ...judged,
  });
  if (!recorded) return { outcome: 'known', reason: null };
  tx.afterCommit(() => services.metrics.paymentRecorded(judged.outcome, judged.reason));
  if (purchase && after && after !== purchase) await settle(writing, purchase, after);
  return judged;
}

/** Gives a purchase whose row has just been written the events that outran it; answers the purchase afterwards. */
export async function applyUnmatchedPayments<P extends Purchase>(writing: WriteContext, purchase: P): Promise<P> {
  let current = purchase;
  for (const early of await unmatchedPaymentEvents(writing.tx, purchase.sessionId)) {
    const session = early.report === null ? null : (JSON.parse(early.report) as SessionReport);
    const { after, judged } = judge(current, { type: early.type, session }, writing.tx.now);
    await setEventOutcome(writing.tx, early.stripeEventId, judged);
    if (after && after !== current) {
      await settle(writing, current, after);
      current = after;
    }
  }
  return current;
}

function judge<P extends Purchase>(
  purchase: P | null,
  event: PaymentEvent,
  now: Date,
): { readonly after: P | null; readonly judged: Judged } {
  const decision = decideCredit(purchase, event);
  const judged = judgedAs(purchase, event, decision);
  if (purchase === null || decision.outcome === 'ignore') return { after: purchase, judged };
  const paymentIntentId = event.session?.paymentIntentId ?? purchase.paymentIntentId;
  return { after: { ...purchase, ...applyDecision(purchase, decision, now), paymentIntentId }, judged };
}

function judgedAs(purchase: Purchase | null, event: PaymentEvent, decision: CreditDecision): Judged {
  const { session } = event;
  const flag = flagReasonOf(event);
  // Of a session we did not make a late payment is no business of ours; refunds and disputes name no session.
  if (purchase === null && session !== null) return { outcome: isOurs(session) ? 'waiting' : 'foreign', reason: null };
  if (flag !== undefined) return { outcome: 'flagged', reason: flag };
  if (decision.outcome === 'park') return { outcome: 'parked', reason: decision.reason };
  return { outcome: decision.outcome === 'credit' ? 'credited' : 'recorded', reason: null };
}

/** Our sessions all name whom they credit; the session of another shop on the same account names something else. */
function isOurs({ clientReferenceId }: SessionReport): boolean {
  const prefix = clientReferenceId === null ? undefined : parseKey(clientReferenceId)?.prefix;
  return prefix === 'prn' || prefix === 'hum';
}

async function settle(writing: WriteContext, before: Purchase, after: Purchase): Promise<void> {
  const { tx, services } = writing;
  await updatePurchase(tx, after);
  const { parkedReason } = after;
  if (parkedReason !== null && before.parkedReason === null) {
    tx.afterCommit(() => services.metrics.paymentParked(parkedReason));
  }
  if (after.status !== 'credited') return;
  await applyEffects(tx, creditEffects(after, decisionContext(writing)));
  tx.afterCommit(() => services.notifyWorker('relay'));
}
