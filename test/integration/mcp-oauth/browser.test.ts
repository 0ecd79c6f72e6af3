import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser as Chromium, Page } from 'playwright-core';
import { mutate } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { startChromium } from '../../support/chromium';
import { createOwnedParty, type OwnedParty } from '../../support/oauth-owner';
import { until } from '../../support/service';

/** The consent in a real browser, which applies its own rules for forms, cookies and redirects. */

const MINUTES = 120_000;

let app: TestApp;
let party: OwnedParty;
let chromium: Chromium;
let page: Page;
let application: Server;
let redirectUri: string;
let received: URL[];

beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  party = await createOwnedParty(app, 'Browsing');
  const renamed = { principalKey: party.principalKey, displayName: 'Browsing' };
  await mutate(app.consoleFor(party.human, 'local'), 'renamePrincipal', renamed, 'principal { displayName }');
  chromium = await startChromium();
  application = createServer((request, response) => {
    received.push(new URL(request.url ?? '/', redirectUri));
    response.end('You can close this window.');
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  redirectUri = `http://127.0.0.1:${String((application.address() as AddressInfo).port)}/callback`;
}, MINUTES);
afterAll(async () => {
  await chromium.close();
  application.close();
  await app.stop();
}, MINUTES);
beforeEach(async () => {
  received = [];
  page = await (await chromium.newContext()).newPage();
});

async function openConsent(human = party.human): Promise<void> {
  const response = await fetch(`${app.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A desktop assistant', redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = (await response.json()) as { readonly client_id: string };
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'ats:read ats:trade ats:money',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  await page.goto(`${app.url}/oauth/authorize?${query.toString()}`);
  await page.getByLabel('Name').fill(human);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/oauth\/consent\//);
}

// @spec MC20
test(
  'should sign in, choose an agent and a scope, and send the code to the application',
  async () => {
    await openConsent();
    expect(await page.getByRole('heading').textContent()).toBe('Connect A desktop assistant?');
    expect(await page.getByLabel('It acts for').locator('option').allTextContents()).toEqual([
      'Browsing',
      'Every agent of this principal',
    ]);
    await page.getByLabel(/Buy tickets/).uncheck();
    await page.getByRole('button', { name: 'Connect' }).click();
    await until(() => received.length > 0, 'the application has got the answer');
    expect(received[0]?.searchParams.get('code')).toEqual(expect.any(String));
    const [row] = await app.sql(`SELECT scopes FROM credential WHERE label LIKE 'A desktop assistant%'`);
    expect(row).toEqual({ scopes: ['read', 'trade'] });
  },
  MINUTES,
);

// @spec MC20
test(
  'should cancel by the keyboard alone',
  async () => {
    await openConsent();
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await until(() => received.length > 0, 'the application has got the answer');
    expect(received[0]?.searchParams.get('error')).toBe('access_denied');
  },
  MINUTES,
);

// @spec MC20
test(
  'should choose nothing for a human whom only other owners added, who can still cancel',
  async () => {
    await openConsent((await createOwnedParty(app, 'Stranger')).human);
    expect(await page.getByLabel('It acts for').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.locator('select:invalid:focus').waitFor();
    expect(received).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await until(() => received.length > 0, 'the application has got the answer');
    expect(received[0]?.searchParams.get('error')).toBe('access_denied');
  },
  MINUTES,
);
