import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type Stripe from 'stripe';
import {
  purchaseAfter,
  beneficiaryKey,
  creditEffects,
  decideCredit,
  flagReasonOf,
  handledEventTypes,
  openPurchase,
  packOf,
  packs,
  purchaseStatuses,
  type Pack,
  type PaymentEvent,
  type Purchase,
  type SessionReport,
} from '../../../src/domain/tickets/packs';

const NOW = new Date('2026-11-20T09:30:00.000Z');
const LATER = new Date('2026-11-20T09:31:00.000Z');
const PRINCIPAL = '01980f3e-0000-7000-8000-000000000001';
const HUMAN = '01980f3e-0000-7000-8000-000000000002';
const JOURNAL = '01980f3e-0000-7000-8000-00000000000a';
const context = { now: NOW, newId: () => JOURNAL };

const SESSION = { sessionId: 'cs_1', livemode: false };
const [starter] = packs as readonly [Pack, ...Pack[]];
const purchase = openPurchase(SESSION, starter, { principalId: PRINCIPAL }, NOW);

function report(over: Partial<SessionReport> = {}): SessionReport {
  return {
    sessionId: 'cs_1',
    paymentStatus: 'paid',
    amountTotalMinor: 1_000,
    currency: 'usd',
    clientReferenceId: beneficiaryKey(purchase),
    livemode: false,
    paymentIntentId: 'pi_1',
    ...over,
  };
}

const completed = (over: Partial<SessionReport> = {}): PaymentEvent => ({
  type: 'checkout.session.completed',
  session: report(over),
});
const ofType = (type: string): PaymentEvent => ({ type, session: report() });

describe('packs', () => {
  test('the self-serve packs are Starter, Growth and Scale', () => {
    expect(packs.map((pack) => [pack.name, pack.ticketsStamps, pack.priceMinor, pack.currency])).toEqual([
      ['Starter', 1_000n, 1_000, 'usd'],
      ['Growth', 10_000n, 9_000, 'usd'],
      ['Scale', 100_000n, 80_000, 'usd'],
    ]);
  });

  // @spec TK2
  test('the Enterprise pack is not self-serve', () => {
    expect(packOf('enterprise')).toBeUndefined();
    expect(packOf('growth')?.name).toBe('Growth');
  });
});

describe('the effect of an event on a purchase', () => {
  test('a paid checkout.session.completed with the amount and currency of the pack credits it', () => {
    expect(decideCredit(purchase, completed())).toEqual({ outcome: 'credit' });
  });

  test.each([
    ['unpaid', completed({ paymentStatus: 'unpaid' }), 'not_paid'],
    ['with no payment required', completed({ paymentStatus: 'no_payment_required' }), 'not_paid'],
    ['without a payment status', completed({ paymentStatus: null }), 'not_paid'],
    ['of a smaller amount', completed({ amountTotalMinor: 999 }), 'amount_mismatch'],
    ['of a larger amount', completed({ amountTotalMinor: 1_001 }), 'amount_mismatch'],
    ['without an amount', completed({ amountTotalMinor: null }), 'amount_mismatch'],
    ['in another currency', completed({ currency: 'eur' }), 'currency_mismatch'],
    ['without a currency', completed({ currency: null }), 'currency_mismatch'],
    ['of the live mode', completed({ livemode: true }), 'livemode_mismatch'],
    ['with another reference', completed({ clientReferenceId: 'prn_other' }), 'reference_mismatch'],
    ['without a reference', completed({ clientReferenceId: null }), 'reference_mismatch'],
  ])('a completed session %s is parked, not credited', (_case, event, reason) => {
    expect(decideCredit(purchase, event)).toEqual({ outcome: 'park', reason });
  });

  test('only an event of the live mode credits a session of the live mode', () => {
    const live = openPurchase({ ...SESSION, livemode: true }, starter, { principalId: PRINCIPAL }, NOW);
    expect(decideCredit(live, completed())).toEqual({ outcome: 'park', reason: 'livemode_mismatch' });
    expect(decideCredit(live, completed({ livemode: true }))).toEqual({ outcome: 'credit' });
  });

  test('a payment that is already fully refunded is parked, also after another reason', () => {
    const late = { ...completed(), isPaymentRefunded: true };
    expect(decideCredit(purchase, late)).toEqual({ outcome: 'park', reason: 'refunded' });
    const parked = purchaseAfter(purchase, { outcome: 'park', reason: 'not_paid' }, LATER);
    expect(decideCredit(parked, late)).toEqual({ outcome: 'park', reason: 'refunded' });
  });

  test('a parked purchase has a reason until it is credited', () => {
    const parked = purchaseAfter(purchase, decideCredit(purchase, completed({ currency: 'eur' })), LATER);
    expect(parked).toMatchObject({ status: 'parked', parkedReason: 'currency_mismatch' });
    expect(purchaseAfter(parked, decideCredit(parked, completed()), LATER)).toMatchObject({
      status: 'credited',
      parkedReason: null,
    });
  });

  test.each([
    ['charge.refunded', true, 'refund'],
    ['charge.refunded', false, 'partial_refund'],
    ['refund.failed', undefined, 'refund_failed'],
    ['charge.dispute.created', undefined, 'dispute'],
    ['charge.dispute.closed', undefined, 'dispute'],
    ['checkout.session.async_payment_failed', undefined, 'async_payment'],
    ['checkout.session.completed', undefined, undefined],
    ['charge.succeeded', undefined, undefined],
  ])('%s (refunded: %s) has the flag reason %s', (type, refunded, reason) => {
    expect(flagReasonOf({ type, refunded })).toBe(reason);
  });

  test.each(['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'])(
    '%s is flagged and never credits',
    (type) => {
      expect(decideCredit(purchase, ofType(type))).toEqual({ outcome: 'park', reason: 'async_payment' });
    },
  );

  test('checkout.session.expired closes only an open purchase', () => {
    const expired = ofType('checkout.session.expired');
    expect(decideCredit(purchase, expired)).toEqual({ outcome: 'expire' });
    for (const status of purchaseStatuses.filter((candidate) => candidate !== 'open')) {
      expect(decideCredit({ ...purchase, status }, expired).outcome).toBe('ignore');
    }
  });

  test('unknown sessions, other events and credited purchases have no effect', () => {
    expect(decideCredit(null, completed())).toEqual({ outcome: 'ignore', reason: 'session_not_ours' });
    expect(decideCredit(purchase, completed({ sessionId: 'cs_2' }))).toEqual({
      outcome: 'ignore',
      reason: 'session_not_ours',
    });
    expect(decideCredit(purchase, { type: 'charge.refunded', session: null })).toEqual({
      outcome: 'ignore',
      reason: 'not_about_a_session',
    });
    expect(decideCredit(purchase, ofType('checkout.session.unheard_of'))).toEqual({
      outcome: 'ignore',
      reason: 'nothing_to_do',
    });
    expect(decideCredit({ ...purchase, status: 'credited' }, completed())).toEqual({
      outcome: 'ignore',
      reason: 'already_settled',
    });
  });

  // @spec TK8
  // @id credit-once-any-order
  test('one paid event credits the purchase once, in every order and number of deliveries', () => {
    const events = [
      completed(),
      completed({ paymentStatus: 'unpaid' }),
      completed({ amountTotalMinor: 1 }),
      ofType('checkout.session.expired'),
      ofType('checkout.session.async_payment_succeeded'),
    ];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: events.length - 1 }), { maxLength: 12 }), (order) => {
        let state: Purchase = purchase;
        let credits = 0;
        for (const index of order) {
          const decision = decideCredit(state, events[index] ?? completed());
          if (decision.outcome === 'credit') credits += 1;
          state = purchaseAfter(state, decision, LATER);
        }
        expect(credits).toBe(order.includes(0) ? 1 : 0);
        expect(state.status === 'credited').toBe(order.includes(0));
        expect(state.creditedAt).toEqual(order.includes(0) ? LATER : null);
      }),
    );
  });
});

