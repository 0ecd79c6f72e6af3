import type { Mutant } from '../mutant';

/** Mutants of ticket purchases and of the webhook of the payment processor. */
export const paymentMutants: readonly Mutant[] = [
  {
    name: 'old-stripe-signature',
    breaks: 'A Stripe event is accepted at any age, so a recorded event can be sent again.',
    violates: 'A wrong, missing or stale signature is refused with stripe_signature_invalid, and nothing is stored.',
    edits: [{ file: 'src/adapters/stripe/webhook-verifier.ts', find: '= 300;', replace: '= 0;' }],
    caughtBy: [{ file: 'test/spec/tickets.test.ts', id: 'stripe-signature-invalid' }],
  },
  {
    name: 'payment-session-not-locked',
    breaks:
      'A Stripe event and the purchase that it pays do not wait for each other, so an early event is never credited.',
    violates: 'An event that arrives before its purchase commits is kept and credited after the commit.',
    edits: [
      {
        file: 'src/operations/commands/payment.ts',
        find: 'if (sessionId !== null) await lockCheckoutSession(',
        replace: "if (sessionId === '') await lockCheckoutSession(",
      },
    ],
    caughtBy: [{ file: 'test/spec/checkout.test.ts', id: 'credit-in-either-order' }],
  },
  {
    name: 'credit-per-delivery',
    breaks: 'Each delivery of a Stripe event credits the purchase again.',
    violates: 'A purchase is credited once per checkout session.',
    edits: [
      {
        file: 'src/domain/tickets/packs.ts',
        find: "if (purchase.status === 'credited') return { outcome: 'ignore', reason: 'already_settled' };",
        replace: '',
      },
      { file: 'src/domain/tickets/packs.ts', find: 'stripe:session:', replace: 'stripe:${context.newId()}:session:' },
    ],
    caughtBy: [
      { file: 'test/spec/tickets.test.ts', id: 'credit-once-concurrent' },
      { file: 'test/unit/domain/packs.test.ts', id: 'credit-once-any-order' },
    ],
  },
  {
    name: 'credit-key-per-journal',
    breaks: 'The journal of a credit has a new key each time, so the ledger would accept a second credit.',
    violates: 'The key of a credit in the ledger is the checkout session.',
    edits: [
      { file: 'src/domain/tickets/packs.ts', find: 'stripe:session:', replace: 'stripe:${context.newId()}:session:' },
    ],
    caughtBy: [
      { file: 'test/unit/domain/packs.test.ts', id: 'credit-journal' },
      { file: 'test/spec/concurrency.test.ts', id: 'create-trade-races' },
    ],
  },
  {
    name: 'refund-not-locked',
    breaks: 'A credit does not wait for a full refund of its payment that is not committed yet.',
    violates: 'A payment that was fully refunded before its completion arrives grants nothing.',
    edits: [
      {
        file: 'src/operations/commands/payment.ts',
        find: 'await lockPaymentIntent(tx, paymentIntentId);',
        replace: "if (paymentIntentId === '') await lockPaymentIntent(tx, paymentIntentId);",
      },
    ],
    caughtBy: [{ file: 'test/spec/payments.test.ts', id: 'refund-and-completion' }],
  },
];
