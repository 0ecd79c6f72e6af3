/** Whether a host name of a parsed URL is this machine. Plain http is acceptable only there. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Parses a URL, or says why it is not acceptable.
 *
 * White space, control characters and backslashes are refused: URL parsers repair them silently and differently.
 */
export function parseStrictUrl(text: string): URL | string {
  if (text.length > 2048) return 'must have at most 2048 characters';
  if (/[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : 'must not contain a user name or password';
}

/** Returns the path of ATS_PUBLIC_URL: empty, or `/trading` for `https://example.com/trading`. */
export function pathPrefix(publicUrl: string): string {
  const from = publicUrl.indexOf('/', publicUrl.indexOf('://') + 3);
  return from < 0 ? '' : publicUrl.slice(from);
}

/** Removes the prefix from a request target. A proxy may have removed it already. */
export function withoutPrefix(target: string, prefix: string): string {
  if (prefix === '' || !target.startsWith(prefix)) return target;
  const rest = target.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target;
}
