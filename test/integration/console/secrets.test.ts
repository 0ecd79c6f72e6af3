import { readFileSync } from 'node:fs';
import type { Browser as Chromium, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../../support/app';
import { startChromium } from '../../support/chromium';

/** Secrets in the console: shown once, and stored nowhere. */

const MINUTES = 120_000;

let app: TestApp;
let chromium: Chromium;
let page: Page;
/** The address of every request, and all that pages wrote to their console. */
const traces: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  page = await (await chromium.newContext()).newPage();
  page.on('request', (request) => traces.push(request.url(), request.postData() ?? ''));
  page.on('console', (message) => traces.push(message.text()));
}, MINUTES);
afterAll(async () => {
  await chromium.close();
  await app.stop();
}, MINUTES);

const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const dialog = () => page.getByRole('dialog');

/** Returns the secret of the open dialog, after an attempt to close it by accident. */
async function shownSecret(): Promise<string> {
  const secret = dialog()
    .locator('code')
    .filter({ hasText: /^(sk_live_|whsec_)/ });
  await secret.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  return secret.innerText();
}

async function closeSecret(): Promise<void> {
  await press('I stored the secret');
  await dialog().waitFor({ state: 'detached' });
}

/** Runs in the page, whose types this program does not have. */
const STORED = `(async () => JSON.stringify([
  { ...localStorage },
  { ...sessionStorage },
  await indexedDB.databases(),
  await caches.keys(),
  location.href,
  history.state,
  document.documentElement.outerHTML,
]))()`;

/** All that the browser stores for the page. */
async function stored(): Promise<string> {
  return (await page.evaluate<string>(STORED)) + JSON.stringify(await page.context().storageState());
}

test(
  'should show each secret once, and keep it out of addresses, requests, storage and the page',
  async () => {
    const secrets: string[] = [];
    await page.goto(`${app.url}/console`);
    await page.getByLabel('Name').fill('ada');
    await press('Sign in');
    await page.waitForURL('**/console/welcome');

    await page.getByLabel('Name', { exact: true }).fill('Lingua Works');
    await press('Create principal');
    secrets.push(await shownSecret());
    const [file] = await Promise.all([page.waitForEvent('download'), press('Download as .env')]);
    expect(readFileSync(await file.path(), 'utf8')).toContain(`SIGNING_SECRET=${secrets[0] ?? ''}\n`);
    await closeSecret();

    await page.getByLabel('Name', { exact: true }).fill('Translator');
    await page.getByLabel('Description').fill('Translates novels.');
    await press('Register agent');
    secrets.push(await shownSecret());
    await closeSecret();

    await page.getByRole('link', { name: 'Translator' }).click();
    await press('Rotate key');
    await dialog().getByRole('button', { name: 'Rotate key' }).click();
    secrets.push(await shownSecret());
    await closeSecret();

    await page.getByRole('link', { name: 'Credentials', exact: true }).click();
    await press('Create a credential');
    await press('Create credential');
    secrets.push(await shownSecret());
    await closeSecret();
    await press('Rotate all');
    await press('Rotate and revoke the others');
    secrets.push(await shownSecret());
    await closeSecret();

    expect(new Set(secrets).size).toBe(5);
    const everything = traces.join('\n') + (await stored());
    for (const secret of secrets) expect(everything).not.toContain(secret);
    await page.reload();
    await page.getByRole('heading', { name: 'Credentials' }).waitFor();
    const afterwards = await stored();
    for (const secret of secrets) expect(afterwards).not.toContain(secret);
  },
  MINUTES,
);
