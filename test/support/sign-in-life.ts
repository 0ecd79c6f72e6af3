import { type Client, createClient, type Credential } from '../../src/client';
import {
  Browser,
  followRedirects,
  isCallback,
  locationOf,
  refresh,
  refreshStatus,
  signInToCallback,
} from '../integration/sign-in/support';
import type { RecordingProvider } from './recording-idp';
import type { Wiretap } from './wiretap';

/** Sign-ins and their failures, as browsers and a console perform them at `url`. */
interface Place {
  readonly url: string;
  readonly tap: Wiretap;
}

/** A browser that records only its requests to the service. */
function browserAt({ url, tap }: Place): Browser {
  const { origin } = new URL(url);
  return new Browser((input, init) => {
    const target = input instanceof Request ? input.url : input;
    return new URL(target).origin === origin ? tap.fetch(input, init) : fetch(input, init);
  });
}

const CHECK = '{ sessionCheck { sessionId account { provider subject } principals { principalKey role } expiresAt } }';

async function checked(console: Client, jwt: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${jwt}` };
  const answer = console.queryOrThrow<{ sessionCheck: { account: { subject: string } } }>(CHECK, {}, { headers });
  return answer.then(
    ({ sessionCheck }) => sessionCheck.account.subject,
    () => undefined,
  );
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} rather than ${String(expected)}`);
}

/** Failed sign-ins: the provider refuses, answers for another sign-in, or another browser returns. */
async function failures(place: Place, provider: RecordingProvider): Promise<void> {
  for (const manner of ['error', 'wrong nonce'] as const) {
    provider.manner = manner;
    const browser = browserAt(place);
    const { url } = await followRedirects(browser, `${place.url}/auth/login`, isCallback);
    expectSame(manner, (await browser.get(url, { accept: 'application/json' })).status, 401);
    expectSame('once more', (await browser.get(url)).status, 401);
  }
  provider.manner = 'right';
  const { url } = await followRedirects(browserAt(place), `${place.url}/auth/login`, isCallback);
  expectSame('another browser', (await browserAt(place).get(url, { accept: 'application/json' })).status, 401);
}

/** Two sessions with refreshes; one ends by a reused token, the other by signing out. */
async function session(place: Place, credential: Credential, begin: (browser: Browser) => Promise<string>) {
  const { url, tap } = place;
  const console = createClient({ url, credential, fetch: tap.fetch, retry: { attempts: 1 } });
  for (const end of ['reuse', 'logout']) {
    const browser = browserAt(place);
    const callback = await begin(browser);
    expectSame('callback', (await browser.get(callback)).status, 303);
    expectSame('callback again', (await browser.get(callback, { accept: 'application/json' })).status, 401);
    const old = browser.jar();
    const { jwt, account } = await refresh(browser, { url });
    expectSame('session check', await checked(console, jwt), account.subject);
    expectSame('a forged JWT', await checked(console, `${jwt.slice(0, -8)}AAAAAAAA`), undefined);
    await tap.fetch(`${url}/graphql`, { method: 'POST', headers: { authorization: `Bearer ${jwt}` } });
    if (end === 'reuse') {
      browser.put(old);
      expectSame('an old refresh token', await refreshStatus(browser, { url }), 401);
    } else {
      expectSame('logout', (await browser.post(`${url}/auth/logout`)).status, 204);
    }
    expectSame('session check after the end', await checked(console, jwt), undefined);
  }
}

/** Signs in with an external provider; one more sign-in stays open. */
export async function signInLife(place: Place, credential: Credential, provider: RecordingProvider): Promise<void> {
  await failures(place, provider);
  await session(
    place,
    credential,
    async (browser) => (await followRedirects(browser, `${place.url}/auth/login`, isCallback)).url,
  );
}

/** Signs in with the built-in provider, and submits its form again after the end. */
export async function builtInSignInLife(place: Place, credential: Credential): Promise<void> {
  await session(place, credential, async (browser) => {
    const callback = await signInToCallback(browser, place, 'typed-in-name');
    place.tap.keep('code', new URL(callback).searchParams.get('code') ?? '');
    return callback;
  });
  const browser = browserAt(place);
  const form = await followRedirects(browser, `${place.url}/auth/login`);
  const answer = new URLSearchParams({ subject: 'typed-in-name' });
  const sent = await browser.post(form.url, new URL(form.url).origin, answer);
  await followRedirects(browser, locationOf(sent), isCallback);
  expectSame('a form that is over', (await browser.post(form.url, new URL(form.url).origin, answer)).status, 400);
}
