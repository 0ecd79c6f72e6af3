import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, createClient, type ClientOptions } from '../../client';
import { Browser, type BrowserPage } from './browser';
import type { Printer } from './printer';

const RETRY_INTERVAL_MS = 300;
/** Long enough for a server that was killed to be started again. */
const RETRY_TIMEOUT_MS = 90_000;

/** What the browser of somebody signed in has. */
export interface SignedIn {
  readonly browser: Browser;
  /** Where the service's pages are. */
  readonly home: string;
  readonly jwt: string;
}

export interface Human {
  readonly name: string;
  /** Whom the console acts for. */
  readonly acting: { readonly provider: string; readonly subject: string };
  /** Undefined where nobody can sign in from here. */
  readonly signedIn: SignedIn | undefined;
}

interface Session {
  readonly account: { readonly provider: string; readonly subject: string };
  readonly principals: readonly { readonly role: 'OWNER' | 'VIEWER' }[];
}

/**
 * Signs in as `subject` with the built-in identity provider, whose page has one field; the console then has the session
 * checked and acts for the human whom that names. Where people sign in elsewhere, it acts for a human who is named only.
 */
export async function signInAs(name: string, subject: string, console: ClientOptions, stage: Printer): Promise<Human> {
  const signedIn = await withRetry(() => signIn(console.url, subject));
  if (!signedIn) return { name, acting: { provider: 'demo', subject }, signedIn };
  const { account, principals } = await checkSession(console, signedIn);
  const owner = principals.some(({ role }) => role === 'OWNER') ? 'owns a principal' : 'owns no principal yet';
  stage.line(name, `signs in; the session check says: ${account.provider} ${account.subject}, ${owner}`);
  return { name, acting: account, signedIn };
}

/** Ends the session, and has the console see that it is over. */
export async function signOut({ name, signedIn }: Human, console: ClientOptions, stage: Printer): Promise<void> {
  if (!signedIn) return;
  await withRetry(() => expectStatus(204, signedIn, '/auth/logout'));
  if (await isValid(console, signedIn)) throw new Error(`the session of ${name} outlived the sign-out`);
  stage.line(name, 'signs out; the session check refuses the session');
}

async function isValid(console: ClientOptions, signedIn: SignedIn): Promise<boolean> {
  try {
    await checkSession(console, signedIn);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session_invalid') return false;
    throw error;
  }
}

/** As a console's backend asks it: signed, the JWT of the page's request in `Authorization`. */
async function checkSession(console: ClientOptions, { jwt }: SignedIn): Promise<Session> {
  const document = '{ sessionCheck { account { provider subject } principals { role } } }';
  const headers = { authorization: `Bearer ${jwt}` };
  return (await createClient(console).query<{ sessionCheck: Session }>(document, {}, { headers })).sessionCheck;
}

async function signIn(url: string | URL, subject: string): Promise<SignedIn | undefined> {
  const browser = new Browser();
  const form = await browser.open(new URL('/auth/login', url).href);
  if (!form || !hasField(form)) return undefined;
  const page = await browser.open(form.url, new URLSearchParams({ subject }));
  if (page?.status !== 200)
    throw new Error(`signing in ended in ${page?.text.replace(/\s+/g, ' ') ?? 'another place'}`);
  const home = new URL(page.url).origin;
  const refreshed = await expectStatus(200, { browser, home }, '/auth/refresh');
  return { browser, home, jwt: (JSON.parse(refreshed) as { jwt: string }).jwt };
}

/** Whether it is the page of the built-in provider. */
function hasField({ url, status, text }: BrowserPage): boolean {
  if (status >= 500) throw new Error(`${url} answers ${String(status)}`);
  return status === 200 && /<input [^>]*name="subject"/.test(text);
}

async function expectStatus(
  status: number,
  { browser, home }: Pick<SignedIn, 'browser' | 'home'>,
  path: string,
): Promise<string> {
  const response = await browser.post(`${home}${path}`);
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} answers ${String(response.status)}`);
  return text;
}

/** Again from the start: what a restart of the server cut off is not found again by its successor. */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(RETRY_INTERVAL_MS);
    }
  }
}
