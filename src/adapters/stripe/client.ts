import Stripe from 'stripe';

export interface StripeClientOptions {
  /** STRIPE_SECRET_KEY, or the key of the Stripe mock. */
  readonly secretKey: string;
  /** STRIPE_API_BASE: replaces Stripe's address, without a path: `http://127.0.0.1:4242`. */
  readonly apiBase?: string | undefined;
  /** Timeout of one attempt, including the body. */
  readonly attemptTimeoutMs?: number | undefined;
  /** How often a failed call is repeated. */
  readonly retries?: number | undefined;
}

/**
 * Timeout of one attempt. A call takes at most 10 s: 2.5 s in the queue, two attempts, and a pause of up to 0.5 s.
 */
const ATTEMPT_TIMEOUT_MS = 3_250;
const RETRIES = 1;
/** Longest time of a call after the queue. */
export const MAX_CALL_MS = 7_000;

/** Creates a client of the official package. @throws Error if `apiBase` is invalid */
export function stripeClient(options: StripeClientOptions): Stripe {
  return new Stripe(options.secretKey, {
    ...(options.apiBase === undefined ? {} : addressOf(options.apiBase)),
    // With fetch the timeout covers the whole attempt. The default client limits only the silence between two bytes.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS,
    maxNetworkRetries: options.retries ?? RETRIES,
    telemetry: false,
  });
}

/** Checks for a key that moves real money; all others are test keys. */
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
