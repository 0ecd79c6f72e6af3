import { LRUCache } from 'lru-cache';
import type { Credential } from '../client';
import { servedKeys } from '../database/repositories/session-keys';
import type { Db } from '../database/transactions/statement';
import { Refusal } from '../domain/errors/errors';
import type { SessionTokens } from '../operations/sign-in-ports';
import type { SignedCalls } from './calls';

/** The session of a browser, as `sessionCheck` answers it. */
export interface BrowserSession {
  readonly sessionId: string;
  readonly account: { readonly provider: string; readonly subject: string };
  /** When the human signed in. A refresh does not change it. */
  readonly signedInAt: Date;
}

/** A read may use a check of this age. Every mutation checks again. */
const MAX_AGE_MS = 10_000;
const MAX_SESSIONS = 10_000;
/** Mutations that move control need a sign-in of at most this age. */
const RECENT_MS = 5 * 60_000;

const QUERY = 'query SessionCheck { sessionCheck { sessionId signedInAt account { provider subject } } }';

interface Checked {
  readonly data?: {
    readonly sessionCheck?: (Omit<BrowserSession, 'signedInAt'> & { readonly signedInAt: string }) | null;
  } | null;
}

interface Verified {
  readonly human: BrowserSession['account'];
  readonly expiresAt: Date;
}

export interface SessionDeps {
  readonly calls: SignedCalls;
  readonly credential: Credential;
  readonly store: Db & { realNow(): Promise<Date> };
  readonly sessionTokens: Pick<SessionTokens, 'verify'>;
  /** The issuer of the JWTs. */
  readonly publicUrl: () => string;
}

/**
 * Checks sessions by a signed `sessionCheck`, so an ended session is noticed although its JWT is still valid.
 *
 * The signature of the JWT is verified first. A forged one then costs no request, and counts against no human.
 */
export class Sessions {
  private readonly checked = new LRUCache<string, BrowserSession>({ max: MAX_SESSIONS, ttl: MAX_AGE_MS });
  /** The humans of JWTs with a valid signature, until their end. */
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_SESSIONS });

  constructor(private readonly deps: SessionDeps) {}

  /** @throws Refusal 401 `session_invalid`, 429 `rate_limited`, 503 `service_unavailable` */
  async check(jwt: string | undefined, isFresh: boolean): Promise<BrowserSession> {
    if (jwt === undefined) throw new Refusal('session_invalid', 'You are not signed in. Sign in.');
    const cached = isFresh ? undefined : this.checked.get(jwt);
    if (cached) return cached;
    const acting = await this.verifiedHuman(jwt);
    const { calls, credential } = this.deps;
    const { status, body } = await calls.send({ query: QUERY, variables: {}, credential, jwt, acting, human: acting });
    const session = status === 200 ? (JSON.parse(body) as Checked).data?.sessionCheck : undefined;
    if (!session) {
      this.checked.delete(jwt);
      throw refusalOf(status);
    }
    const found = { ...session, signedInAt: new Date(session.signedInAt) };
    this.checked.set(jwt, found);
    return found;
  }

  private async verifiedHuman(jwt: string): Promise<BrowserSession['account']> {
    const { store, sessionTokens, publicUrl } = this.deps;
    const now = await store.realNow();
    const cached = this.verified.get(jwt);
    // The check of an expired JWT would use up the budget of its human.
    if (cached && now >= cached.expiresAt) throw new Refusal('session_invalid');
    if (cached) return cached.human;
    const claims = await sessionTokens.verify(jwt, await servedKeys(store, now), { issuer: publicUrl(), now });
    if (!claims) throw new Refusal('session_invalid');
    const human = { provider: claims.provider, subject: claims.subject };
    this.verified.set(jwt, { human, expiresAt: claims.expiresAt });
    return human;
  }
}

/** A stream ends after this time without a successful check, so that a caller cannot prevent its end by a full budget. */
const MAX_UNCHECKED_MS = 30_000;

/** Returns a function that checks a session repeatedly. Undecided checks count as valid for a while, an invalid session never. */
export function repeatedCheck(check: () => Promise<unknown>, nowMs: () => number): () => Promise<boolean> {
  let validAtMs = nowMs();
  return async () => {
    try {
      await check();
      validAtMs = nowMs();
      return true;
    } catch (error) {
      const isInvalid = error instanceof Refusal && error.code === 'session_invalid';
      return !isInvalid && nowMs() - validAtMs < MAX_UNCHECKED_MS;
    }
  };
}

/** The refusal for a session that could not be checked. A limit or an outage says nothing about the session. */
function refusalOf(status: number): Refusal {
  if (status === 429)
    return new Refusal('rate_limited', 'You sent too many requests. Wait a minute.', { limit: 'read' });
  if (status >= 500) return new Refusal('service_unavailable', 'The session could not be checked. Try again.');
  return new Refusal('session_invalid');
}

/** @throws Refusal 401 `session_invalid` with the reason `sign_in_again` */
export function assertRecent({ signedInAt }: BrowserSession, now: Date): void {
  if (now.getTime() - signedInAt.getTime() <= RECENT_MS) return;
  throw new Refusal(
    'session_invalid',
    'This act needs a sign-in of the last 5 minutes. Sign in again, then repeat it.',
    {
      reason: 'sign_in_again',
    },
  );
}
