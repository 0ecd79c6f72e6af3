import type { Browser } from 'playwright-core';
import { readDocuments } from '../../src/console/documents';
import { createParty, mutate, type Party, propose, until } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { funded } from '../support/mandates';
import { withOwnerConnection } from '../support/parties';
import { buy } from '../support/ledger';
import { idFromKeyOrUuid } from '../../src/domain/keys';
import { type Human, signInHuman } from './support';

/** How often and how soon a page reads, and how it looks. */

jest.setTimeout(300_000);

let app: TestApp;
let chromium: Browser;
let party: Party;
let ada: Human;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  party = await createParty(app, 'Calm');
  const binding = { principalKey: party.principalKey, provider: 'local', subject: 'ada', role: 'OWNER' };
  await mutate(party.owner, 'putBinding', binding, 'binding { role }');
  ada = await signInHuman(app, chromium, 'ada');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(() => expect(ada.errors).toEqual([]));

const idOf = (wanted: string): string => [...readDocuments()].find(([, { name }]) => name === wanted)?.[0] ?? '';
const principalId = (): string => idFromKeyOrUuid('prn', party.principalKey) ?? '';

test('Home reads its data once at its start if nothing happens, and again after an event', async () => {
  const { page } = ada;
  // The page after the sign-in reads its data too, so it must be complete before the count begins.
  await page.getByText('Nothing waits for you.').waitFor();
  const names = new Map(['Home', 'EventGap'].map((name) => [idOf(name), name]));
  const reads: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/console/q')) return;
    const { documentId } = request.postDataJSON() as { documentId: string };
    if (names.has(documentId)) reads.push(names.get(documentId));
  });
  await ada.open('');
  await page.getByText('Nothing waits for you.').waitFor();
  await until(
    () => Promise.resolve(reads),
    (all) => all.includes('EventGap'),
  );
  expect(reads).toEqual(['Home', 'EventGap']);
  await withOwnerConnection(app, (db) => buy(db, principalId(), 5_000n));
  await page.getByText(/^5\s000 stamps$/).waitFor();
  expect(reads).toEqual(['Home', 'EventGap', 'Home']);
});

const ACTS = 20;

test('an act of a counterparty is on the page within 1 s in 19 of 20 cases', async () => {
  const { page } = ada;
  await withOwnerConnection(app, (db) => buy(db, principalId(), 50_000n));
  const other = await funded(app, 'Busy');
  await ada.open('proposals?view=all');
  await page.getByText('No proposal').first().waitFor();
  const times: number[] = [];
  for (let act = 0; act < ACTS; act += 1) {
    const { proposalKey } = await propose(other, party);
    const at = performance.now();
    await page.locator(`main a[href$="${proposalKey}"]`).first().waitFor();
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  expect(times[Math.ceil(ACTS * 0.95) - 1]).toBeLessThan(1_000);
});

const GROUND = 'getComputedStyle(document.body).backgroundColor';

test('the choice of colours in the menu changes the page, and stays after a reload', async () => {
  const { page } = ada;
  await page.emulateMedia({ colorScheme: 'light' });
  await ada.open('');
  const choice = page.getByLabel('Colours');
  await choice.waitFor();
  const light = await page.evaluate<string>(GROUND);
  await choice.selectOption('dark');
  const dark = await page.evaluate<string>(GROUND);
  expect(dark).not.toBe(light);
  await page.reload();
  await choice.waitFor();
  expect(await page.evaluate<string>(GROUND)).toBe(dark);
  await page.emulateMedia({ colorScheme: 'dark' });
  await choice.selectOption('light');
  expect(await page.evaluate<string>(GROUND)).toBe(light);
  await choice.selectOption('system');
  expect(await page.evaluate<string>(GROUND)).toBe(dark);
});
