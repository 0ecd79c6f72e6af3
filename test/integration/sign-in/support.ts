import { signRequest, type Credential } from '../../../src/client';
import type { TestApp } from '../../support/app';

/** A browser as far as signing in goes: follows redirects by hand and keeps cookies as hosts set them. */
export class Browser {
  /** By path and name. They go to a host whatever its port is, as in browsers. */
  private readonly cookies = new Map<string, string>();

  constructor(private readonly send: typeof fetch = fetch) {}

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(url, { headers: { accept: 'text/html', ...headers } });
  }

  /** A POST by a script of the page at `origin`; null: by nobody who would name one. */
  async post(url: string, origin: string | null = new URL(url).origin, body?: URLSearchParams): Promise<Response> {
    return this.fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...(origin !== null && { origin }) },
      ...(body && { body }),
    });
  }

  /** What the browser holds; a copy can be put back, as a thief would. */
  jar(): Map<string, string> {
    return new Map(this.cookies);
  }

  put(jar: ReadonlyMap<string, string>): void {
    this.cookies.clear();
    for (const [name, value] of jar) this.cookies.set(name, value);
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...this.cookies]
      .filter(([key]) => pathname.startsWith(key.slice(0, key.indexOf(' '))))
      .map(([key, value]) => `${key.slice(key.indexOf(' ') + 1)}=${value}`)
      .join('; ');
    const response = await this.send(url, {
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

/** Where an answer sends the browser. */
export function locationOf(response: Response): string {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`no redirect: ${String(response.status)}`);
  return new URL(location, response.url).href;
}

/** Goes on until a page wants an answer or `stop` says so; answers the page and its address. */
export async function follow(
  browser: Browser,
  from: string,
  stop: (url: string) => boolean = () => false,
): Promise<{ readonly url: string; readonly response: Response | null }> {
  let url = from;
  for (let hops = 0; hops < 12; hops += 1) {
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

/** From /auth/login to the address of the callback, which is not visited yet. */
export async function upToCallback(
  browser: Browser,
  app: Pick<TestApp, 'url'>,
  subject: string,
  query = '',
): Promise<string> {
  const form = await follow(browser, `${app.url}/auth/login${query}`);
  const sent = await browser.post(form.url, new URL(form.url).origin, new URLSearchParams({ subject }));
  return (await follow(browser, locationOf(sent), isCallback)).url;
}

/** Signs in; answers what the callback answered. */
export async function signIn(
  browser: Browser,
  app: Pick<TestApp, 'url'>,
  subject: string,
  query = '',
): Promise<Response> {
  return browser.get(await upToCallback(browser, app, subject, query));
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

/** The status of a refresh, whatever it is. */
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

interface Asked {
  readonly jwt?: string | undefined;
  readonly credential?: Credential;
  readonly acting?: { readonly provider: string; readonly subject: string };
  /** Sent in place of the signed `Authorization`, or beside a signature that does not cover it. */
  readonly unsigned?: string;
}

export interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly session: Checked | undefined;
}

/** The session check as a console's backend asks it: signed, the JWT in `Authorization`. */
export async function check(app: TestApp, { jwt, credential, acting, unsigned }: Asked): Promise<Answered> {
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
