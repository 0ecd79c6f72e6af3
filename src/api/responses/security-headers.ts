type Headers = Readonly<Record<string, string>>;

// Browsers must not guess another type: a card or a detail can contain text of others.
const PLAIN: Headers = { 'x-content-type-options': 'nosniff' };
// A year, without the subdomains: they may belong to others (RFC 6797 §6.1).
const TLS: Headers = { ...PLAIN, 'strict-transport-security': 'max-age=31536000' };

/** Returns the headers that every response has. Browsers then use https for this host, if the public address does. */
export function securityHeaders(publicUrl: string): Headers {
  return publicUrl.startsWith('https:') ? TLS : PLAIN;
}
