import type { Effects, DecisionContext } from '../effects';
import { assert } from '../errors/errors';
import { ticketsCredited } from '../events/events';
import { keyOf, parseKey } from '../keys';
import { line, stripeClearing, tickets, wallet } from '../ledger/accounts';

export type PackName = 'starter' | 'growth' | 'scale';

export interface Pack {
  readonly pack: PackName;
  readonly name: string;
  readonly ticketsStamps: bigint;
  /** Price in the minor unit of the currency: US cents, not stamps. */
  readonly priceMinor: number;
  /** ISO 4217 code in lower case, as Stripe uses it. */
  readonly currency: string;
}

/** The packs that a customer can buy online. Enterprise packs need a contract. */
export const packs: readonly Pack[] = [
  { pack: 'starter', name: 'Starter', ticketsStamps: 1_000n, priceMinor: 1_000, currency: 'usd' },
  { pack: 'growth', name: 'Growth', ticketsStamps: 10_000n, priceMinor: 9_000, currency: 'usd' },
  { pack: 'scale', name: 'Scale', ticketsStamps: 100_000n, priceMinor: 80_000, currency: 'usd' },
];

export function packOf(name: string): Pack | undefined {
  return packs.find((pack) => pack.pack === name);
}

/**
 * The statuses of a purchase.
 *
 * No code sets `paid`: the transaction that confirms a payment also credits the purchase. `parked`: the payment does not
 * match the purchase. Nothing was credited, and an operator must decide.
 */
