import { Refusal } from '../../../domain/errors/errors';
import { readReturnTo, SIGN_IN_SECONDS } from '../../../domain/sessions/session';
import { isLoopback } from '../../../domain/url';
import type { Services } from '../../../operations/context';
import type { Identity } from '../../../operations/ports';
import * as operations from '../../../operations/commands/session';
import { keySet } from '../../../operations/queries/session-keys';
import type { Database } from '../../../database/transactions/database';
import { type Cookies, cookiesFor } from './cookies';
import type { AuthResponse, AuthRequest } from './types';
import { signedInPage, signedOutPage } from './pages';

export interface SignInDeps {
  readonly store: Database;
  readonly services: Services;
  readonly identity: Identity;
}

export const CALLBACK_PATH = '/auth/callback';
const SIGNED_IN_PATH = '/auth/signed-in';

/** Where humans sign in and out (docs/guides/sign-in.md). Machines never come here: they sign each request. */
export class SignInController {
  constructor(private readonly deps: SignInDeps) {}

  /** GET /auth/login: to the provider, remembering which browser it was. */
  async login({ host, search, cookie }: AuthRequest): Promise<AuthResponse> {
    const home = this.home();
    // Without ATS_PUBLIC_URL this machine has several names; cookies and the way back know one of them.
    if (!this.deps.services.settings.publicUrlGiven && host !== undefined && host.toLowerCase() !== home.host) {
      return to(`${home.origin}/auth/login${search}`);
    }
    const returnTo = readReturnTo(new URLSearchParams(search).get('return_to'));
    const { store, services, identity } = this.deps;
    const proof = identity.newOidcTransaction(`${home.origin}${CALLBACK_PATH}`);
    const url = await identity.signInUrl(proof);
    const { signIn } = this.cookies();
    // Kept if there is one already, so that two tabs can be signing in at once.
    const browser = signIn.read(cookie) ?? services.sessionTokens.newSecret();
    await store.inTransaction((tx) => operations.beginSignIn({ tx, services }, proof, browser, returnTo));
    return to(url, [signIn.set(browser, SIGN_IN_SECONDS)]);
  }

  /** GET /auth/callback: back from the provider. @throws Refusal 401 `session_invalid`, 503 */
  async callback({ search, cookie }: AuthRequest): Promise<AuthResponse> {
    const { store, services, identity } = this.deps;
    const cookies = this.cookies();
    const state = new URLSearchParams(search).get('state');
    const browser = cookies.signIn.read(cookie);
    if (state === null || browser === undefined) throw new Refusal('session_invalid', 'No sign-in is on its way here.');
    // Two transactions: the provider is asked between them, and nothing is locked while it thinks.
    const begun = await store.inTransaction((tx) => operations.resumeSignIn({ tx, services }, state, browser));
    if (!begun) throw new Refusal('session_invalid', 'No such sign-in is on its way in this browser.');
    const account = await identity.account({ ...begun, redirectUri: `${this.home().origin}${CALLBACK_PATH}` }, search);
    const before = cookies.refresh.read(cookie);
    const session = await store.inTransaction(async (tx) => {
      // A browser has one session: the one it had ends with the new one's beginning.
      if (before !== undefined) await operations.signOut({ tx, services }, before);
      return operations.openSession({ tx, services }, account);
    });
    return to(begun.returnTo ?? SIGNED_IN_PATH, requireCookie(cookies, session));
  }

  /** POST /auth/refresh: a new JWT, and the next refresh token in the cookie. */
  async refresh({ cookie, origin }: AuthRequest): Promise<AuthResponse> {
    this.assertOrigin(origin);
    const { store, services } = this.deps;
    const cookies = this.cookies();
    const token = cookies.refresh.read(cookie);
    const session =
      token === undefined
        ? undefined
        : await store.inTransaction((tx) => operations.refreshSession({ tx, services }, token));
    if (!session) throw new SessionExpired([cookies.refresh.clear(), cookies.jwt.clear()]);
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'set-cookie': requireCookie(cookies, session) },
      body: JSON.stringify({
        jwt: session.jwt,
        token_type: 'Bearer',
        expires_at: session.jwtExpiresAt,
        session_id: session.sessionKey,
        account: session.account,
        session_expires_at: session.expiresAt,
      }),
    };
  }

  /** POST /auth/logout: ends the session, whatever is left of it. */
  async logout({ cookie, origin, page }: AuthRequest): Promise<AuthResponse> {
    this.assertOrigin(origin);
    const { store, services } = this.deps;
    const cookies = this.cookies();
    const token = cookies.refresh.read(cookie);
    if (token !== undefined) await store.inTransaction((tx) => operations.signOut({ tx, services }, token));
    const answer = page ? signedOutPage() : { status: 204, headers: {}, body: '' };
    const cleared = [cookies.refresh, cookies.jwt, cookies.signIn].map((each) => each.clear());
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cleared } };
  }

  /** GET /auth/signed-in: where a sign-in ends that names no `return_to`. */
  signedIn(): AuthResponse {
    return signedInPage();
  }

  /** GET /.well-known/jwks.json */
  async keySet(): Promise<AuthResponse> {
    const { store } = this.deps;
    const body = JSON.stringify(await keySet({ db: store }, await store.now()));
    return {
      status: 200,
      headers: { 'content-type': 'application/jwk-set+json; charset=utf-8', 'cache-control': 'public, max-age=300' },
      body,
    };
  }

  private home(): URL {
    return new URL(this.deps.services.publicUrl());
  }

  private cookies(): Cookies {
    const { protocol, hostname } = this.home();
    // Plain http anywhere but here keeps Secure: browsers will not store the cookies, and nobody signs in readable.
    return cookiesFor(!(protocol === 'http:' && isLoopback(hostname)));
  }

  /** Against other sites' forms and scripts: a browser names the page a POST comes from, and no page can forge it. */
  private assertOrigin(origin: string | undefined): void {
    if (origin === this.home().origin) return;
    throw new Refusal('session_invalid', 'The request must come from a page of this service (Origin).');
  }
}

/** 401, and the browser forgets what is good for nothing. */
export class SessionExpired extends Refusal {
  constructor(readonly cleared: string[]) {
    super('session_invalid');
  }
}

function to(location: string, cookies: string[] = []): AuthResponse {
  return { status: 303, headers: { location, ...(cookies.length > 0 && { 'set-cookie': cookies }) }, body: '' };
}

function requireCookie(cookies: Cookies, session: operations.IssuedSession): string[] {
  const seconds = (until: Date): number => (until.getTime() - session.issuedAt.getTime()) / 1000;
  const { refreshToken } = session;
  return [
    ...(refreshToken === null ? [] : [cookies.refresh.set(refreshToken, seconds(session.expiresAt))]),
    cookies.jwt.set(session.jwt, seconds(session.jwtExpiresAt)),
  ];
}
