import type { Effects, DecisionContext } from '../effects';
import { assert } from '../errors/errors';
import { ticketsCredited } from '../events/events';
import { keyOf } from '../keys';

/** Ticket packs, and what a word of the payment processor means for a purchase (contract §7, Pack and Purchase). */

export type PackName = 'starter' | 'growth' | 'scale';

export interface Pack {
  readonly pack: PackName;
  readonly name: string;
  readonly ticketsStamps: bigint;
  /** In the currency's minor unit: US cents. Money, not stamps. */
  readonly priceMinor: number;
  /** ISO 4217, lower case, as Stripe spells it. */
  readonly currency: string;
}

/** Every pack one can buy oneself. Enterprise is contact-us and therefore not here (specification, "Ticket pack"). */
export const packs: readonly Pack[] = [
  { pack: 'starter', name: 'Starter', ticketsStamps: 1_000n, priceMinor: 1_000, currency: 'usd' },
  { pack: 'growth', name: 'Growth', ticketsStamps: 10_000n, priceMinor: 9_000, currency: 'usd' },
  { pack: 'scale', name: 'Scale', ticketsStamps: 100_000n, priceMinor: 80_000, currency: 'usd' },
];

export function packOf(name: string): Pack | undefined {
  return packs.find((pack) => pack.pack === name);
}

/**
 * `paid`: the processor says so and the credit has not landed yet. `parked`: something about the payment does not fit,
 * so an operator must look; nothing was granted.
 */
