import { LRUCache } from 'lru-cache';
import { Refusal } from '../domain/errors/errors';
import type { ActingHuman, Credential } from '../client';
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
    readonly sessionCheck?: Omit<BrowserSession, 'signedInAt'> & { readonly signedInAt: string };
  } | null;
}

/** Checks sessions by a signed `sessionCheck`, so an ended session is noticed although its JWT is still valid. */
export class Sessions {
  private readonly checked = new LRUCache<string, BrowserSession>({ max: MAX_SESSIONS, ttl: MAX_AGE_MS });

  constructor(
    private readonly calls: SignedCalls,
    private readonly credential: Credential,
  ) {}

  /** @throws Refusal 401 `session_invalid` */
  async check(jwt: string | undefined, isFresh: boolean): Promise<BrowserSession> {
    if (jwt === undefined) throw new Refusal('session_invalid', 'You are not signed in. Sign in.');
    const cached = isFresh ? undefined : this.checked.get(jwt);
    if (cached) return cached;
    const { credential } = this;
    const acting = claimedHuman(jwt);
    const { status, body } = await this.calls.send({ query: QUERY, variables: {}, credential, jwt, acting });
    const session = (JSON.parse(body) as Checked).data?.sessionCheck;
    if (!session) {
      this.checked.delete(jwt);
      if (status >= 500) throw new Refusal('service_unavailable', 'The session could not be checked. Try again.');
      throw new Refusal('session_invalid');
    }
    const found = { ...session, signedInAt: new Date(session.signedInAt) };
    this.checked.set(jwt, found);
    return found;
  }
}

/**
 * The human that a JWT names, before it is verified.
 *
 * The request then counts against the limits of this human. The service refuses a JWT that does not belong to them.
 */
function claimedHuman(jwt: string): ActingHuman | undefined {
  try {
    const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')) as Claims;
    const { provider, subject } = claims;
    return typeof provider === 'string' && typeof subject === 'string' ? { provider, subject } : undefined;
  } catch {
    return undefined;
  }
}

interface Claims {
  readonly provider?: unknown;
  readonly subject?: unknown;
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
