import Stripe from 'stripe';
import { Refusal } from '../../domain/errors/errors';
import type { PaymentProcessorHistory, ProcessorSession } from '../../operations/ports';
import { isLive, stripeClient } from './client';
import { locateStripeMock } from './mock/state';

const PAGE_SIZE = 100;

export interface RecordsOptions {
  /** STRIPE_SECRET_KEY; unset: the Stripe mock of this data folder. */
  readonly secretKey: string | undefined;
  readonly apiBase: string | undefined;
  readonly dataDir: string;
}

/** Reads the checkout sessions at Stripe; undefined without a key or a Stripe mock. */
export function paymentRecords({ secretKey, apiBase, dataDir }: RecordsOptions): PaymentProcessorHistory | undefined {
  const account = secretKey === undefined ? locateStripeMock(dataDir) : { secretKey, apiBase };
  return account && recordsOf(stripeClient(account), isLive(account.secretKey));
}

function recordsOf(stripe: Stripe, livemode: boolean): PaymentProcessorHistory {
  return {
    livemode,
    async *pages() {
      for (let after: string | undefined; ;) {
        const page = await querySessions(
          stripe.checkout.sessions.list({
            limit: PAGE_SIZE,
            ...(after === undefined ? {} : { starting_after: after }),
          }),
        );
        if (page.data.length > 0) yield page.data.map(processorSession);
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) return;
      }
    },
    async find(sessionId) {
      return querySessions(stripe.checkout.sessions.retrieve(sessionId).then(processorSession, undefinedWhenMissing));
    },
  };
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
  throw error;
}

/** The processor refuses the key: a retry with it cannot succeed. */
export class ProcessorKeyRefused extends Error {
  override readonly name = 'ProcessorKeyRefused';
}

/** Turns each other failure into one refusal, because Stripe's messages can quote the key. */
async function querySessions<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
    if (status === 401 || status === 403) {
      throw new ProcessorKeyRefused(`Stripe refused STRIPE_SECRET_KEY with ${String(status)}`);
    }
    throw new Refusal('payment_processor_unavailable');
  }
}

function processorSession(session: Stripe.Checkout.Session): ProcessorSession {
  const { payment_intent: payment } = session;
  return {
    sessionId: session.id,
    paid: session.payment_status === 'paid',
    amountTotalMinor: session.amount_total,
    currency: session.currency,
    reference: session.client_reference_id,
    paymentIntentId: typeof payment === 'string' ? payment : (payment?.id ?? null),
    sale: saleOf(session.metadata),
  };
}

/** The pack and stamps that `checkout.ts` writes when it creates a session. */
function saleOf(metadata: Stripe.Metadata | null): ProcessorSession['sale'] {
  const { pack, tickets_stamps: stamps } = metadata ?? {};
  return pack === undefined || stamps === undefined ? null : { pack, ticketsStamps: stamps };
}
