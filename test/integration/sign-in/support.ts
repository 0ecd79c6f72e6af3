import { signRequest, type Credential } from '../../../src/client';
import type { TestApp } from '../../support/app';

/** A simple browser that follows redirects and stores cookies. */
export class Browser {
  /** Cookies by path and name; like in browsers, they do not depend on the port. */
  private readonly cookies = new Map<string, string>();

  constructor(private readonly transport: typeof fetch = fetch) {}

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(url, { headers: { accept: 'text/html', ...headers } });
  }

  /** Sends a POST from a script of the page at `origin`; null sends no Origin. */
  async post(url: string, origin: string | null = new URL(url).origin, body?: URLSearchParams): Promise<Response> {
    return this.send(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...(origin !== null && { origin }) },
      ...(body && { body }),
    });
  }

  /** The cookies; a test can restore a copy, like a thief. */
  jar(): Map<string, string> {
    return new Map(this.cookies);
  }

  put(jar: ReadonlyMap<string, string>): void {
    this.cookies.clear();
    for (const [name, value] of jar) this.cookies.set(name, value);
  }

  /** Sends a request with the cookies, and keeps those of the response. */
  async send(url: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...this.cookies]
      .filter(([key]) => pathname.startsWith(key.slice(0, key.indexOf(' '))))
      .map(([key, value]) => `${key.slice(key.indexOf(' ') + 1)}=${value}`)
      .join('; ');
    const response = await this.transport(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), ...(cookie !== '' && { cookie }) },
    });
    for (const set of response.headers.getSetCookie()) this.keep(set);
    return response;
  }

  private keep(set: string): void {
    const [pair = '', ...attributes] = set.split(';').map((part) => part.trim());
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const name = `${path} ${pair.slice(0, pair.indexOf('='))}`;
    const ends = attributes.find((attribute) => /^(max-age=0$|expires=thu, 01 jan 1970)/i.test(attribute));
    if (ends !== undefined) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1));
  }
}

/** Returns the target of a redirect. */
export function locationOf(response: Response): string {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`no redirect: ${String(response.status)}`);
  return new URL(location, response.url).href;
}

/** Follows redirects until a page or until `stop` returns true. Returns the page and its address. */
export async function followRedirects(
  browser: Browser,
  from: string,
  stop: (url: string) => boolean = () => false,
): Promise<{ readonly url: string; readonly response: Response | null }> {
  let url = from;
  for (let redirects = 0; redirects < 12; redirects += 1) {
    if (stop(url)) return { url, response: null };
    const response = await browser.get(url);
    if (response.status < 300 || response.status >= 400) return { url, response };
    url = locationOf(response);
  }
  throw new Error('it goes in circles');
}

export function isCallback(url: string): boolean {
  return new URL(url).pathname === '/auth/callback';
}

/** Signs in at the provider, and returns the address of the callback without visiting it. */
export async function signInToCallback(
  browser: Browser,
  app: Pick<TestApp, 'url'>,
  subject: string,
  query = '',
): Promise<string> {
  const form = await followRedirects(browser, `${app.url}/auth/login${query}`);
  const sent = await browser.post(form.url, new URL(form.url).origin, new URLSearchParams({ subject }));
  return (await followRedirects(browser, locationOf(sent), isCallback)).url;
}

/** Signs in and returns the response of the callback. */
export async function signIn(
  browser: Browser,
  app: Pick<TestApp, 'url'>,
  subject: string,
  query = '',
): Promise<Response> {
  return browser.get(await signInToCallback(browser, app, subject, query));
}

export interface Refreshed {
  readonly jwt: string;
  readonly token_type: string;
  readonly expires_at: string;
  readonly session_id: string;
  readonly account: { readonly provider: string; readonly subject: string };
  readonly session_expires_at: string;
}

export async function refresh(browser: Browser, app: Pick<TestApp, 'url'>): Promise<Refreshed> {
  const response = await browser.post(`${app.url}/auth/refresh`);
  if (response.status !== 200) throw new Error(`refresh: ${String(response.status)} ${await response.text()}`);
  return (await response.json()) as Refreshed;
}

/** Returns the status of a refresh. */
export async function refreshStatus(browser: Browser, app: Pick<TestApp, 'url'>): Promise<number> {
  return (await browser.post(`${app.url}/auth/refresh`)).status;
}

const CHECK = '{ sessionCheck { sessionId account { provider subject } principals { principalKey role } expiresAt } }';

export interface Checked {
  readonly sessionId: string;
  readonly account: { readonly provider: string; readonly subject: string };
  readonly principals: readonly { readonly principalKey: string; readonly role: string }[];
  readonly expiresAt: string;
}

interface SessionCheckRequest {
  readonly jwt?: string | undefined;
  readonly credential?: Credential;
  readonly acting?: { readonly provider: string; readonly subject: string };
  /** Unsigned headers, which may replace the signed `Authorization`. */
  readonly unsigned?: string;
}

export interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly session: Checked | undefined;
}

/** Sends a session check like the backend of a console: signed, with the JWT in `Authorization`. */
export async function check(
  app: TestApp,
  { jwt, credential, acting, unsigned }: SessionCheckRequest,
): Promise<Answered> {
  const signed = signRequest(
    {
      method: 'POST',
      url: `${app.url}/graphql`,
      headers: { 'content-type': 'application/json', ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }) },
      body: JSON.stringify({ query: CHECK }),
    },
    { credential: credential ?? app.console, acting },
    { now: new Date() },
  );
  const headers = { ...signed.headers, ...(unsigned !== undefined && { authorization: unsigned }) };
  const response = await fetch(signed.url, { method: 'POST', headers, body: signed.body as string });
  const { data, errors } = (await response.json()) as {
    data?: { sessionCheck: Checked } | null;
    errors?: { extensions: { code: string } }[];
  };
  return { status: response.status, code: errors?.[0]?.extensions.code, session: data?.sessionCheck };
}
