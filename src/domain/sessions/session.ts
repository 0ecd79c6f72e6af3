import { invalidMember } from '../errors/errors';
import { addSeconds, isDue } from '../time';

const MINUTE = 60;
const DAY = 86_400;

/** Maximum duration of a sign-in: long enough to enter a password, short enough to limit abuse. */
export const SIGN_IN_SECONDS = 10 * MINUTE;
/** Lifetime of a JWT. It limits the use of a stolen JWT and of one whose session has ended. */
export const JWT_SECONDS = 5 * MINUTE;
/** A session ends after a week without a refresh. */
export const IDLE_SECONDS = 7 * DAY;
/** A session ends a month after the sign-in. Then the human signs in again. */
export const SESSION_SECONDS = 30 * DAY;
/** A key signs JWTs for a month. The next request that needs a new key creates it. */
export const SIGNING_KEY_SECONDS = 30 * DAY;
/** The key set serves a key until its last JWT has expired, plus an hour for caches. */
export const SERVED_KEY_SECONDS = SIGNING_KEY_SECONDS + JWT_SECONDS + 60 * MINUTE;

/** When a session ends, by the times of its sign-in and its last refresh. */
export function sessionEnd(createdAt: Date, refreshedAt: Date): Date {
  const idle = addSeconds(refreshedAt, IDLE_SECONDS);
  const latest = latestSessionEnd(createdAt);
  return idle < latest ? idle : latest;
}

/** When a session ends at the latest. The browser keeps its refresh token until then, so that a sign-out finds the session. */
export function latestSessionEnd(createdAt: Date): Date {
  return addSeconds(createdAt, SESSION_SECONDS);
}

const MAX_RETURN_LENGTH = 2048;

/**
 * The path to return to after the sign-in, or null.
 *
 * A browser must not read it as another host (`//host`, `/\host`, `https:`). A path of the sign-in itself would cause a
 * redirect loop.
 * @throws Refusal 400 `validation_failed`
 */
export function readReturnTo(text: string | null): string | null {
  if (text === null || text === '') return null;
  const local = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) && text.length <= MAX_RETURN_LENGTH;
  if (!local || /^\/auth(\/|\?|#|$)/.test(text)) {
    const detail = `must be a path of this service, such as /console, of at most ${MAX_RETURN_LENGTH} characters`;
    throw invalidMember('/return_to', detail);
  }
  return text;
}

/** The provider name of accounts of the built-in identity provider. */
export const BUILT_IN_PROVIDER = 'local';
/** Providers whose tokens name an issuer of their tenant, at the host of the configured one. */
const TENANT_HOSTS = /(^|\.)(login\.microsoftonline\.com|b2clogin\.com)$/;

/**
 * Whether humans of this provider can sign in with the settings, so their sessions may continue.
 * The built-in provider accepts every name, so its sessions must end when OIDC_ISSUER is set.
 */
export function isProviderInUse(
  provider: string,
  { oidcIssuer, env }: { readonly oidcIssuer?: string | undefined; readonly env: string },
): boolean {
  if (oidcIssuer === undefined) return env !== 'production' && provider === BUILT_IN_PROVIDER;
  if (!URL.canParse(provider)) return false;
  const [issuer, found] = [new URL(oidcIssuer), new URL(provider)];
  // The address of a discovery document is accepted as the setting too.
  const isNamedByHost = TENANT_HOSTS.test(issuer.hostname) || issuer.pathname.includes('/.well-known/');
  return isNamedByHost ? issuer.origin === found.origin : issuer.href === found.href;
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Whether provider and subject fit into acting headers. */
export function canAct(account: { readonly provider: string; readonly subject: string }): boolean {
  return VISIBLE_ASCII.test(account.provider) && VISIBLE_ASCII.test(account.subject);
}

/** The state of a presented refresh token and of its session. */
export interface RefreshTokenState {
  /** Whether the token was already replaced at the first read, without a lock. */
  readonly rotatedBefore: boolean;
  /** Whether the token is replaced now, under the lock of the session. */
  readonly rotatedNow: boolean;
  readonly endedAt: Date | null;
  /** The end of the session, which connected applications extend too. */
  readonly expiresAt: Date;
  /** When the browser must sign in again. */
  readonly browserEndsAt: Date;
  readonly accountClosedAt: Date | null;
}

/**
 * Decides how to answer a presented refresh token.
 *
 * - `rotate`: a new token replaces it.
 * - `overlap`: a concurrent request with the same token was first and got the new token. This response has only a JWT.
 * - `reused`: an old token was presented after its replacement. A copy exists, so the session must end.
 * - `sign_in`: the browser was idle for too long. Its applications may still use the session.
 * - `over`: the session has ended.
 */
export function decideRefresh(
  token: RefreshTokenState,
  now: Date,
): 'rotate' | 'overlap' | 'reused' | 'sign_in' | 'over' {
  if (token.endedAt !== null || isDue(token.expiresAt, now) || token.accountClosedAt !== null) return 'over';
  // Before the end for the browser: a copy of an old token is also a copy after a week.
  if (token.rotatedBefore) return 'reused';
  if (isDue(token.browserEndsAt, now)) return 'sign_in';
  return token.rotatedNow ? 'overlap' : 'rotate';
}