export const purchaseStatuses = ['open', 'paid', 'credited', 'expired', 'parked'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

export interface Purchase {
  /** The processor's id of the checkout session: the purchase's identity. */
  readonly sessionId: string;
  readonly pack: PackName;
  readonly ticketsStamps: bigint;
  readonly priceMinor: number;
  readonly currency: string;
  /** Exactly one of the two: the principal whose tickets are credited, or the human whose wallet is. */
  readonly principalId: string | null;
  readonly humanId: string | null;
  readonly status: PurchaseStatus;
  /** Whether real money is asked for: the mode of the processor's key the session was made with. */
  readonly livemode: boolean;
  /** The processor's id of the payment, once an event has told it: refunds and disputes name this, not the session. */
  readonly paymentIntentId: string | null;
  /** Why an operator must look; null unless parked. */
  readonly parkedReason: ParkReason | null;
  readonly createdAt: Date;
  readonly creditedAt: Date | null;
}

/** Who is credited. */
export type Beneficiary = { readonly principalId: string } | { readonly humanId: string };

/** An open purchase: a session was made and nothing is granted. */
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

/** A checkout session as a verified event of the processor describes it; null is what the event does not say. */
export interface SessionReport {
  readonly sessionId: string;
  /** `paid`, `unpaid`, `no_payment_required`. */
  readonly paymentStatus: string | null;
  readonly amountTotalMinor: number | null;
  readonly currency: string | null;
  /** Key of the principal or human we named when the session was made. */
  readonly clientReferenceId: string | null;
  /** The mode of the event: live, or the processor's test mode. */
  readonly livemode: boolean;
  readonly paymentIntentId: string | null;
}

/** A verified event, as far as a purchase is concerned. `session` is null for events about other things. */
export interface PaymentEvent {
  /** Stripe's name of the kind: `checkout.session.completed`. */
  readonly type: string;
  readonly session: SessionReport | null;
  /** Of a charge: whether all of it went back. */
  readonly refunded?: boolean | undefined;
}

export const parkReasons = [
  'not_paid',
  'amount_mismatch',
  'currency_mismatch',
  'livemode_mismatch',
  'reference_mismatch',
  'async_payment',
] as const;
export type ParkReason = (typeof parkReasons)[number];
export type IgnoreReason = 'not_about_a_session' | 'session_not_ours' | 'already_settled' | 'nothing_to_do';

export type CreditDecision =
  | { readonly outcome: 'credit' }
  | { readonly outcome: 'park'; readonly reason: ParkReason }
  | { readonly outcome: 'expire' }
  | { readonly outcome: 'ignore'; readonly reason: IgnoreReason };

/**
 * What a verified event does to the purchase of its session (contract §7, Stripe's door). The answer does not depend on
 * the order or number of deliveries: a purchase is credited once as soon as one event proves it paid, whatever came
 * before, and nothing takes that back. `purchase` is null while no row of ours has the session: the event is kept, and
 * decided again when the row comes.
 */
export function decideCredit(purchase: Purchase | null, event: PaymentEvent): CreditDecision {
  const { session } = event;
  if (session === null) return { outcome: 'ignore', reason: 'not_about_a_session' };
  if (purchase === null || purchase.sessionId !== session.sessionId) {
    return { outcome: 'ignore', reason: 'session_not_ours' };
  }
  if (purchase.status === 'credited') return { outcome: 'ignore', reason: 'already_settled' };
  if (event.type === 'checkout.session.completed') {
    const reason = mismatchReason(purchase, session);
    return reason === undefined ? { outcome: 'credit' } : { outcome: 'park', reason };
  }
  // Sessions are made with card payments only, so a late payment is never expected: an operator looks, nobody is paid.
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
  // Every session of ours names whom it credits; one that does not was altered, or is not the one we made.
  if (session.clientReferenceId !== beneficiaryKey(purchase)) return 'reference_mismatch';
  return undefined;
}

export const flagReasons = ['async_payment', 'refund', 'partial_refund', 'dispute'] as const;
export type FlagReason = (typeof flagReasons)[number];

/** What came of an event; `waiting` and `foreign` are looked at again should the session's purchase come. */
export type PaymentOutcome = 'credited' | 'recorded' | 'parked' | 'foreign' | 'waiting' | 'flagged';

/**
 * Why operators are told of an event whatever it finds here: a payment that came late, or money that goes back. None of
 * them takes tickets: whether to is for a person to decide.
 */
export function flagReasonOf({ type, refunded }: Pick<PaymentEvent, 'type' | 'refunded'>): FlagReason | undefined {
  if (type.startsWith('checkout.session.async_payment_')) return 'async_payment';
  if (type === 'charge.refunded') return refunded === true ? 'refund' : 'partial_refund';
  return type.startsWith('charge.dispute.') ? 'dispute' : undefined;
}

/** The key of who is credited: `prn_…`, or `hum_…` for a wallet. Sent along as the session's reference. */
export function beneficiaryKey(purchase: Pick<Purchase, 'principalId' | 'humanId'>): string {
  if (purchase.principalId !== null) return keyOf('prn', purchase.principalId);
  assert(purchase.humanId !== null, 'a purchase credits a principal or a human');
  return keyOf('hum', purchase.humanId);
}

/** The purchase after the decision; the same object when nothing changes. */
export function applyDecision(purchase: Purchase, decision: CreditDecision, now: Date): Purchase {
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
 * The stamps of a credit and, for a principal, the event that tells of it. The journal's key is the session's, never
 * the event's, so that the ledger itself refuses a second credit (ledger.md §3).
 */
export function creditEffects(purchase: Purchase, moment: DecisionContext): Effects {
  const { principalId, humanId, sessionId, ticketsStamps } = purchase;
  assert((principalId === null) !== (humanId === null), 'a purchase credits a principal or a human, not both');
  const credit =
    principalId !== null
      ? ({ kind: 'ticket', principal_id: principalId } as const)
      : ({ kind: 'wallet', human_id: humanId ?? '' } as const);
  return {
    journals: [
      {
        journalId: moment.newId(),
        idemKey: `stripe:session:${sessionId}`,
        kind: 'ticket_purchase',
        tradeId: null,
        lines: [{ debit: { kind: 'stripe_clearing' }, credit, amount: ticketsStamps }],
      },
    ],
    events: principalId === null ? [] : [ticketsCredited(principalId, sessionId, ticketsStamps, moment)],
  };
}