export const purchaseStatuses = ['open', 'paid', 'credited', 'expired', 'parked'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

export interface Purchase {
  /** Id of the checkout session at the payment processor. It identifies the purchase. */
  readonly sessionId: string;
  readonly pack: PackName;
  readonly ticketsStamps: bigint;
  readonly priceMinor: number;
  readonly currency: string;
  /** The principal whose tickets are credited, or null if `humanId` is set. */
  readonly principalId: string | null;
  /** The human whose wallet is credited, or null if `principalId` is set. */
  readonly humanId: string | null;
  readonly status: PurchaseStatus;
  /** Whether the purchase is for real money: the mode of the processor key of the session. */
  readonly livemode: boolean;
  /** Id of the payment, from an event. Refunds and disputes refer to it instead of the session. */
  readonly paymentIntentId: string | null;
  /** Why the purchase is parked; otherwise null. */
  readonly parkedReason: ParkReason | null;
  readonly createdAt: Date;
  readonly creditedAt: Date | null;
}

/** The principal or human that a purchase credits. */
export type Beneficiary = { readonly principalId: string } | { readonly humanId: string };

/** The open purchase for a new checkout session. */
export function openPurchase(
  session: Pick<Purchase, 'sessionId' | 'livemode'>,
  pack: Pack,
  beneficiary: Beneficiary,
  now: Date,
): Purchase {
  return {
    sessionId: session.sessionId,
    pack: pack.pack,
    ticketsStamps: pack.ticketsStamps,
    priceMinor: pack.priceMinor,
    currency: pack.currency,
    principalId: 'principalId' in beneficiary ? beneficiary.principalId : null,
    humanId: 'humanId' in beneficiary ? beneficiary.humanId : null,
    status: 'open',
    livemode: session.livemode,
    paymentIntentId: null,
    parkedReason: null,
    createdAt: now,
    creditedAt: null,
  };
}

/** A checkout session in a verified event; null for absent values. */
export interface SessionReport {
  readonly sessionId: string;
  /** `paid`, `unpaid`, `no_payment_required`. */
  readonly paymentStatus: string | null;
  readonly amountTotalMinor: number | null;
  readonly currency: string | null;
  /** Key of the principal or human that the service sent when it created the session. */
  readonly clientReferenceId: string | null;
  /** Whether the event is of the live mode, not the test mode. */
  readonly livemode: boolean;
  readonly paymentIntentId: string | null;
}

/** A verified event of the payment processor. */
export interface PaymentEvent {
  /** Event type of Stripe: `checkout.session.completed`. */
  readonly type: string;
  /** null for events that are not about a session. */
  readonly session: SessionReport | null;
  /** Whether a charge is completely refunded. */
  readonly refunded?: boolean | undefined;
  /** Whether an earlier event reported a full refund of the session's payment. */
  readonly isPaymentRefunded?: boolean | undefined;
  /** Whether another account of the processor sent the event, such as a connected account. It then changes no purchase. */
  readonly ofOtherAccount?: boolean | undefined;
}

export const parkReasons = [
  'not_paid',
  'amount_mismatch',
  'currency_mismatch',
  'livemode_mismatch',
  'reference_mismatch',
  'async_payment',
  'refunded',
] as const;
export type ParkReason = (typeof parkReasons)[number];
export type IgnoreReason = 'not_about_a_session' | 'session_not_ours' | 'already_settled' | 'nothing_to_do';

export type CreditDecision =
  | { readonly outcome: 'credit' }
  | { readonly outcome: 'park'; readonly reason: ParkReason }
  | { readonly outcome: 'expire' }
  | { readonly outcome: 'ignore'; readonly reason: IgnoreReason };

/**
 * Decides the effect of a verified event on the purchase of its session.
 *
 * The result does not depend on the number of deliveries. The first event that confirms the payment credits the purchase,
 * and no event reverts that. A payment that is already fully refunded is not credited. `purchase` is null while the session
 * is unknown. The event is then stored, and decided again when the purchase exists.
 */
export function decideCredit(purchase: Purchase | null, event: PaymentEvent): CreditDecision {
  const { session } = event;
  if (session === null) return { outcome: 'ignore', reason: 'not_about_a_session' };
  if (purchase === null || purchase.sessionId !== session.sessionId) {
    return { outcome: 'ignore', reason: 'session_not_ours' };
  }
  if (purchase.status === 'credited') return { outcome: 'ignore', reason: 'already_settled' };
  if (event.type === 'checkout.session.completed') {
    const reason = mismatchReason(purchase, session) ?? (event.isPaymentRefunded === true ? 'refunded' : undefined);
    return reason === undefined ? { outcome: 'credit' } : { outcome: 'park', reason };
  }
  // Sessions accept only card payments, so a late payment is unexpected. An operator must decide.
  if (flagReasonOf(event) === 'async_payment') return { outcome: 'park', reason: 'async_payment' };
  if (event.type === 'checkout.session.expired') {
    return purchase.status === 'open' ? { outcome: 'expire' } : { outcome: 'ignore', reason: 'already_settled' };
  }
  return { outcome: 'ignore', reason: 'nothing_to_do' };
}

function mismatchReason(purchase: Purchase, session: SessionReport): ParkReason | undefined {
  if (session.paymentStatus !== 'paid') return 'not_paid';
  if (session.amountTotalMinor !== purchase.priceMinor) return 'amount_mismatch';
  if (session.currency !== purchase.currency) return 'currency_mismatch';
  if (session.livemode !== purchase.livemode) return 'livemode_mismatch';
  // Each session of the service has this reference. Without it, the session was changed or comes from elsewhere.
  if (session.clientReferenceId !== beneficiaryKey(purchase)) return 'reference_mismatch';
  return undefined;
}

/** The types of events that have an effect. The deploy guide lists them for the webhook of Stripe. */
export const handledEventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;

export const flagReasons = ['async_payment', 'refund', 'partial_refund', 'refund_failed', 'dispute'] as const;
export type FlagReason = (typeof flagReasons)[number];

/** The outcome of an event. `waiting` and `foreign` are decided again when the purchase exists. */
export type PaymentOutcome = 'credited' | 'recorded' | 'parked' | 'foreign' | 'waiting' | 'flagged';

/**
 * Why operators must see an event: a late payment, a refund, a refund that failed, or a dispute.
 *
 * These events never take tickets back. An operator decides that.
 */
export function flagReasonOf({ type, refunded }: Pick<PaymentEvent, 'type' | 'refunded'>): FlagReason | undefined {
  if (type.startsWith('checkout.session.async_payment_')) return 'async_payment';
  if (type === 'charge.refunded') return refunded === true ? 'refund' : 'partial_refund';
  if (type === 'refund.failed') return 'refund_failed';
  return type.startsWith('charge.dispute.') ? 'dispute' : undefined;
}

/** The key of the beneficiary, `prn_…` or `hum_…`. It is the reference of the checkout session. */
export function beneficiaryKey(purchase: Pick<Purchase, 'principalId' | 'humanId'>): string {
  if (purchase.principalId !== null) return keyOf('prn', purchase.principalId);
  assert(purchase.humanId !== null, 'a purchase credits a principal or a human');
  return keyOf('hum', purchase.humanId);
}

/** Whether a reference of a session names a beneficiary, so the session is of the service. */
export function namesBeneficiary(reference: string | null): boolean {
  const prefix = reference === null ? undefined : parseKey(reference)?.prefix;
  return prefix === 'prn' || prefix === 'hum';
}

/** The purchase after a decision; the same object if nothing changes. */
export function purchaseAfter(purchase: Purchase, decision: CreditDecision, now: Date): Purchase {
  switch (decision.outcome) {
    case 'credit':
      return { ...purchase, status: 'credited', creditedAt: now, parkedReason: null };
    case 'park':
      return { ...purchase, status: 'parked', parkedReason: decision.reason };
    case 'expire':
      return { ...purchase, status: 'expired' };
    case 'ignore':
      return purchase;
  }
}

/**
 * The journal of a credit and, for a principal, its event.
 *
 * The key of the journal comes from the session, not from the event. So the ledger rejects a second credit.
 */
export function creditEffects(purchase: Purchase, context: DecisionContext): Effects {
  const { principalId, humanId, sessionId, ticketsStamps } = purchase;
  assert((principalId === null) !== (humanId === null), 'a purchase credits a principal or a human, not both');
  const credit = principalId !== null ? tickets(principalId) : wallet(humanId ?? '');
  const head = { journalId: context.newId(), idemKey: `stripe:session:${sessionId}`, tradeId: null };
  const lines = [line(stripeClearing, credit, ticketsStamps)];
  return {
    journals: [{ ...head, kind: 'ticket_purchase', lines }],
    events: principalId === null ? [] : [ticketsCredited(principalId, sessionId, ticketsStamps, context)],
  };
}
