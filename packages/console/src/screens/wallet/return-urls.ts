import { consolePath } from '../../api/base';

/** The addresses to which the checkout returns. */
export interface ReturnUrls {
  readonly successUrl?: string;
  readonly cancelUrl?: string;
}

/**
 * Returns to a page of the console, with the id of the session in its address.
 *
 * A checkout accepts http only on this machine. Elsewhere it then ends on its own page.
 */
export function returnUrls(path: string): ReturnUrls {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  if (location.protocol !== 'https:' && !isLocal) return {};
  const page = `${location.origin}${consolePath}/${path}${path.includes('?') ? '&' : '?'}purchase=`;
  return { successUrl: `${page}{CHECKOUT_SESSION_ID}`, cancelUrl: `${page}cancelled` };
}

/** Opens a checkout page in this tab. */
export function openCheckout(checkoutUrl: string | null): void {
  if (checkoutUrl !== null && /^https?:\/\//.test(checkoutUrl)) location.assign(checkoutUrl);
}
