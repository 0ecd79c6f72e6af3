import type { Browser, Page } from 'playwright-core';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  publishContract,
  startTrade,
  type StartedTrade,
} from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { twoParties } from '../support/trades';
import { type Human, signInHuman } from './support';

/** The operators' page of one trade that waits for a ruling. */

jest.setTimeout(180_000);

let app: TestApp;
let chromium: Browser;
let parties: Readonly<Record<'provider' | 'consumer', Party>>;
let operator: Human;

beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  parties = await twoParties(app);
  operator = await signInHuman(app, chromium, 'operator');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

/** A trade whose consumer contests the delivery. */
async function contested(): Promise<StartedTrade> {
  const trade = await startTrade(parties.provider, parties.consumer, { price: 100 });
  await activate(trade);
  await publishContract(trade);
  const results = [
    { itemId: 'a', met: false, note: 'Absent.' },
    { itemId: 'b', met: true },
  ];
  await checkpoint(trade, { status: 'FAILED', results });
  return trade;
}

async function open({ tradeKey }: StartedTrade): Promise<Page> {
  const { page } = operator;
  await page.goto(`${app.url}/console/operator/trades/${tradeKey}`);
  await page.getByText('No rebuttal is filed.').waitFor();
  return page;
}

const rebut = ({ tradeKey, provider }: StartedTrade) =>
  mutate(provider.api, 'fileRebuttal', { tradeKey, stepNo: 1, statement: 'It is in the annex.' }, 'step { stepNo }');

test('the page shows a rebuttal that does not change the head of the queue, and an open dialog says so', async () => {
  // The queue reports the first deadline only, and that of this trade comes first.
  await contested();
  const trade = await contested();
  const page = await open(trade);
  await page.getByRole('button', { name: /^Checkpoint stands/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Nothing was said against it.');
  await rebut(trade);
  await dialog.getByRole('alert').getByText('The provider filed a rebuttal while this dialog was open.').waitFor();
  // Nothing of the text is lost, and the page below has the new evidence.
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Nothing was said against it.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('It is in the annex.').waitFor();
  expect(await page.getByText('No rebuttal is filed.').count()).toBe(0);
  expect(operator.errors).toEqual([]);
});
