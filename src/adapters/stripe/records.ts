import Stripe from 'stripe';
import { Refusal } from '../../domain/errors/errors';
import type { PaymentRecords, RecordedSession } from '../../operations/ports';
import { isLive, stripeClient } from './client';
import { locateStandIn } from './mock/locate';

/** Stripe's own records of checkout sessions, read through its API. */

const PAGE = 100;

export interface RecordsOptions {
  /** STRIPE_SECRET_KEY; unset: the stand-in that serves from this data folder. */
  readonly secretKey: string | undefined;
  readonly apiBase: string | undefined;
  readonly dataDir: string;
}

/** Undefined where there is no key and no stand-in ever ran. */
export function paymentRecords({ secretKey, apiBase, dataDir }: RecordsOptions): PaymentRecords | undefined {
  const account = secretKey === undefined ? locateStandIn(dataDir) : { secretKey, apiBase };
  return account && recordsOf(stripeClient(account), isLive(account.secretKey));
}

function recordsOf(stripe: Stripe, livemode: boolean): PaymentRecords {
  return {
    livemode,
    async *pages() {
      for (let after: string | undefined; ;) {
        const page = await asked(
          stripe.checkout.sessions.list({ limit: PAGE, ...(after === undefined ? {} : { starting_after: after }) }),
        );
        if (page.data.length > 0) yield page.data.map(recorded);
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) return;
      }
    },
    async find(sessionId) {
      return asked(stripe.checkout.sessions.retrieve(sessionId).then(recorded, unknownIsNone));
    },
  };
}

function unknownIsNone(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
  throw error;
}

/** Whatever goes wrong over there is one refusal: what Stripe says of it can quote parts of the key. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch {
    throw new Refusal('payment_processor_unavailable');
  }
}

function recorded(session: Stripe.Checkout.Session): RecordedSession {
  return {
    sessionId: session.id,
    paid: session.payment_status === 'paid',
    amountTotalMinor: session.amount_total,
    currency: session.currency,
    reference: session.client_reference_id,
  };
}
