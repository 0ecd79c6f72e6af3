import { Refusal } from '../../../domain/errors/errors';
import { readReturnTo, SIGN_IN_SECONDS } from '../../../domain/sessions/session';
import { pathPrefix } from '../../../domain/url';
import type { Services } from '../../../operations/context';
import type { Identity } from '../../../operations/sign-in-ports';
import * as operations from '../../../operations/commands/session';
import { keySet } from '../../../operations/queries/session-keys';
import type { Database } from '../../../database/transactions/database';
import type { SignInLimit } from '../../auth/rate-limit';
import { type Cookies, cookiesAt } from './cookies';
import type { AuthResponse, AuthRequest } from './types';
import { signedInPage, signedOutPage } from './pages';

export interface SignInDeps {
  readonly store: Database;
  readonly services: Services;
  readonly identity: Identity;
  readonly limit: SignInLimit;
}

export const CALLBACK_PATH = '/auth/callback';
const SIGNED_IN_PATH = '/auth/signed-in';

/** Signs humans in and out (docs/guides/sign-in.md). */
export class SignInController {
  constructor(private readonly deps: SignInDeps) {}

  /** GET /auth/login: redirects to the provider and remembers the browser. */
  async login({ host, search, cookie, address }: AuthRequest): Promise<AuthResponse> {
    this.deps.limit.count(address);
    const home = this.home();
    // Without ATS_PUBLIC_URL the machine has several names, but cookies and the callback use only one.
    if (!this.deps.services.settings.publicUrlGiven && host !== undefined && host.toLowerCase() !== home.host) {
      return redirectTo(`${this.deps.services.publicUrl()}/auth/login${search}`);
    }
    const returnTo = readReturnTo(new URLSearchParams(search).get('return_to'));
    const { store, services, identity } = this.deps;
    const transaction = identity.newOidcTransaction(this.callbackUrl());
    const url = await identity.signInUrl(transaction);
    const { signIn } = this.cookies();
    // An existing cookie is reused, so that two tabs can sign in at the same time.
    const browser = signIn.read(cookie) ?? services.sessionTokens.newSecret();
    await store.inTransaction((tx) => operations.beginSignIn({ tx, services }, transaction, browser, returnTo));
    return redirectTo(url, [signIn.set(browser, SIGN_IN_SECONDS)]);
  }

  /** GET /auth/callback: opens a session for the provider's account. @throws Refusal 401 `session_invalid`, 503 */
  async callback({ search, cookie, address }: AuthRequest): Promise<AuthResponse> {
    const { store, services, identity } = this.deps;
    const cookies = this.cookies();
    const state = new URLSearchParams(search).get('state');
    const browser = cookies.signIn.read(cookie);
    if (state === null || browser === undefined) {
      throw new Refusal('session_invalid', 'This browser has not started a sign-in. Sign in again.');
    }
    this.deps.limit.count(address);
    // The provider is called between two transactions, so that no lock is held during the call.
    const started = await store.inTransaction((tx) => operations.resumeSignIn({ tx, services }, state, browser));
    if (!started) {
      throw new Refusal('session_invalid', 'This browser has not started this sign-in, or it expired. Sign in again.');
    }
    const account = await identity.account({ ...started, redirectUri: this.callbackUrl() }, search);
    const oldToken = cookies.refresh.read(cookie);
    const session = await store.inTransaction((tx) => operations.replaceSession({ tx, services }, account, oldToken));
    return redirectTo(started.returnTo ?? `${this.prefix()}${SIGNED_IN_PATH}`, sessionCookies(cookies, session));
  }

  /** POST /auth/refresh: issues a new JWT, and a new refresh token in the cookie. */
  async refresh({ cookie, origin, address }: AuthRequest): Promise<AuthResponse> {
    this.assertOrigin(origin);
    const { store, services, limit } = this.deps;
    const cookies = this.cookies();
    const token = cookies.refresh.read(cookie);
    if (token !== undefined) limit.countToken(token);
    const session =
      token === undefined
        ? undefined
        : await store.inTransaction((tx) =>
            operations.refreshSession({ tx, services }, token, (id) => limit.countSession(id)),
          );
    if (session === undefined || session === 'sign_in') {
      if (token !== undefined) limit.countUnknownToken(address);
      throw new SessionExpired([...(session === 'sign_in' ? [] : [cookies.refresh.clear()]), cookies.jwt.clear()]);
    }
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'set-cookie': sessionCookies(cookies, session) },
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

  /** POST /auth/logout: ends the session and deletes the cookies. */
  async logout({ cookie, origin, address, page }: AuthRequest): Promise<AuthResponse> {
    this.assertOrigin(origin);
    const { store, services, limit } = this.deps;
    const cookies = this.cookies();
    const token = cookies.refresh.read(cookie);
    // Without a token there is nothing to end, so the request costs nothing and is not counted.
    if (token !== undefined) {
      limit.countToken(token);
      const isEnded = await store.inTransaction((tx) => operations.signOut({ tx, services }, token));
      if (!isEnded) limit.countUnknownToken(address);
    }
    const response = page ? signedOutPage(this.prefix()) : { status: 204, headers: {}, body: '' };
    const cleared = [cookies.refresh, cookies.jwt, cookies.signIn].map((each) => each.clear());
    return { ...response, headers: { ...response.headers, 'set-cookie': cleared } };
  }

  /** GET /auth/signed-in: the page after a sign-in without `return_to`. */
  signedIn(): AuthResponse {
    return signedInPage(this.prefix());
  }

  /** GET /.well-known/jwks.json: the public keys of the JWTs. */
  async keySet(): Promise<AuthResponse> {
    const { store } = this.deps;
    const body = JSON.stringify(await keySet({ db: store }, await store.realNow()));
    return {
      status: 200,
      headers: { 'content-type': 'application/jwk-set+json; charset=utf-8', 'cache-control': 'public, max-age=300' },
      body,
    };
  }

  private home(): URL {
    return new URL(this.deps.services.publicUrl());
  }

  private prefix(): string {
    return pathPrefix(this.deps.services.publicUrl());
  }

  private callbackUrl(): string {
    return `${this.deps.services.publicUrl()}${CALLBACK_PATH}`;
  }

  private cookies(): Cookies {
    return cookiesAt(this.deps.services.publicUrl());
  }

  /** Checks Origin, which a page cannot forge, against forms and scripts of other sites. */
  private assertOrigin(origin: string | undefined): void {
    if (origin === this.home().origin) return;
    throw new Refusal(
      'session_invalid',
      'The Origin header must be that of this service. Send the request from one of its pages.',
    );
  }
}

/** A 401 that deletes the cookies of the session. */
export class SessionExpired extends Refusal {
  constructor(readonly cookies: string[]) {
    super('session_invalid');
  }
}

function redirectTo(location: string, cookies: string[] = []): AuthResponse {
  return { status: 303, headers: { location, ...(cookies.length > 0 && { 'set-cookie': cookies }) }, body: '' };
}

function sessionCookies(cookies: Cookies, session: operations.IssuedSession): string[] {
  const seconds = (until: Date): number => (until.getTime() - session.issuedAt.getTime()) / 1000;
  const { refreshToken } = session;
  return [
    ...(refreshToken === null ? [] : [cookies.refresh.set(refreshToken, seconds(session.latestEndAt))]),
    cookies.jwt.set(session.jwt, seconds(session.jwtExpiresAt)),
  ];
}