test('the deploy guide lists exactly the events that have an effect', () => {
  const guide = readFileSync('docs/operations/deploy.md', 'utf8');
  const listed = guide.split('\n').filter((line) => /^(checkout|charge|refund)\.[a-z_.]+$/.test(line));
  // A type that Stripe adds to these groups fails here at compile time.
  type Effective = Extract<
    Stripe.WebhookEndpointCreateParams.EnabledEvent,
    `checkout.session.${string}` | `charge.dispute.${string}` | 'charge.refunded' | 'refund.failed'
  >;
  const handled: readonly Effective[] = handledEventTypes;
  const all: Record<Effective, true> = Object.fromEntries(handled.map((type) => [type, true])) as Record<
    (typeof handledEventTypes)[number],
    true
  >;
  expect(listed).toEqual(Object.keys(all));
  for (const type of handled) {
    const hasEffect = decideCredit(purchase, ofType(type)).outcome !== 'ignore' || flagReasonOf({ type }) !== undefined;
    expect([type, hasEffect]).toEqual([type, true]);
  }
});

describe('a credit', () => {
  // @id credit-journal
  test('moves the pack from the clearing account to the principal, once per session, with an event', () => {
    expect(creditEffects(purchase, context)).toEqual({
      journals: [
        {
          journalId: JOURNAL,
          idemKey: 'stripe:session:cs_1',
          kind: 'ticket_purchase',
          tradeId: null,
          lines: [
            {
              debit: { kind: 'stripe_clearing' },
              credit: { kind: 'ticket', principal_id: PRINCIPAL },
              amount: 1_000n,
            },
          ],
        },
      ],
      events: [
        {
          eventId: JOURNAL,
          principalId: PRINCIPAL,
          type: 'tickets.credited',
          subjectKey: beneficiaryKey(purchase),
          tradeId: null,
          data: { principal_key: beneficiaryKey(purchase), session_id: 'cs_1', tickets_stamps: 1_000 },
        },
      ],
    });
  });

  test('moves the pack to the wallet of the human for a wallet purchase', () => {
    const forWallet = openPurchase(SESSION, starter, { humanId: HUMAN }, NOW);
    expect(beneficiaryKey(forWallet)).toMatch(/^hum_/);
    const effects = creditEffects(forWallet, context);
    expect(effects.journals?.[0]?.lines[0]?.credit).toEqual({ kind: 'wallet', human_id: HUMAN });
    expect(effects.events).toEqual([]);
  });
});
