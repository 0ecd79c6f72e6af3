/** The parts of DATABASE_URL. Checks read them before any connection. */
export interface DatabaseTarget {
  /** One URL for each host, in the given order. */
  readonly urls: readonly string[];
  /** `host:port` of each host, without the password. */
  readonly hosts: readonly string[];
  readonly database: string;
  /** Whether a host that only reads is refused (`target_session_attrs`). */
  readonly needsWrites: boolean;
  readonly tls: 'none' | 'unverified' | 'verified';
  /** Whether every host is this machine, so no network carries the data. */
  readonly isLocal: boolean;
}

const SHAPE = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^@/?#]*)([^#]*)$/;
const SSL_MODES = ['disable', 'no-verify', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const SESSION_ATTRS = ['any', 'read-write', 'primary'];
const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|)(:\d+)?$/;

/**
 * Parses a PostgreSQL URL, which may name several hosts: `postgres://user@first:5432,second:5432/database`.
 * @throws Error whose message completes "DATABASE_URL …", without the password
 */
export function parseDatabaseUrl(text: string): DatabaseTarget {
  const [, scheme = '', user = '', authority = '', rest = ''] = SHAPE.exec(text) ?? [];
  const hosts = authority.split(',').map((host) => host.trim());
  if (hosts.length > 1 && hosts.includes('')) throw new Error('has an empty name in its list of hosts');
  const urls = hosts.map((host) => `${scheme}${user}${host}${rest}`);
  if (scheme === '' || !urls.every((url) => URL.canParse(url)))
    throw new Error('must be an address such as postgres://user:password@host:5432/database');
  const first = new URL(urls[0] ?? '');
  const parameters = first.searchParams;
  const oneOf = (name: string, allowed: readonly string[]): string | undefined => {
    const value = parameters.get(name) ?? undefined;
    if (value === undefined || allowed.includes(value)) return value;
    throw new Error(`has ${name}=${value}: use ${allowed.join(', ').replace(/, ([^,]*)$/, ' or $1')}`);
  };
  const sslmode = oneOf('sslmode', SSL_MODES);
  const attributes = oneOf('target_session_attrs', SESSION_ATTRS);
  const isLibpqMode = parameters.get('uselibpqcompat') === 'true';
  const socketFolder = parameters.get('host')?.startsWith('/') === true;
  return {
    urls: urls.map((url) => withSession(new URL(url), sslmode, isLibpqMode)),
    hosts: hosts.map((host) => (host === '' ? (parameters.get('host') ?? 'localhost') : host)),
    database: decodeURIComponent(first.pathname.slice(1)),
    needsWrites: attributes === undefined ? hosts.length > 1 : attributes !== 'any',
    tls: tlsOf(parameters, sslmode, isLibpqMode),
    isLocal: socketFolder || hosts.every((host) => LOCAL.test(host) || host.toLowerCase().startsWith('%2f')),
  };
}

/**
 * Removes what PostgreSQL does not know, and names the mode that `pg` uses.
 * For `pg` every mode except `disable` and `no-verify` means `verify-full`; the other names make it print warnings.
 */
function withSession(url: URL, sslmode: string | undefined, isLibpqMode: boolean): string {
  const isVerified = sslmode !== undefined && sslmode !== 'disable' && sslmode !== 'no-verify';
  if (isVerified && !isLibpqMode) url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.delete('target_session_attrs');
  return url.href;
}

function tlsOf(parameters: URLSearchParams, sslmode: string | undefined, isLibpqMode: boolean): DatabaseTarget['tls'] {
  const ssl = parameters.get('ssl');
  if (sslmode === 'no-verify' || ssl === 'no-verify') return 'unverified';
  if (isLibpqMode && sslmode !== undefined && sslmode !== 'disable' && sslmode !== 'verify-full') return 'unverified';
  if (sslmode !== undefined) return sslmode === 'disable' ? 'none' : 'verified';
  const isOn =
    ssl === 'true' || ssl === '1' || ['sslcert', 'sslkey', 'sslrootcert'].some((name) => parameters.has(name));
  return isOn ? 'verified' : 'none';
}
