import { invalid } from '../errors/errors';

/** Rules of sign-in sessions (specification, Authentication 9; docs/guides/sign-in.md). Times are seconds. */

const MINUTE = 60;
const DAY = 86_400;

/** Long enough to find one's password manager, short enough that an abandoned sign-in is soon worth nothing. */
export const SIGN_IN_SECONDS = 10 * MINUTE;
/** Life of the JWT: what a stolen one is good for, and how late at most anyone but the session check hears of an end. */
export const JWT_SECONDS = 5 * MINUTE;
/** A session nobody refreshes ends after a week … */
export const IDLE_SECONDS = 7 * DAY;
/** … and one that is refreshed ends a month after the sign-in: then the provider is asked again. */
export const SESSION_SECONDS = 30 * DAY;
/** A key of the JWT signs for a month; the next is made by whoever first needs it. */
export const SIGNING_KEY_SECONDS = 30 * DAY;
/** Beyond its last signature a key is served for the life of the JWT, and an hour for whoever keeps copies of the set. */
export const SERVED_KEY_SECONDS = SIGNING_KEY_SECONDS + JWT_SECONDS + 60 * MINUTE;

export function later(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** When a session ends that was begun and is (re)freshed at these times. */
export function sessionEnd(createdAt: Date, refreshedAt: Date): Date {
  const idle = later(refreshedAt, IDLE_SECONDS);
  const whole = later(createdAt, SESSION_SECONDS);
  return idle < whole ? idle : whole;
}

const MAX_RETURN = 2048;

/**
 * Where to go after signing in: a path of this service, or null. Nothing that a browser could read as another host
 * (`//host`, `/\host`, `https:`), no control character, and no page of the sign-in itself, which would go in circles.
 * @throws Refusal 400 `validation_failed`
 */
export function readReturnTo(text: string | null): string | null {
  if (text === null || text === '') return null;
  const local = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) && text.length <= MAX_RETURN;
  if (!local || /^\/auth(\/|\?|#|$)/.test(text)) {
    throw invalid([
      { pointer: '/return_to', detail: `must be a path of this service, such as /console, at most ${MAX_RETURN} long` },
    ]);
  }
  return text;
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Whether provider and subject can be sent as acting headers (contract §2). */
export function canAct(account: { readonly provider: string; readonly subject: string }): boolean {
  return VISIBLE_ASCII.test(account.provider) && VISIBLE_ASCII.test(account.subject);
}

/** What is known of a session when one of its refresh tokens is shown. */
export interface ShownToken {
  /** Whether a newer token had taken its place before this request looked for the first time. */
  readonly rotatedBefore: boolean;
  /** Whether one has by now, with the session locked. */
  readonly rotatedNow: boolean;
  readonly endedAt: Date | null;
  readonly expiresAt: Date;
  readonly accountClosedAt: Date | null;
}

/**
 * What a refresh token is good for. `rotate`: a new token takes its place. `overlap`: two requests showed the current one
 * at the same time and the other was first; its answer carries the new token, this one a JWT alone. `reused`: an old token
 * came back after its successor was given out: one of the two is not the browser's, and nobody can tell which.
 */
export function decideRefresh(shown: ShownToken, now: Date): 'rotate' | 'overlap' | 'reused' | 'over' {
  if (shown.endedAt !== null || now >= shown.expiresAt || shown.accountClosedAt !== null) return 'over';
  if (shown.rotatedBefore) return 'reused';
  return shown.rotatedNow ? 'overlap' : 'rotate';
}

/** Whether the host name of an address is this very machine: what plain http may be used for. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
