import { parseKey } from '../domain/keys';
import {
  afterDecision,
  creditEffects,
  decideCredit,
  type PaymentEvent,
  type Purchase,
  type SessionReport,
} from '../domain/packs';
import { apply } from '../store/facts';
import {
  earlyEvents,
  insertStripeEvent,
  lockPurchase,
  lockSession,
  setEventOutcome,
  updatePurchase,
} from '../store/purchases';
import { momentOf, type Writing } from './context';
import type { StripeEvent } from './ports';

/** What came of an event; `waiting` and `foreign` are looked at again should the session's purchase come. */
type EventOutcome = 'credited' | 'recorded' | 'parked' | 'foreign' | 'waiting' | 'flagged';

/**
 * Records a verified event of the processor's, once however often it is delivered, and does to the purchase of its
 * session what it proves (contract §7, Stripe's door).
 */
export async function receivePayment(writing: Writing, event: StripeEvent): Promise<EventOutcome | 'known'> {
  const { tx } = writing;
  const sessionId = event.session?.sessionId ?? null;
  if (sessionId !== null) await lockSession(tx, sessionId);
  const purchase = sessionId === null ? undefined : await lockPurchase(tx, sessionId);
  const { after, outcome } = judge(purchase ?? null, event, tx.now);
  const recorded = await insertStripeEvent(tx, {
    stripeEventId: event.eventId,
    type: event.type,
    sessionId,
    payload: event.body,
    report: event.session && JSON.stringify(event.session),
    outcome,
    receivedAt: tx.now,
  });
  if (!recorded) return 'known';
  if (purchase && after && after !== purchase) await settle(writing, after);
  return outcome;
}

/** Gives a purchase whose row has just been written the events that outran it; answers the purchase afterwards. */
export async function takeEarlyPayments<P extends Purchase>(writing: Writing, purchase: P): Promise<P> {
  let current = purchase;
  for (const early of await earlyEvents(writing.tx, purchase.sessionId)) {
    const session = early.report === null ? null : (JSON.parse(early.report) as SessionReport);
    const { after, outcome } = judge(current, { type: early.type, session }, writing.tx.now);
    await setEventOutcome(writing.tx, early.stripeEventId, outcome);
    if (after && after !== current) {
      await settle(writing, after);
      current = after;
    }
  }
  return current;
}

function judge<P extends Purchase>(
  purchase: P | null,
  event: PaymentEvent,
  now: Date,
): { readonly after: P | null; readonly outcome: EventOutcome } {
  const decision = decideCredit(purchase, event);
  const after = purchase && { ...purchase, ...afterDecision(purchase, decision, now) };
  return {
    after: decision.outcome === 'ignore' ? purchase : after,
    outcome: outcomeOf(purchase, event, decision.outcome),
  };
}

function outcomeOf(
  purchase: Purchase | null,
  { type, session }: PaymentEvent,
  decided: ReturnType<typeof decideCredit>['outcome'],
): EventOutcome {
  if (session === null) return 'recorded';
  // Our sessions all name whom they credit; the session of another shop on the same account names something else.
  if (purchase === null) {
    const { prefix } = (session.clientReferenceId !== null && parseKey(session.clientReferenceId)) || { prefix: null };
    return prefix === 'prn' || prefix === 'hum' ? 'waiting' : 'foreign';
  }
  if (type.startsWith('checkout.session.async_payment_')) return 'flagged';
  if (decided === 'credit') return 'credited';
  return decided === 'park' ? 'parked' : 'recorded';
}

async function settle(writing: Writing, after: Purchase): Promise<void> {
  const { tx, services } = writing;
  await updatePurchase(tx, after);
  if (after.status !== 'credited') return;
  await apply(tx, creditEffects(after, momentOf(writing)));
  tx.afterCommit(() => services.wake('relay'));
}
