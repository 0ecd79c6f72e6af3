import { get } from 'node:http';
import { cookiesFor } from '../../../src/api/http/sign-in/cookies';
import { useTestApp } from '../../support/app';
import { isCallback, Browser, check, followRedirects, locationOf, refresh, signIn, signInToCallback } from './support';

/** Sign-in over HTTP with the built-in OpenID Connect provider, plain fetch and a cookie jar. */

const app = useTestApp();

const login = (query = ''): string => `${app.url}/auth/login${query}`;

async function sessions(): Promise<number> {
  const [row] = await app.sql<{ count: number }>('SELECT count(*)::integer AS count FROM refresh_session');
  return row?.count ?? -1;
}

// @spec SS4
test('should sign in with authorization code and PKCE, and issue a JWT at refresh', async () => {
  const browser = new Browser();
  const parameters = new URL(locationOf(await browser.get(login()))).searchParams;
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid',
    redirect_uri: `${app.url}/auth/callback`,
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(parameters.get(name)).toMatch(/^[A-Za-z0-9_-]{43}$/);

  const response = await signIn(browser, app, 'ada', '?return_to=%2Fconsole%3Ftab%3Dtrades');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/console?tab=trades');

  const refreshed = await refresh(browser, app);
  expect(refreshed).toMatchObject({ token_type: 'Bearer', account: { provider: 'local', subject: 'ada' } });
  const { session } = await check(app, { jwt: refreshed.jwt });
  expect(session).toMatchObject({ sessionId: refreshed.session_id, account: refreshed.account, principals: [] });
});

test('should sign in another human in the same browser', async () => {
  const browser = new Browser();
  for (const subject of ['ada', 'bert', 'ada']) {
    await signIn(browser, app, subject);
    expect((await refresh(browser, app)).account).toEqual({ provider: 'local', subject });
  }
});

test('should end a sign-in without return_to on a page with a sign-out button', async () => {
  const browser = new Browser();
  const response = await signIn(browser, app, 'bert');
  const page = await browser.get(locationOf(response));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('action="/auth/logout"');
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/a\r\nset-cookie: x=y',
  'console',
  '/auth/login',
  `/${'a'.repeat(2048)}`,
])('should accept only a path of this service as return_to: %j', async (path) => {
  const response = await new Browser().get(login(`?return_to=${encodeURIComponent(path)}`), { accept: '*/*' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'validation_failed', fields: [{ pointer: '/return_to' }] });
});

test('should accept a callback of the provider once', async () => {
  const browser = new Browser();
  const callback = await signInToCallback(browser, app, 'cleo');
  expect((await browser.get(callback)).status).toBe(303);
  const before = await sessions();
  expect((await browser.get(callback)).status).toBe(401);
  expect(await sessions()).toBe(before);
});

test('should accept a callback only in the browser that started the sign-in', async () => {
  const callback = await signInToCallback(new Browser(), app, 'dora');
  const before = await sessions();
  const otherBrowser = new Browser();
  expect((await otherBrowser.get(callback)).status).toBe(401);
  await otherBrowser.get(login());
  expect((await otherBrowser.get(callback)).status).toBe(401);
  expect(await sessions()).toBe(before);
});

test('should allow two concurrent sign-ins in a browser', async () => {
  const browser = new Browser();
  const first = await followRedirects(browser, login('?return_to=%2Ffirst'));
  const second = await followRedirects(browser, login('?return_to=%2Fsecond'));
  const answers: (string | null)[] = [];
  for (const { url } of [first, second]) {
    const sent = await browser.post(url, new URL(url).origin, new URLSearchParams({ subject: 'emil' }));
    const { url: callback } = await followRedirects(browser, locationOf(sent), (at) => at.includes('/auth/callback'));
    answers.push((await browser.get(callback)).headers.get('location'));
  }
  expect(answers).toEqual(['/first', '/second']);
});

