import Stripe from 'stripe';

/** The official package, set up for our needs; the only place that makes one. */

export interface StripeClientOptions {
  /** STRIPE_SECRET_KEY, or the stand-in's. */
  readonly secretKey: string;
  /** STRIPE_API_BASE: another address than Stripe's own, without a path: `http://127.0.0.1:4242`. */
  readonly apiBase?: string | undefined;
  /** Milliseconds one attempt may take, body included. */
  readonly attemptTimeoutMs?: number | undefined;
}

/**
 * Two attempts and the package's pause between them (at most 0.5 s) stay within the 10 s of contract §5, with the 2.5 s for
 * which a call may have waited for its place.
 */
const ATTEMPT_TIMEOUT_MS = 3_250;
const RETRIES = 1;

/** @throws Error with one clear line when the base is no address. */
export function stripeClient(options: StripeClientOptions): Stripe {
  return new Stripe(options.secretKey, {
    ...(options.apiBase === undefined ? {} : addressOf(options.apiBase)),
    // Over fetch the timeout spans the whole attempt. The package's other client only bounds silence on the socket: an
    // answer that trickles could hold the transaction for ever.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

/** Whether a secret or restricted key moves real money; every other key is of the test mode. */
export function isLive(secretKey: string): boolean {
  return /^[sr]k_live_/.test(secretKey);
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const url = URL.canParse(apiBase) ? new URL(apiBase) : undefined;
  const protocol = url?.protocol.slice(0, -1);
  if (url === undefined || (protocol !== 'http' && protocol !== 'https') || url.pathname !== '/' || url.search !== '') {
    throw new Error('STRIPE_API_BASE must be http(s)://host[:port] without a path');
  }
  return { protocol, host: url.hostname, port: url.port === '' ? (protocol === 'http' ? '80' : '443') : url.port };
}
