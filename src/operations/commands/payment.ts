import {
  purchaseAfter,
  type CreditDecision,
  creditEffects,
  decideCredit,
  flagReasonOf,
  type FlagReason,
  namesBeneficiary,
  type ParkReason,
  type PaymentEvent,
  type PaymentOutcome,
  type Purchase,
  type SessionReport,
} from '../../domain/tickets/packs';
import { applyEffects } from '../../database/repositories/decisions';
import {
  unmatchedPaymentEvents,
  insertStripeEvent,
  isFullyRefunded,
  lockPaymentIntent,
  lockPurchase,
  lockCheckoutSession,
  setEventOutcome,
  updatePurchase,
} from '../../database/repositories/purchases';
import { decisionContext, type Tx, type WriteContext } from '../context';
import type { StripeEvent } from '../ports';

interface PaymentAssessment {
  readonly outcome: PaymentOutcome;
  /** Why an operator must review the payment. Null: no review is needed. */
  readonly reason: ParkReason | FlagReason | null;
}

/**
 * Records a verified event of the payment processor and applies it to the purchase of its session.
 *
 * A repeated delivery changes nothing.
 */
export async function receivePayment(
  context: WriteContext,
  event: StripeEvent,
): Promise<PaymentAssessment | { readonly outcome: 'known'; readonly reason: null }> {
  const { tx, services } = context;
  const sessionId = event.session?.sessionId ?? null;
  if (sessionId !== null) await lockCheckoutSession(tx, sessionId);
  const purchase = sessionId === null ? undefined : await lockPurchase(tx, sessionId);
  const isPaymentRefunded = await lockPayment(tx, event.paymentIntentId);
  const { after, assessment } = assess(purchase ?? null, { ...event, isPaymentRefunded }, tx.now);
  const recorded = await insertStripeEvent(tx, {
    stripeEventId: event.eventId,
    type: event.type,
    sessionId,
    payload: event.body,
    report: event.session && JSON.stringify(event.session),
    receivedAt: tx.now,
    paymentIntentId: event.paymentIntentId,
    reference: event.reference,
    ...assessment,
  });
  if (!recorded) return { outcome: 'known', reason: null };
  tx.afterCommit(() => services.metrics.paymentRecorded(assessment.outcome, assessment.reason));
  if (purchase && after && after !== purchase) await savePurchase(context, purchase, after);
  return assessment;
}

/** Applies the events that arrived before their purchase was stored. Returns the purchase after them. */
export async function applyUnmatchedPayments<P extends Purchase>(context: WriteContext, purchase: P): Promise<P> {
  let current = purchase;
  for (const event of await unmatchedPaymentEvents(context.tx, purchase.sessionId)) {
    const session = event.report === null ? null : (JSON.parse(event.report) as SessionReport);
    const isPaymentRefunded = await lockPayment(context.tx, event.paymentIntentId);
    const { after, assessment } = assess(current, { type: event.type, session, isPaymentRefunded }, context.tx.now);
    await setEventOutcome(context.tx, event.stripeEventId, assessment);
    if (after && after !== current) {
      await savePurchase(context, current, after);
      current = after;
    }
  }
  return current;
}

/** Locks a payment and returns whether it is fully refunded. */
async function lockPayment(tx: Tx, paymentIntentId: string | null): Promise<boolean> {
  if (paymentIntentId === null) return false;
  await lockPaymentIntent(tx, paymentIntentId);
  return isFullyRefunded(tx, paymentIntentId);
}

function assess<P extends Purchase>(
  purchase: P | null,
  event: PaymentEvent,
  now: Date,
): { readonly after: P | null; readonly assessment: PaymentAssessment } {
  if (event.ofOtherAccount === true) return { after: purchase, assessment: { outcome: 'foreign', reason: null } };
  const decision = decideCredit(purchase, event);
  const assessment = assessmentOf(purchase, event, decision);
  if (purchase === null || decision.outcome === 'ignore') return { after: purchase, assessment };
  const paymentIntentId = event.session?.paymentIntentId ?? purchase.paymentIntentId;
  return { after: { ...purchase, ...purchaseAfter(purchase, decision, now), paymentIntentId }, assessment };
}

function assessmentOf(purchase: Purchase | null, event: PaymentEvent, decision: CreditDecision): PaymentAssessment {
  const { session } = event;
  const flag = flagReasonOf(event);
  // A late payment of a foreign session needs no review: other shops may share the account. Refunds and disputes name no
  // session.
  if (purchase === null && session !== null)
    return { outcome: namesBeneficiary(session.clientReferenceId) ? 'waiting' : 'foreign', reason: null };
  if (flag !== undefined) return { outcome: 'flagged', reason: flag };
  if (decision.outcome === 'park') return { outcome: 'parked', reason: decision.reason };
  return { outcome: decision.outcome === 'credit' ? 'credited' : 'recorded', reason: null };
}

async function savePurchase(context: WriteContext, before: Purchase, after: Purchase): Promise<void> {
  const { tx, services } = context;
  await updatePurchase(tx, after);
  const { parkedReason } = after;
  if (parkedReason !== null && before.parkedReason === null) {
    tx.afterCommit(() => services.metrics.paymentParked(parkedReason));
  }
  if (after.status !== 'credited') return;
  await applyEffects(tx, creditEffects(after, decisionContext(context)));
  tx.afterCommit(() => services.notifyWorker('relay'));
}
