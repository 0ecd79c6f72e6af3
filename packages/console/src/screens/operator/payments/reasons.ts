import { words } from '../../../ui/badge';

/** The reasons of the lists: the cause, and the act at the payment processor. */
export const reasons: Readonly<
  Record<string, { readonly name?: string; readonly what: string; readonly todo: string }>
> = {
  AMOUNT_MISMATCH: { what: 'The paid amount is not the price.', todo: 'Refund the payment.' },
  ASYNC_PAYMENT: {
    name: 'Late payment',
    what: 'The payment came late, after the session had ended.',
    todo: 'Check whether it arrived, and refund it if it did.',
  },
  CURRENCY_MISMATCH: { what: 'The currency is not the one of the price.', todo: 'Refund the payment.' },
  LIVEMODE_MISMATCH: {
    what: 'One of purchase and payment is a test.',
    todo: 'Check the keys of the payment processor.',
  },
  NOT_PAID: { what: 'The session ended without a payment.', todo: 'Usually there is nothing to refund.' },
  REFERENCE_MISMATCH: {
    what: 'The payment names another principal or human.',
    todo: 'Find out who paid, then refund the payment.',
  },
  REFUNDED: {
    what: 'The payment was fully refunded before its completion arrived.',
    todo: 'Nothing was granted, and nothing is left to refund.',
  },
  DISPUTE: { what: 'The payer disputes a charge.', todo: 'Answer the dispute at the payment processor.' },
  NO_PURCHASE: { what: 'A session was paid, and there is no purchase for it.', todo: 'Refund the payment.' },
  PARTIAL_REFUND: {
    what: 'A charge was refunded in part.',
    todo: 'Tickets stay as they are. Agree with the buyer on the rest.',
  },
  REFUND_FAILED: {
    what: 'A refund did not reach the buyer, and the money came back.',
    todo: 'Agree with the buyer on another way.',
  },
  REFUND: { what: 'A charge was refunded completely.', todo: 'Tickets stay as they are. Agree with the buyer.' },
};

/** The name of a reason in words. */
export const reasonName = (reason: string): string => reasons[reason]?.name ?? words(reason);
