import type { Checkout, Log, StripeWebhookVerifier } from '../../operations/ports';
import { stripeCheckout } from './checkout';
import { isLive, stripeClient } from './client';
import { stripeWebhookVerifier } from './webhook-verifier';
import { startStripeMock } from './mock';

export { paymentRecords, ProcessorKeyRefused } from './records';

export interface PaymentsOptions {
  /** STRIPE_SECRET_KEY; unset: the Stripe mock, outside production only. */
  readonly secretKey: string | undefined;
  /** STRIPE_WEBHOOK_SECRET, comma separated. The Stripe mock adds its own secret. */
  readonly webhookSecrets: string | undefined;
  /** STRIPE_API_BASE. */
  readonly apiBase: string | undefined;
  readonly production: boolean;
  /** Whether checkout sessions of the Stripe mock pay themselves. */
  readonly paysAtOnce?: boolean | undefined;
  readonly dataDir: string;
  /** Receiver of the mock's events, POST /api/v1/webhooks/stripe; undefined until the server listens. */
  readonly webhookUrl: () => string | undefined;
  /** Host header of the mock's webhooks; undefined: the address's own. */
  readonly webhookHost?: string | undefined;
  /** ATS_PUBLIC_URL, the default `success_url` at the real Stripe. */
  readonly publicUrl: string;
  readonly log: Log;
}

export interface Payments {
  readonly checkout: Checkout;
  readonly webhookVerifier: StripeWebhookVerifier;
  /** A warning for the log if the Stripe mock runs; else null. */
  readonly notice: string | null;
  stop(): Promise<void>;
}

/** Creates the payment adapter: Stripe or the Stripe mock. @throws Error if settings contradict */
export async function createPayments(options: PaymentsOptions): Promise<Payments> {
  return options.secretKey === undefined ? withMock(options) : withStripe(options, options.secretKey);
}

function withStripe(options: PaymentsOptions, secretKey: string): Payments {
  if (options.webhookSecrets === undefined) throw new Error('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: set both');
  const stripe = stripeClient({ secretKey, apiBase: options.apiBase });
  return {
    checkout: stripeCheckout({ stripe, doneUrl: options.publicUrl, livemode: isLive(secretKey), log: options.log }),
    webhookVerifier: stripeWebhookVerifier(options.webhookSecrets),
    notice: null,
    stop: () => Promise.resolve(),
  };
}

async function withMock(options: PaymentsOptions): Promise<Payments> {
  const { production, paysAtOnce, apiBase, webhookSecrets, dataDir, webhookUrl, webhookHost, log } = options;
  if (production)
    throw new Error('STRIPE_SECRET_KEY must be set in production: the Stripe mock is for development only');
  if (apiBase !== undefined) throw new Error('STRIPE_API_BASE needs STRIPE_SECRET_KEY: set both');
  const mock = await startStripeMock({ dataDir, webhookUrl, webhookHost, paysAtOnce, log });
  const stripe = stripeClient({ secretKey: mock.secretKey, apiBase: mock.apiBase });
  return {
    checkout: stripeCheckout({ stripe, doneUrl: mock.doneUrl, livemode: false, log }),
    webhookVerifier: stripeWebhookVerifier([mock.webhookSecret, webhookSecrets ?? ''].join(',')),
    notice: `STRIPE_SECRET_KEY is not set: the Stripe mock serves at ${mock.apiBase} (development only)`,
    stop: () => mock.stop(),
  };
}
