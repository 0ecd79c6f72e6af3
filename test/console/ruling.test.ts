import type { Browser, Page, Route } from 'playwright-core';
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

/** Lets every read of the preview of a coverage wait, and returns when the first one is on its way. */
function hold(page: Page, coverageBps: number, answer: (route: Route) => Promise<void>): Promise<void> {
  return new Promise((onHeld) => {
    void page.route('**/console/q', async (route) => {
      const { variables } = route.request().postDataJSON() as { variables?: { coverageBps?: number } };
      if (variables?.coverageBps !== coverageBps) return route.continue();
      onHeld();
      return answer(route);
    });
  });
}

const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

test('no figures of another coverage stand for one whose preview is being read, or cannot be read', async () => {
  const page = await open(await contested());
  await page.getByRole('button', { name: /^Own coverage/ }).click();
  const dialog = page.getByRole('dialog');
  const unknown = dialog.getByText('Enter a coverage to see what it costs whom.');
  await dialog.getByLabel('Reason').fill('Half of it is there.');

  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const isHeld = hold(page, 5_000, async (route) => {
    await released;
    await route.continue();
  });
  await dialog.getByLabel('Coverage in percent').fill('50');
  await isHeld;
  await page.evaluate(DRAWN);
  expect(await unknown.count()).toBe(1);
  release();
  await unknown.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });

  const problem = { code: 'service_unavailable', title: 'Busy', detail: 'Busy.', recovery: 'transient' };
  const json = { status: 503, contentType: 'application/problem+json', json: problem };
  const isRefused = hold(page, 6_000, (route) => route.fulfill(json));
  await dialog.getByLabel('Coverage in percent').fill('60');
  await isRefused;
  // The page below and the dialog stay.
  await page.getByText('No connection to the service').waitFor();
  expect(await unknown.count()).toBe(1);
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Half of it is there.');
  await page.unrouteAll({ behavior: 'wait' });
  await unknown.waitFor({ state: 'detached' });
});
