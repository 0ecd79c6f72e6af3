import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { createParty, mutate, type Party } from '../support/actors';
import { startChromium } from '../support/chromium';
import { focusOf, tabTo } from './hands';
import { HOSTILE, HOSTILE_NAME, type HostileObjects, writeHostileTexts } from './hostile-texts';
import { type Human, signInHuman, waitUntilRead } from './support';

/** Texts of a hostile counterparty, two tabs of one browser, and a keyboard without a mouse. */

jest.setTimeout(300_000);

let app: TestApp;
let chromium: Browser;
let sender: Party;
let reader: Party;
let objects: HostileObjects;
let vera: Human;
const foreign: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  [sender, reader] = [await createParty(app, 'Sender'), await createParty(app, 'Reader')];
  const renamed = { principalKey: sender.principalKey, displayName: HOSTILE_NAME };
  await mutate(sender.owner, 'renamePrincipal', renamed, 'principal { displayName }');
  objects = await writeHostileTexts(sender, reader);
  await bind('vera');
  vera = await signInHuman(app, chromium, 'vera');
  vera.page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(app.url).origin) foreign.push(request.url());
  });
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

/** Makes a human of the console an owner of the reading principal. */
async function bind(subject: string): Promise<void> {
  const binding = { principalKey: reader.principalKey, provider: 'local', subject, role: 'OWNER' };
  await mutate(reader.owner, 'putBinding', binding, 'binding { role }');
}

/** Elements and attributes that no page of the console has, so they can only come from a text. */
const CREATED =
  'main :is(script, iframe, object, embed, img, style, form[action]), [onerror], [onload], [onfocus], [ontoggle], [href^="javascript:" i], [href^="vbscript:" i]';

async function read(path: string, texts: readonly string[]): Promise<string[]> {
  const { page } = vera;
  await vera.open(path);
  await waitUntilRead(page);
  const wrong: string[] = [];
  const created = await page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(CREATED)})].map((one) => one.outerHTML)`,
  );
  wrong.push(...created.map((html) => `created ${html}`));
  if (await page.evaluate<boolean>('"__xss" in window')) wrong.push('a script of a text ran');
  const shown = squeeze(await page.locator('main').innerText());
  wrong.push(...texts.filter((text) => !shown.includes(squeeze(text))).map((text) => `not shown: ${text}`));
  await page.setViewportSize({ width: 320, height: 700 });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  if (width > 320) wrong.push(`${String(width)} px wide in a window of 320 px`);
  await page.setViewportSize({ width: 1280, height: 900 });
  return wrong.map((text) => `${path}: ${text}`);
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ');

test('texts of a counterparty are shown as texts, and create no element, request or script', async () => {
  const { delivered, checked, proposalKey, listingKey } = objects;
  const wrong = [
    ...(await read('', [])),
    ...(await read('trades', [HOSTILE_NAME])),
    ...(await read(`trades/${delivered.tradeKey}`, [HOSTILE_NAME, ...HOSTILE])),
    ...(await read(`trades/${checked.tradeKey}`, [HOSTILE_NAME, ...HOSTILE])),
    ...(await read('proposals', [HOSTILE_NAME])),
    ...(await read(`proposals/${proposalKey}`, [HOSTILE_NAME, HOSTILE[0] ?? ''])),
    ...(await read('market', [HOSTILE_NAME, ...HOSTILE])),
    ...(await read(`listings/${listingKey}`, [])),
    ...(await read(`counterparties/${sender.principalKey}`, [HOSTILE_NAME, ...HOSTILE])),
    ...(await read('network', [HOSTILE_NAME])),
    ...(await read('events', [])),
  ];
  expect({ wrong, foreign, errors: vera.errors }).toEqual({ wrong: [], foreign: [], errors: [] });
});

test('a sign-out in one tab takes the other tab to the signed-out page within 5 s', async () => {
  await bind('walter');
  const walter = await signInHuman(app, chromium, 'walter');
  const other = await walter.context.newPage();
  await other.goto(`${app.url}/console/${reader.principalKey}/trades`);
  await other.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
  await walter.page.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL(/\/console\/signed-out$/, { timeout: 5_000 });
  await other.getByText('You are signed out').waitFor();
  expect(await other.getByText('Reader').count()).toBe(0);
});

test('the keyboard alone opens a trade and an act, and Escape cancels the act', async () => {
  const { page } = vera;
  await vera.open('');
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Page or key' }).waitFor();
  await page.keyboard.type('trades');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
  await page.locator('main a[href*="/trades/trd_"]').first().waitFor();
  const { tradeKey } = objects.checked;
  await tabTo(page, page.locator(`main a[href$="${tradeKey}"]`).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'File the rebuttal' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (let stops = 0; stops < 20; stops += 1) {
    const focus = await focusOf(page);
    // After the last field the browser focuses its own window, and never the page below the dialog.
    if (focus.isPage) expect(focus).toMatchObject({ isInDialog: true, isVisible: true });
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focusOf(page)).toMatchObject({ name: 'File the rebuttal', isVisible: true });
  expect(vera.errors).toEqual([]);
});