test.each([
  ['an invented state', (url: URL) => url.searchParams.set('state', 'A'.repeat(43))],
  ['no state', (url: URL) => url.searchParams.delete('state')],
  ['an invented code', (url: URL) => url.searchParams.set('code', 'A'.repeat(43))],
  ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  [
    'a refusal of the provider',
    (url: URL) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    },
  ],
])('should refuse a callback with %s', async (_, change) => {
  const browser = new Browser();
  const callback = new URL(await signInToCallback(browser, app, 'finn'));
  const before = await sessions();
  change(callback);
  const response = await browser.get(callback.href, { accept: 'application/json' });
  expect(response.status).toBe(401);
  const problem = (await response.json()) as { code: string; instance: string };
  expect(problem).toMatchObject({ code: 'session_invalid', instance: '/auth/callback' });
  expect(await sessions()).toBe(before);
});

test('should refuse an ID token with the nonce of another sign-in', async () => {
  const browser = new Browser();
  const parameters = new URL(locationOf(await browser.get(login())));
  parameters.searchParams.set('nonce', 'A'.repeat(43));
  const form = await followRedirects(browser, parameters.href);
  const sent = await browser.post(form.url, new URL(form.url).origin, new URLSearchParams({ subject: 'gina' }));
  const { url: callback } = await followRedirects(browser, locationOf(sent), isCallback);
  expect((await browser.get(callback)).status).toBe(401);
});

test('should refuse a code without its PKCE verifier', async () => {
  const ownBrowser = new Browser();
  const other = new Browser();
  const callback = new URL(await signInToCallback(ownBrowser, app, 'hugo'));
  const stolen = new URL(await signInToCallback(other, app, 'ines'));
  callback.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  expect((await ownBrowser.get(callback.href)).status).toBe(401);
});

test('should show one labelled field on the page of the built-in provider, and escape its value', async () => {
  const browser = new Browser();
  const { url, response } = await followRedirects(browser, login());
  const page = (await response?.text()) ?? '';
  expect(page.match(/<input/g)).toHaveLength(1);
  expect(page).toContain('<label for="subject">');
  expect(page).toContain('<html lang="en">');
  expect(response?.headers.get('content-security-policy')).toContain("default-src 'none'");
  const input = '"><script>alert(1)</script> x';
  const again = await browser.post(url, new URL(url).origin, new URLSearchParams({ subject: input }));
  expect(again.status).toBe(400);
  const text = await again.text();
  expect(text).not.toContain('<script');
  expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; x');
  expect(text).toContain('role="alert"');
});

test('should serve the built-in provider only under its own host', async () => {
  const { url } = await followRedirects(new Browser(), login());
  expect(await statusFor(url, 'evil.example')).toBe(421);
});

/** Sends a request with another Host header, which fetch does not allow. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

test('should redirect a sign-in under another name of the machine to the host of the cookies', async () => {
  const other = login('?return_to=%2Fx').replace('127.0.0.1', 'localhost');
  const response = await new Browser().get(other);
  expect(response.headers.get('location')).toBe(login('?return_to=%2Fx'));
});

// @spec SS4
test('should set HttpOnly and SameSite=Lax cookies, with __Host- and Secure on https but not on loopback http', async () => {
  const browser = new Browser();
  const response = await signIn(browser, app, 'jana');
  const set = response.headers.getSetCookie();
  expect(set.map((cookie) => cookie.slice(0, cookie.indexOf('=')))).toEqual(['ats_refresh', 'ats_jwt']);
  for (const cookie of set) {
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toMatch(/domain/i);
  }
  expect(cookiesFor(true).refresh.set('v', 60)).toBe(
    '__Host-ats_refresh=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
});

test('should send no-store with every response of the sign-in routes', async () => {
  const browser = new Browser();
  const answers = [await browser.get(login()), await signIn(browser, app, 'karl')];
  answers.push(await browser.post(`${app.url}/auth/refresh`), await browser.post(`${app.url}/auth/logout`));
  for (const answer of answers) expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('should allow one method for each sign-in route', async () => {
  const wrong = await new Browser().post(login());
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  const get = await new Browser().get(`${app.url}/auth/refresh`);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
});

test('should refuse a sign-in that took more than ten minutes', async () => {
  const browser = new Browser();
  const callback = await signInToCallback(browser, app, 'lena');
  app.clock.advance(601);
  const response = await browser.get(callback);
  expect(response.status).toBe(401);
  expect(await response.text()).toContain('Sign in again');
});
