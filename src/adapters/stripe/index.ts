import type { Checkout, Log, StripeWebhookVerifier } from '../../operations/ports';
import { stripeCheckout } from './checkout';
import { isLive, stripeClient } from './client';
import { stripeWebhookVerifier } from './webhook-verifier';
import { startStripeMock } from './mock';

export { paymentRecords } from './records';

/** The payment processor as the settings name it: Stripe, or the stand-in on loopback (contract §8). */

export interface PaymentsOptions {
  /** STRIPE_SECRET_KEY; unset: the stand-in, outside production only. */
  readonly secretKey: string | undefined;
  /** STRIPE_WEBHOOK_SECRET, comma separated. Beside the stand-in its secrets are good too. */
  readonly webhookSecrets: string | undefined;
  /** STRIPE_API_BASE. */
  readonly apiBase: string | undefined;
  readonly production: boolean;
  readonly dataDir: string;
  /** Where the stand-in sends its events: our own POST /api/v1/webhooks/stripe; undefined until we listen. */
  readonly webhookUrl: () => string | undefined;
  /** The Host the stand-in asks for; undefined: the address's own. */
  readonly webhookHost?: string | undefined;
  /** Where a buyer of the real Stripe lands who named no `success_url`: ATS_PUBLIC_URL. */
  readonly publicUrl: string;
  readonly log: Log;
}

export interface Payments {
  readonly checkout: Checkout;
  readonly webhookVerifier: StripeWebhookVerifier;
  /** What the server must say at start when the stand-in serves; else null. */
  readonly notice: string | null;
  stop(): Promise<void>;
}

/** @throws Error with one clear line when the settings do not go together. */
export async function createPayments(options: PaymentsOptions): Promise<Payments> {
  return options.secretKey === undefined ? withMock(options) : withStripe(options, options.secretKey);
}

function withStripe(options: PaymentsOptions, secretKey: string): Payments {
  if (options.webhookSecrets === undefined) throw new Error('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it');
  const stripe = stripeClient({ secretKey, apiBase: options.apiBase });
  return {
    checkout: stripeCheckout({ stripe, doneUrl: options.publicUrl, livemode: isLive(secretKey), log: options.log }),
    webhookVerifier: stripeWebhookVerifier(options.webhookSecrets),
    notice: null,
    stop: () => Promise.resolve(),
  };
}

async function withMock(options: PaymentsOptions): Promise<Payments> {
  const { production, apiBase, webhookSecrets, dataDir, webhookUrl, webhookHost, log } = options;
  if (production) throw new Error('STRIPE_SECRET_KEY must be set in production: the stand-in exists outside it only');
  if (apiBase !== undefined) throw new Error('STRIPE_API_BASE needs STRIPE_SECRET_KEY beside it');
  const standIn = await startStripeMock({ dataDir, webhookUrl, webhookHost, log });
  const stripe = stripeClient({ secretKey: standIn.secretKey, apiBase: standIn.apiBase });
  return {
    checkout: stripeCheckout({ stripe, doneUrl: standIn.doneUrl, livemode: false, log }),
    webhookVerifier: stripeWebhookVerifier([standIn.webhookSecret, webhookSecrets ?? ''].join(',')),
    notice: `STRIPE_SECRET_KEY is not set: a stand-in for Stripe serves at ${standIn.apiBase} (development only)`,
    stop: () => standIn.stop(),
  };
}
