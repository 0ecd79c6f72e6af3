import type { Validator } from '../validator';

/**
 * Checks where a buyer's browser goes after the checkout: an absolute https URL; outside production http on this very
 * machine too. Left out is fine. Only the browser of whoever asked goes there, so any https host will do.
 */
export function checkReturnUrl(
  check: Validator,
  pointer: string,
  url: string | null | undefined,
  { production }: { readonly production: boolean },
): void {
  if (url === null || url === undefined) return;
  const fault = faultOf(url, production);
  if (fault !== undefined) check.fault(pointer, fault);
}

function faultOf(text: string, production: boolean): string | undefined {
  if (text.length > 2048) return 'must have at most 2048 characters';
  // What URL parsers mend silently, and each in its own way: white space, controls, the backslash.
  if (/[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return 'must be an absolute URL';
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'must not hold a user name or password';
  if (protocol === 'https:') return undefined;
  if (production) return 'must be an https URL';
  return protocol === 'http:' && isLoopback(hostname) ? undefined : 'must be an https URL, or http on this machine';
}

/** `hostname` as WHATWG URL gives it: IPv4 in dotted decimals whatever its spelling was, IPv6 in brackets. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
