import type { Browser } from 'playwright-core';
import { createParty, mutate, type Party } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { signInHuman } from './support';

/** Which page the console opens first. Others can add any human to their principal. */

jest.setTimeout(300_000);

let app: TestApp;
let chromium: Browser;
let party: Party;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  party = await createParty(app, 'Foreign');
  for (const [subject, role] of [
    ['eve', 'OWNER'],
    ['vera', 'VIEWER'],
  ]) {
    const binding = { principalKey: party.principalKey, provider: 'local', subject, role };
    await mutate(party.owner, 'putBinding', binding, 'binding { role }');
  }
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

test('a human whom another owner added sets up an own principal first, and a viewer sees the shared one', async () => {
  const { page, errors } = await signInHuman(app, chromium, 'eve');
  await page.goto(`${app.url}/console`);
  await page.getByRole('heading', { name: 'Principals of others' }).waitFor();
  expect(await page.getByText('You own').count()).toBe(0);
  await page.getByLabel('Name').fill('Own');
  await page.getByRole('button', { name: 'Create principal' }).click();
  await page.getByRole('button', { name: 'I stored the secret' }).click();
  await page.goto(`${app.url}/console`);
  await page.getByRole('heading', { level: 1, name: 'Own' }).waitFor();
  expect(errors).toEqual([]);

  const vera = await signInHuman(app, chromium, 'vera');
  await vera.page.getByRole('heading', { level: 1, name: 'Foreign' }).waitFor();
  expect(vera.principalKey()).toBe(party.principalKey);
  expect(vera.errors).toEqual([]);
});

test('a sign-out without its answer, before the first principal, says that the session lives', async () => {
  const { page, errors } = await signInHuman(app, chromium, 'nora');
  await page.getByRole('heading', { level: 1, name: 'Set up a principal' }).waitFor();
  await page.route('**/auth/logout', (route) => route.fulfill({ status: 503 }), { times: 1 });
  const button = page.getByRole('button', { name: 'Sign out' });
  await button.click();
  await page.getByText('You are still signed in.').waitFor();
  await button.click();
  await page.getByText('You are signed out').waitFor();
  expect(errors).toEqual([`503 ${app.url}/auth/logout`]);
});
