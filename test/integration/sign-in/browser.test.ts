import type { Browser as Chromium, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../../support/app';
import { startChromium } from '../../support/chromium';
import { check, type Refreshed } from './support';

/** Sign-in with a real browser, which applies its own rules for cookies, redirects and origins. */

const MINUTES = 120_000;

let app: TestApp;
let chromium: Chromium;
let page: Page;
beforeAll(async () => {
  app = await startTestApp();
  chromium = await startChromium();
  page = await (await chromium.newContext()).newPage();
}, MINUTES);
afterAll(async () => {
  await chromium.close();
  await app.stop();
}, MINUTES);

/** Sends a request from a script of the page, with the browser's cookies. */
async function refreshed(): Promise<{ status: number; body: Refreshed }> {
  return page.evaluate(async () => {
    const response = await fetch('/auth/refresh', { method: 'POST', keepalive: true });
    return { status: response.status, body: (await response.json()) as never };
  });
}

async function cookie(name: string) {
  return (await page.context().cookies(app.url)).find((cookie) => cookie.name === name);
}

async function signIn(subject: string): Promise<void> {
  await page.goto(`${app.url}/auth/login`);
  await page.getByLabel('Name').fill(subject);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${app.url}/auth/signed-in`);
  expect(await page.getByRole('heading').textContent()).toBe('You are signed in');
}

test(
  'should sign in, refresh, end the session at the reuse of an old token, and sign out',
  async () => {
    await signIn('ada');
    expect(await cookie('ats_refresh')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(await page.evaluate('document.cookie')).toBe('');

    const old = await cookie('ats_refresh');
    const first = await refreshed();
    expect([first.status, first.body.account]).toEqual([200, { provider: 'local', subject: 'ada' }]);
    expect((await check(app, { jwt: first.body.jwt })).session?.sessionId).toBe(first.body.session_id);
    const second = await refreshed();
    expect((await check(app, { jwt: second.body.jwt })).session?.sessionId).toBe(first.body.session_id);

    if (!old) throw new Error('no refresh cookie');
    await page.context().addCookies([old]);
    expect((await refreshed()).status).toBe(401);
    expect(await cookie('ats_refresh')).toBeUndefined();
    for (const { body } of [first, second]) {
      expect(await check(app, { jwt: body.jwt })).toMatchObject({ code: 'session_invalid' });
    }

    await signIn('ada');
    const again = await refreshed();
    expect((await check(app, { jwt: again.body.jwt })).session?.account.subject).toBe('ada');
    await page.goto(`${app.url}/auth/signed-in`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${app.url}/auth/logout`);
    expect(await page.getByRole('heading').textContent()).toBe('You are signed out');
    expect(await cookie('ats_refresh')).toBeUndefined();
    expect(await check(app, { jwt: again.body.jwt })).toMatchObject({ code: 'session_invalid' });
  },
  MINUTES,
);

// @spec SS10
test(
  'should refuse a refresh and a sign-out from a page of another site',
  async () => {
    await signIn('bert');
    const session = await refreshed();
    // The same machine under another name is another site, so that the browser sends no cookies.
    const other = app.url.replace('127.0.0.1', 'localhost');
    await page.goto(`${other}/livez`);
    await page.setContent(`<form method="post" action="${app.url}/auth/logout"><button>Win a prize</button></form>`);
    const answered = page.waitForResponse(`${app.url}/auth/logout`);
    await page.getByRole('button').click();
    expect((await answered).status()).toBe(401);
    expect((await check(app, { jwt: session.body.jwt })).session?.account.subject).toBe('bert');
  },
  MINUTES,
);
