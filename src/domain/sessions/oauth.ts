import { isLoopback } from '../url';
import { hasVisible } from '../validator';
import { type CredentialScope, credentialScopes } from './credential-limits';

/** Rules of OAuth: scopes, lifetimes and the applications that may connect (docs/guides/connect-an-assistant.md). */

const PREFIX = 'ats:';

/** The scopes of access tokens, in the order of `credentialScopes`. */
export const oauthScopes = credentialScopes.map((scope) => `${PREFIX}${scope}`);

/** Parses the `scope` of a token or a request. Unknown scopes are left out. */
export function readOauthScopes(text: string | undefined): CredentialScope[] {
  const words = text?.split(' ') ?? [];
  return credentialScopes.filter((scope) => words.includes(`${PREFIX}${scope}`));
}

export function formatOauthScopes(scopes: readonly CredentialScope[]): string {
  return scopes.map((scope) => `${PREFIX}${scope}`).join(' ');
}

/** A stolen access token is of use for this time at most. */
export const ACCESS_TOKEN_SECONDS = 600;
/** A code is exchanged at once, by the program that waits for it. */
export const CODE_SECONDS = 60;
/** Longer than a sign-in, which the human may need on the way. */
export const CONSENT_SECONDS = 1_200;

/** An application that registers itself. It has no secret. */
export interface OauthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const MAX_REDIRECT_URIS = 10;
const MAX_URI_LENGTH = 500;
const MAX_NAME_LENGTH = 100;
/** Schemes that a browser runs or opens itself, and schemes without a private program behind them. */
const REFUSED_SCHEMES =
  /^(javascript|data|vbscript|file|filesystem|blob|about|ftp|wss?|mailto|sms|tel|intent|view-source|web\+.*):$/;

/** Parses the metadata of a registration (RFC 7591), or says what is wrong with it. */
export function readOauthClient({
  client_name: name,
  redirect_uris: uris,
}: Readonly<Record<string, unknown>>): OauthClient | string {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    return `redirect_uris must be a list of 1 to ${String(MAX_REDIRECT_URIS)} addresses`;
  for (const uri of uris as readonly unknown[]) {
    if (typeof uri !== 'string') return 'redirect_uris must contain texts';
    const error = redirectError(uri);
    if (error !== undefined) return `a redirect URI ${error}`;
  }
  if (name !== undefined && typeof name !== 'string') return 'client_name must be a text';
  return { name: cleanName(name), redirectUris: uris as string[] };
}

/** The error in an address to which a code may be sent; undefined: it is acceptable. */
export function redirectError(text: string): string | undefined {
  if (text.length > MAX_URI_LENGTH) return `must have at most ${String(MAX_URI_LENGTH)} characters`;
  if (/[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return 'must be an absolute URL';
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== '' || username !== '' || password !== '') return 'must have no fragment, user name or password';
  if (REFUSED_SCHEMES.test(protocol)) return `must not begin with ${protocol}`;
  if (protocol === 'http:' && !isLoopback(hostname)) return 'must begin with https, unless it names this computer';
  return undefined;
}

/** Whether the application runs on the human's computer: it receives the code there, at any port. */
export function isNativeClient({ redirectUris }: OauthClient): boolean {
  return redirectUris.some((uri) => new URL(uri).protocol !== 'https:');
}

/** A name of one line. The application chooses it, so it proves nothing. */
function cleanName(name: string | undefined): string {
  const line = (name ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  // A client id is read again, so a clean name must stay as it is.
  const clean = [...line].slice(0, MAX_NAME_LENGTH).join('').trim();
  return hasVisible(clean) ? clean : 'An application';
}

/** Where the human goes after the consent, as a page shows it: the host of a web page, or the scheme of a program. */
export function redirectTarget(uri: string): string {
  const { protocol, host } = new URL(uri);
  if (protocol === 'https:') return host;
  return protocol === 'http:' ? `${host} (this computer)` : `${protocol} (a program on this computer)`;
}
