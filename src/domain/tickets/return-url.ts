import { isLoopback, parseStrictUrl } from '../url';
import type { Validator } from '../validator';

/**
 * Checks the optional URL that a buyer returns to after the checkout.
 *
 * It must be absolute and https; outside production http on this machine is also valid. Only the browser of the caller
 * opens it, so every host is acceptable.
 */
export function checkReturnUrl(
  check: Validator,
  pointer: string,
  url: string | null | undefined,
  { production }: { readonly production: boolean },
): void {
  if (url === null || url === undefined) return;
  const error = errorOf(url, production);
  if (error !== undefined) check.addError(pointer, error);
}

function errorOf(text: string, production: boolean): string | undefined {
  const url = parseStrictUrl(text);
  if (typeof url === 'string') return url;
  if (url.protocol === 'https:') return undefined;
  if (production) return 'must be an https URL';
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return undefined;
  return 'must be an https URL, or an http URL on this machine';
}
