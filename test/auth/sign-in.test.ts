import { startTestApp, type TestApp } from '../support/app';
import { Browser, check, follow, isCallback, locationOf, refresh, signIn, upToCallback } from './support';

/** Signing in over HTTP with the built-in identity provider: real OpenID Connect, plain fetch and a cookie jar. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a human signs in with authorization code and PKCE, and the page gets a JWT by refreshing', async () => {
  const browser = new Browser();
  const login = await browser.get(`${app.url}/auth/login?return_to=%2Fconsole%3Ftab%3Dtrades`);
  const asked = new URL(locationOf(login)).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid',
    redirect_uri: `${app.url}/auth/callback`,
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[A-Za-z0-9_-]{43}$/);

  const back = await signIn(browser, app, 'ada', '?return_to=%2Fconsole%3Ftab%3Dtrades');
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe('/console?tab=trades');

  const refreshed = await refresh(browser, app);
  expect(refreshed).toMatchObject({ token_type: 'Bearer', account: { provider: 'local', subject: 'ada' } });
  const { session } = await check(app, { jwt: refreshed.jwt });
  expect(session).toMatchObject({ sessionId: refreshed.session_id, account: refreshed.account, principals: [] });
});
