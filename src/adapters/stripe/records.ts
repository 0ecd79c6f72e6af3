import Stripe from 'stripe';
import { Refusal } from '../../domain/errors/errors';
import type { PaymentProcessorHistory, ProcessorSession } from '../../operations/ports';
import { isLive, stripeClient } from './client';
import { locateStripeMock } from './mock/state';

const PAGE_SIZE = 100;
/** Where a page has the charges of its sessions, which know of refunds and disputes. */
const CHARGE = 'data.payment_intent.latest_charge';
/** One failed page would skip the whole comparison. */
const RETRIES = 4;
/** A page of 100 sessions with their charges takes longer than the call of a checkout. */
const ATTEMPT_TIMEOUT_MS = 30_000;

export interface RecordsOptions {
  /** STRIPE_SECRET_KEY; unset: the Stripe mock of this data folder. */
  readonly secretKey: string | undefined;
  readonly apiBase: string | undefined;
  readonly dataDir: string;
}

/** Reads the checkout sessions at Stripe; undefined without a key or a Stripe mock. */
export function paymentRecords({ secretKey, apiBase, dataDir }: RecordsOptions): PaymentProcessorHistory | undefined {
  const account = secretKey === undefined ? locateStripeMock(dataDir) : { secretKey, apiBase };
  return (
    account &&
    recordsOf(
      stripeClient({ ...account, retries: RETRIES, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS }),
      isLive(account.secretKey),
    )
  );
}

function recordsOf(stripe: Stripe, livemode: boolean): PaymentProcessorHistory {
  return {
    livemode,
    async *pages() {
      for (let after: string | undefined; ;) {
        const page = await answerOf(
          stripe.checkout.sessions.list({
            limit: PAGE_SIZE,
            status: 'complete',
            expand: [CHARGE],
            ...(after === undefined ? {} : { starting_after: after }),
          }),
        );
        if (page.data.length > 0) yield page.data.map(processorSession);
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) return;
      }
    },
    async find(sessionId) {
      const session = await answerOf(stripe.checkout.sessions.retrieve(sessionId).catch(undefinedWhenMissing));
      return session && processorSession(session);
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
async function answerOf<T extends Stripe.Response<object> | undefined>(call: Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await call;
  } catch (error) {
    const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
    if (status === 401 || status === 403) {
      throw new ProcessorKeyRefused(`Stripe refused STRIPE_SECRET_KEY with ${String(status)}`);
    }
    throw new Refusal('payment_processor_unavailable');
  }
  // The package returns the answer of a proxy, whatever its status, unless its body has a member `error`.
  if (answer && answer.lastResponse.statusCode >= 400) throw new Refusal('payment_processor_unavailable');
  return answer;
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
    ...reversalOf(typeof payment === 'string' ? null : payment),
    sale: saleOf(session.metadata),
  };
}

function reversalOf(payment: Stripe.PaymentIntent | null): Pick<ProcessorSession, 'refund' | 'isDisputed'> {
  const charge = payment?.latest_charge ?? null;
  if (charge === null || typeof charge === 'string') return { refund: null, isDisputed: false };
  const refund = charge.refunded ? 'full' : charge.amount_refunded > 0 ? 'partial' : null;
  return { refund, isDisputed: charge.disputed };
}

/** The pack and stamps that `checkout.ts` writes when it creates a session. */
function saleOf(metadata: Stripe.Metadata | null): ProcessorSession['sale'] {
  const { pack, tickets_stamps: stamps } = metadata ?? {};
  return pack === undefined || stamps === undefined ? null : { pack, ticketsStamps: stamps };
}
