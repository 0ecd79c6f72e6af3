import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { createParty, mutate, type Party, until } from '../support/actors';
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

test('the palette does not open over the form of an act, and the form stays with its trade', async () => {
  const { page } = vera;
  const { delivered, checked } = objects;
  const main = page.getByRole('main');
  await vera.open(`trades/${delivered.tradeKey}`);
  await main.getByTitle(delivered.tradeKey).waitFor();
  await goTo(checked.tradeKey);
  // The trade cannot complete any more, and the service refuses that preview.
  await main.getByText('If nobody acts any more').waitFor();
  await page.getByRole('button', { name: 'File the rebuttal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Statement').fill('All is there.');
  await page.keyboard.press('Control+K');
  // A press of Tab is handled after the press before, so the palette would be there.
  await page.keyboard.press('Tab');
  expect(await page.getByRole('combobox', { name: 'Page or key' }).count()).toBe(0);
  await page.goBack();
  await main.getByTitle(delivered.tradeKey).waitFor();
  expect(await dialog.count()).toBe(0);
  expect(vera.errors).toEqual([]);
});

test('the palette shows the choice that the arrow keys have reached', async () => {
  const { page } = vera;
  await vera.open('');
  await waitUntilRead(page);
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Page or key' }).waitFor();
  await page.keyboard.press('ArrowUp');
  const choices = page.getByRole('listbox', { name: 'Pages' });
  const chosen = choices.getByRole('option', { selected: true });
  const isInView = async (): Promise<boolean> => {
    const [list, option] = [await choices.boundingBox(), await chosen.boundingBox()];
    return (
      list !== null && option !== null && option.y >= list.y && option.y + option.height <= list.y + list.height + 1
    );
  };
  await until(isInView, (isShown) => isShown);
  expect(await chosen.innerText()).toBe(await choices.getByRole('option').last().innerText());
  await page.keyboard.press('Escape');
});

test('while a page of another object or principal loads, nothing of the one before is shown', async () => {
  const { page } = vera;
  const main = page.getByRole('main');
  const { delivered, checked } = objects;
  const second = await createParty(app, 'Second');
  const binding = { principalKey: second.principalKey, provider: 'local', subject: 'vera', role: 'OWNER' };
  await mutate(second.owner, 'putBinding', binding, 'binding { role }');
  await vera.open(`trades/${delivered.tradeKey}`);
  await main.getByTitle(delivered.tradeKey).waitFor();
  let release = await hold(checked.tradeKey);
  await goTo(checked.tradeKey);
  expect(await main.getByTitle(delivered.tradeKey).count()).toBe(0);
  await main.getByLabel('Loading').first().waitFor();
  await release();
  await main.getByTitle(checked.tradeKey).waitFor();

  await vera.open('');
  await main.getByText('Tickets', { exact: true }).waitFor();
  release = await hold(second.principalKey);
  await page.getByRole('combobox', { name: /^Principal/ }).selectOption({ label: 'Second' });
  await main.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
  expect(await main.getByText('Tickets', { exact: true }).count()).toBe(0);
  await release();
  await main.getByText('Tickets', { exact: true }).waitFor();
  await page.goto(`${app.url}/console/${reader.principalKey}`);
  expect(vera.errors).toEqual([]);
});

test('a trade profile that the service refuses leaves the form and what is in it', async () => {
  const { page } = vera;
  await vera.open('listings?publish=new');
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Review the listing' }) });
  await form.getByLabel('Title', { exact: true }).fill('My offer');
  const read = page.waitForRequest((request) => request.postData()?.includes('xxxx') === true);
  await form.getByLabel('Trade profile', { exact: true }).fill(` ${'x'.repeat(90)}`);
  await (await read).response();
  await drawn();
  expect(await form.getByLabel('Title', { exact: true }).inputValue()).toBe('My offer');
  await vera.open(`market?profile=${'x'.repeat(90)}`);
  await page.getByText('No listing of the market fits').waitFor();
  await page.getByLabel('Trade profile').fill('hostile.text0 ');
  await page.getByText('Figures of hostile.text0').waitFor();
  expect(vera.errors).toEqual([]);
});

async function drawn(): Promise<void> {
  await vera.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Goes to an object by the palette, and returns when the address names it. */
async function goTo(key: string): Promise<void> {
  const { page } = vera;
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Page or key' }).fill(key);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/${key}$`));
}

/** Holds the reads that name a key, until the returned function is called. */
async function hold(key: string): Promise<() => Promise<void>> {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  await vera.page.route('**/console/q', async (route) => {
    if (route.request().postData()?.includes(key) === true) await isOpen;
    await route.continue();
  });
  return async () => {
    open();
    await vera.page.unrouteAll({ behavior: 'wait' });
  };
}

test('a sign-out without its answer leaves the human on the page, and says that the session lives', async () => {
  await bind('wanda');
  const wanda = await signInHuman(app, chromium, 'wanda');
  const { page } = wanda;
  const button = page.getByRole('button', { name: 'Sign out' });
  const notice = page.getByText('You are still signed in.');
  await page.route('**/auth/logout', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await button.click();
  await notice.waitFor();
  await page.route('**/auth/logout', (route) => route.abort(), { times: 1 });
  await button.click();
  await notice.waitFor();
  expect(wanda.principalKey()).toBe(reader.principalKey);
  await button.click();
  await page.getByText('You are signed out').waitFor();
  expect(wanda.errors).toEqual([`503 ${app.url}/auth/logout`]);
});

test('a secret that is not stored stays when the human goes back, and says why', async () => {
  await bind('wilma');
  const wilma = await signInHuman(app, chromium, 'wilma');
  const { page } = wilma;
  await wilma.open('trades');
  await page.getByRole('link', { name: 'Credentials', exact: true }).click();
  await page.getByRole('button', { name: 'Create a credential' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create credential' }).click();
  await dialog.getByText('The service shows this secret only now.').waitFor();
  await page.evaluate('history.back()');
  await dialog.getByText('Store the secret before you leave this page.').waitFor();
  await page.waitForURL(/\/credentials$/);
  await dialog.getByRole('button', { name: 'I stored the secret' }).click();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
  expect(wilma.errors).toEqual([]);
});
