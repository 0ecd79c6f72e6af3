import type { Browser, Locator } from 'playwright-core';
import { balances, mutate, type Party, startTrade } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { twoParties } from '../support/trades';
import { type Human, signInHuman, waitUntilRead } from './support';

/** Changes that no event reports: the stamps that an agent moves. */

jest.setTimeout(180_000);

let app: TestApp;
let chromium: Browser;
let provider: Party;
let consumer: Party;
let ada: Human;
let main: Locator;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  ({ provider, consumer } = await twoParties(app));
  const binding = { principalKey: consumer.principalKey, provider: 'local', subject: 'ada', role: 'OWNER' };
  await mutate(consumer.owner, 'putBinding', binding, 'binding { role }');
  ada = await signInHuman(app, chromium, 'ada');
  main = ada.page.getByRole('main');
  await ada.page.clock.install();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(() => expect(ada.errors).toEqual([]));

const move = (operation: 'reserveBond' | 'releaseBond', amountStamps: number) =>
  mutate(consumer.api, operation, { amountStamps }, 'principal { bondAvailableStamps }');

/** Opens a page, and returns when it has read what changed while its stream began. */
async function openAndSettle(path: string): Promise<void> {
  const { page } = ada;
  const asksForGap = page.waitForResponse((response) => response.request().postData()?.includes('"from"') === true);
  await ada.open(path);
  await main.getByRole('heading').first().waitFor();
  await page.clock.fastForward(3_000);
  await asksForGap;
  await page.clock.runFor(1_000);
  await waitUntilRead(page);
}

test('the open wallet shows the stamps that an agent has moved', async () => {
  await openAndSettle('wallet');
  await main.getByRole('button', { name: 'Reserve bond' }).waitFor();
  await move('reserveBond', 77);
  await ada.page.clock.fastForward(16_000);
  await main.getByText('77 stamps').waitFor();
});

test('the page of a trade offers an act when its stamps have arrived', async () => {
  const { tradeKey } = await startTrade(provider, consumer, { price: 100 });
  const { ticketBalanceStamps } = await balances(consumer);
  await move('reserveBond', ticketBalanceStamps);
  await openAndSettle(`trades/${tradeKey}`);
  await main.getByText(/^Not possible now/).waitFor();
  await move('releaseBond', ticketBalanceStamps);
  await ada.page.clock.fastForward(16_000);
  await main.getByRole('button', { name: 'Activate the next step' }).waitFor();
});
