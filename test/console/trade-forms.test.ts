import type { Browser, Locator } from 'playwright-core';
import {
  activate,
  checkpoint,
  createParty,
  mutate,
  type Party,
  principal,
  publishContract,
  startTrade,
  type StartedTrade,
} from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { grant } from '../integration/sandbox/support';
import { type Human, signInHuman } from './support';

/** The acts on a trade while its agents act, and while time passes. */

jest.setTimeout(300_000);

let app: TestApp;
let chromium: Browser;
let provider: Party;
let consumer: Party;
let ada: Human;
let dialog: Locator;
let main: Locator;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on', ATS_SANDBOX: 'true' });
  chromium = await startChromium();
  [provider, consumer] = [await createParty(app, 'Provider'), await createParty(app, 'Consumer')];
  for (const party of [provider, consumer]) await grant(party);
  const binding = { principalKey: consumer.principalKey, provider: 'local', subject: 'ada', role: 'OWNER' };
  await mutate(consumer.owner, 'putBinding', binding, 'binding { role }');
  ada = await signInHuman(app, chromium, 'ada');
  dialog = ada.page.getByRole('dialog');
  main = ada.page.getByRole('main');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(() => expect(ada.errors).toEqual([]));

const press = (name: string): Promise<void> => main.getByRole('button', { name, exact: true }).click();

const TWO_STEPS = [
  { title: 'Chapter 1', shareBps: 5_000 },
  { title: 'Chapter 2', shareBps: 5_000 },
];

/** A delivery of the step, which waits for its checkpoint. */
async function deliver(trade: StartedTrade, stepNo = 1): Promise<void> {
  await activate(trade);
  await publishContract(trade, stepNo);
}

test('the form of an act stays with its step, and keeps its inputs when others have acted', async () => {
  const trade = await startTrade(provider, consumer, { steps: TWO_STEPS });
  await deliver(trade);
  await ada.open(`trades/${trade.tradeKey}`);
  const name = 'Submit the checkpoint';
  const send = dialog.getByRole('button', { name, exact: true });
  await press(name);
  await dialog.getByRole('heading', { name: `${name}: 1. Chapter 1` }).waitFor();
  await dialog.getByLabel('Met: First part').uncheck();
  await dialog.getByLabel('What is missing').fill('The last page');
  // The agent of the same principal confirms the step, and the next one is delivered.
  await checkpoint(trade);
  await deliver(trade, 2);
  await main.locator('ol > li').nth(1).getByText('Delivery contract').waitFor();
  await dialog.getByText('This act is not possible any more').waitFor();
  expect(await dialog.getByLabel('What is missing').inputValue()).toBe('The last page');
  expect(await send.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  await press(name);
  await dialog.getByRole('heading', { name: `${name}: 2. Chapter 2` }).waitFor();
  await dialog.getByLabel('Met: Second part').uncheck();
  await dialog.getByLabel('What is missing').fill('The index');
  await checkpoint(trade, { status: 'CONFIRMED' }, 2);
  await main.getByText('The trade was settled without a fault.').waitFor();
  await dialog.getByText('This act is not possible any more').waitFor();
  expect(await dialog.getByLabel('What is missing').inputValue()).toBe('The index');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

async function tradeOf<T>({ tradeKey }: StartedTrade, selection: string): Promise<T> {
  const { trade } = await principal<{ trade: T }>(
    consumer.api,
    `trade(tradeKey: $key) { ${selection} }`,
    { key: tradeKey },
    '($key: ID!)',
  );
  return trade;
}

test('a note of an item stays while the answer changes, and is not sent for an item that is met', async () => {
  const trade = await startTrade(provider, consumer, { steps: TWO_STEPS });
  await deliver(trade);
  await ada.open(`trades/${trade.tradeKey}`);
  await press('Submit the checkpoint');
  const status = dialog.getByLabel('Is the delivery as agreed?');
  const notes = dialog.getByLabel('What is missing');
  await status.selectOption('FAILED');
  await notes.first().fill('The last page');
  await notes.last().fill('The index');
  await status.selectOption('CONFIRMED');
  await status.selectOption('FAILED');
  expect(await notes.first().inputValue()).toBe('The last page');
  await dialog.getByLabel('Met: First part').check();
  await dialog.getByRole('button', { name: 'Submit the checkpoint' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { steps } = await tradeOf<{ steps: object[] }>(trade, 'steps { checkpointResults { itemId met note } }');
  expect(steps[0]).toEqual({
    checkpointResults: [
      { itemId: 'a', met: true, note: null },
      { itemId: 'b', met: false, note: 'The index' },
    ],
  });
});
