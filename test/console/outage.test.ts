import type { Browser, Page } from 'playwright-core';
import { buyTickets, createParty, mutate, type Party } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { type BuiltServer, builtServer } from '../support/built';
import { startChromium } from '../support/chromium';
import { type Human, signInHuman } from './support';

/** A page stays open while its service is killed and started again. */

jest.setTimeout(300_000);

const BANNER = /No connection to the service/;

/** Another process on the same database, which the outage does not concern. */
let app: TestApp;
let server: BuiltServer;
let chromium: Browser;
let party: Party;
let ada: Human;
let binding: { readonly bindingId: string };
beforeAll(async () => {
  app = await startTestApp();
  server = await builtServer({ ATS_CONSOLE: 'on', DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: app.dataDir });
  chromium = await startChromium();
  party = await createParty(app, 'Lasting');
  const input = { principalKey: party.principalKey, provider: 'local', subject: 'ada', role: 'OWNER' };
  ({ binding } = await mutate<{ binding: typeof binding }>(party.owner, 'putBinding', input, 'binding { bindingId }'));
  await buyTickets(party, 'STARTER');
  ada = await signInHuman(server, chromium, 'ada');
});
afterAll(async () => {
  await chromium.close();
  await server.kill('SIGTERM');
  await app.stop();
});

test('after an outage the page shows each event once without a reload, and the banner goes away', async () => {
  const { page } = ada;
  await ada.open('events');
  const credited = page.getByRole('row', { name: /Tickets credited/ });
  await credited.first().waitFor();
  expect(await credited.count()).toBe(1);
  await page.evaluate('window.isSamePage = true');

  await server.kill('SIGKILL');
  await page.getByText(BANNER).waitFor();
  // The last known state stays, and an event happens meanwhile.
  expect(await credited.count()).toBe(1);
  await buyTickets(party, 'STARTER');

  server = await builtServer(server.env);
  await page.getByText(BANNER).waitFor({ state: 'detached' });
  await credited.nth(1).waitFor();
  await buyTickets(party, 'STARTER');
  await credited.nth(2).waitFor();
  expect(await credited.count()).toBe(3);
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  expect(ada.errors).toEqual([]);
});

test('a page past the limit of sockets says so, and continues when another page is closed', async () => {
  const small = await builtServer({
    ATS_CONSOLE: 'on',
    DATABASE_URL: app.ownerUrl,
    ATS_DATA_DIR: app.dataDir,
    ATS_MAX_SOCKETS_PER_PRINCIPAL: '1',
  });
  try {
    const { page: first, context } = await signInHuman(small, chromium, 'ada');
    const second = await context.newPage();
    await second.goto(first.url());
    const pages = [first, second];
    const bannerOf = (page: Page) => page.getByText(/Too many pages of the console are open/);
    const withBanner = async (page: Page): Promise<Page> => {
      await bannerOf(page).waitFor();
      return page;
    };
    const limited = await Promise.any(pages.map(withBanner));
    await pages.find((page) => page !== limited)?.close();
    await bannerOf(limited).waitFor({ state: 'detached' });
  } finally {
    await small.kill('SIGTERM');
  }
});

test('a page that may receive no events any more says so', async () => {
  const { page } = ada;
  await ada.open('events');
  await page
    .getByRole('row', { name: /Tickets credited/ })
    .first()
    .waitFor();
  await mutate(party.owner, 'removeBinding', { principalKey: party.principalKey, ...binding }, '__typename');
  await buyTickets(party, 'STARTER');
  await page.getByText(/The service sends no changes to this page/).waitFor();
});
