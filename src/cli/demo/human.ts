import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, createClient, endpoint, type ClientOptions, type Results } from '../../client';
import { isLoopback } from '../../domain/url';
import type { Printer } from './printer';

const REQUEST_TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 12;
const RETRY_INTERVAL_MS = 300;
/** Long enough for a killed server to start again. */
const RETRY_TIMEOUT_MS = 90_000;

interface LoginSession {
  readonly cookies: Map<string, string>;
  /** The address of the service, with its path prefix. */
  readonly base: string;
  readonly jwt: string;
}

/** A human that the console acts for. */
export interface Human {
  readonly name: string;
  readonly acting: { readonly provider: string; readonly subject: string };
  /** Undefined if the identity provider is not on this machine. */
  readonly session: LoginSession | undefined;
}

type Session = NonNullable<Results.CredentialsCheckSessionQuery['sessionCheck']>;

/** Signs a human in at the built-in identity provider; any other provider leaves the human without a session. */
export async function signIn(name: string, subject: string, console: ClientOptions, printer: Printer): Promise<Human> {
  const session = await withRetry(() => openSession(console.url, subject));
  if (!session) return { name, acting: { provider: 'demo', subject }, session };
  const { account, principals } = await checkSession(console, session);
  const owner = principals.some(({ role }) => role === 'OWNER') ? 'owns a principal' : 'owns no principal yet';
  printer.line(name, `signs in; the session check says: ${account.provider} ${account.subject}, ${owner}`);
  return { name, acting: account, session };
}

/** Signs a human out and verifies that the session has ended. */
export async function signOut({ name, session }: Human, console: ClientOptions, printer: Printer): Promise<void> {
  if (!session) return;
  await withRetry(() => postTo(session, '/auth/logout', 204));
  const outcome = await checkSession(console, session).catch((error: unknown) => error);
  if (!(outcome instanceof ApiError && outcome.code === 'session_invalid')) {
    throw outcome instanceof Error ? outcome : new Error(`the session of ${name} is still valid after the sign-out`);
  }
  printer.line(name, 'signs out; the session check refuses the session');
}

/** Checks a session as the console's backend does: signed, with the JWT in `Authorization`. */
async function checkSession(console: ClientOptions, { jwt }: LoginSession): Promise<Session> {
  return createClient(console).credentials.checkSession({}, { headers: { authorization: `Bearer ${jwt}` } });
}

async function openSession(url: string | URL, subject: string): Promise<LoginSession | undefined> {
  const cookies = new Map<string, string>();
  const form = await openPage(cookies, endpoint(url).replace(/\/graphql$/, '/auth/login'));
  if (form && form.status >= 500) throw new Error(`${form.url} answers ${String(form.status)}`);
  if (form?.status !== 200 || !/<input [^>]*name="subject"/.test(form.text)) return undefined;
  const page = await openPage(cookies, form.url, new URLSearchParams({ subject }));
  if (page?.status !== 200) throw new Error(`the sign-in failed: ${page?.text.replace(/\s+/g, ' ') ?? 'no page'}`);
  const base = page.url.replace(/\/auth\/.*$/, '');
  const { jwt } = JSON.parse(await postTo({ cookies, base }, '/auth/refresh', 200)) as { jwt: string };
  return { cookies, base, jwt };
}

/** Opens a page and follows redirects; undefined if they leave this machine. */
async function openPage(cookies: Map<string, string>, start: string, form?: URLSearchParams) {
  let url = start;
  let init: RequestInit = form ? { method: 'POST', body: form } : {};
  for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
    if (!isLocal(url)) return undefined;
    const response = await fetchWithCookies(cookies, url, 'text/html', init);
    const text = await response.text();
    const location = response.headers.get('location');
    if (location === null) return { url, status: response.status, text };
    url = new URL(location, url).href;
    init = {};
  }
  throw new Error(`${start} redirects too often`);
}

async function postTo(
  { cookies, base }: Pick<LoginSession, 'cookies' | 'base'>,
  path: string,
  expectedStatus: number,
): Promise<string> {
  const response = await fetchWithCookies(cookies, `${base}${path}`, 'application/json', { method: 'POST' });
  if (response.status !== expectedStatus) throw new Error(`${path} answers ${String(response.status)}`);
  return response.text();
}

/** Sends one request with the cookies and stores those of the response. */
async function fetchWithCookies(
  cookies: Map<string, string>,
  url: string,
  accept: string,
  init: RequestInit,
): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const origin = init.method === 'POST' ? { origin: new URL(url).origin } : {};
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(url, { ...init, headers: { accept, cookie, ...origin }, redirect: 'manual', signal });
  for (const header of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
  return response;
}

/** Returns whether the address is on this machine, where the demo may type and click. */
export function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLoopback(hostname);
}

/** Repeats all of `work`, because a restarted server forgets a half-finished sign-in. */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(RETRY_INTERVAL_MS);
    }
  }
}
