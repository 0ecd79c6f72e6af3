import type { Browser, Locator } from 'playwright-core';
import {
  accept,
  activate,
  checkpoint,
  createParty,
  createTrade,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  publishListing,
  startTrade,
  type StartedTrade,
} from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { advance, grant } from '../integration/sandbox/support';
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

/** A trade of one step with agreed items, which waits for its checkpoint. */
async function withItems(): Promise<StartedTrade> {
  const items = [
    { itemId: 'text', description: 'The text', weight: 4, must: true },
    { itemId: 'index', description: 'The index', weight: 2 },
  ];
  const steps = [{ title: 'The book', shareBps: 10_000, items }];
  const trade = await startTrade(provider, consumer, { steps });
  await activate(trade);
  const contract = { summary: 'The book.', items: items.map(({ itemId }) => ({ itemId })) };
  const input = { tradeKey: trade.tradeKey, stepNo: 1, ...contract };
  await mutate(provider.api, 'publishDeliveryContract', input, 'step { state }');
  return trade;
}

async function tradeOf<T>({ tradeKey }: StartedTrade, selection: string): Promise<T> {
  const { trade } = await principal<{ trade: T }>(
    consumer.api,
    `trade(tradeKey: $key) { ${selection} }`,
    { key: tradeKey },
    '($key: ID!)',
  );
  return trade;
}

/** The result that the open dialog promises, in stamps. */
async function promised(): Promise<number> {
  const text = await dialog.getByText(/your result is [−+\d]/).innerText();
  const digits = /result is ([−+\d\s]+)/.exec(text)?.[1] ?? '';
  return Number(digits.replace('−', '-').replaceAll(/[\s+]/g, ''));
}

test('the dialog of a checkpoint says what follows from the ticked items', async () => {
  const trade = await withItems();
  await ada.open(`trades/${trade.tradeKey}`);
  await press('Submit the checkpoint');
  const status = dialog.getByLabel('Is the delivery as agreed?');
  await dialog.getByText('The step passes').waitFor();
  expect(await promised()).toBe(-1_010);
  await dialog.getByLabel('Met: The text').uncheck();
  await dialog.getByText(/cover 0\s%/).waitFor();
  await dialog.getByText('The delivery is contested.').waitFor();

  await status.selectOption('FAILED');
  for (const name of ['The text', 'The index']) await dialog.getByLabel(`Met: ${name}`).check();
  await dialog.getByText('so choose Confirmed').waitFor();
  expect(await dialog.getByText(/your result is/).count()).toBe(0);

  await status.selectOption('CONFIRMED');
  await dialog.getByLabel('Met: The index').uncheck();
  await dialog.getByText(/cover 66\.66\s%, and 80\s% pass/).waitFor();
  await dialog.getByText('The delivery is contested.').waitFor();
  expect(await dialog.getByText('The step passes').count()).toBe(0);
  const result = await promised();
  await dialog.getByRole('button', { name: 'Submit the checkpoint' }).click();
  await dialog.waitFor({ state: 'detached' });
  const selection = 'settlementPreview(of: LAPSE) { netStamps } steps { coverageBps }';
  expect(await tradeOf(trade, selection)).toEqual({
    settlementPreview: { netStamps: result },
    steps: [{ coverageBps: 6_666 }],
  });
});

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

const DAY_SECONDS = 86_400;

/** A trade whose only step can be activated after a day. */
async function startTomorrow(): Promise<string> {
  const deal = await propose(provider, consumer);
  const step = {
    stepNo: 1,
    title: 'Later',
    providerPrincipalKey: provider.principalKey,
    providerAgentId: provider.agentId,
    consumerPrincipalKey: consumer.principalKey,
    consumerAgentId: consumer.agentId,
    priceStamps: 1_000,
    contractWindowSeconds: 3_600,
    checkpointWindowSeconds: 3_600,
    notBefore: new Date(Date.now() + DAY_SECONDS * 1_000).toISOString(),
  };
  const counter = {
    proposalKey: deal.proposalKey,
    decision: 'COUNTER',
    terms: { steps: [step], coverageThresholdBps: 8_000 },
  };
  await mutate(consumer.api, 'respondToProposal', counter, 'proposal { state }');
  await accept(deal, provider);
  return createTrade(consumer, deal.proposalKey);
}

test('an act that becomes possible by time is offered on the open page, and Home shows what time brings', async () => {
  const { page } = ada;
  await ada.open(`trades/${await startTomorrow()}`);
  await main.getByText(/^Not possible now/).waitFor();
  const home = await ada.context.newPage();
  await home.clock.install();
  await home.goto(`${app.url}/console/${consumer.principalKey}`);
  const expiring = home.getByText('A listing expires within a day');
  const expiresAt = new Date(Date.now() + 2 * DAY_SECONDS * 1_000).toISOString();
  const listing = { side: 'CONSUME', agentId: consumer.agentId, tradeProfile: 'time.test', priceStamps: 10, expiresAt };
  await publishListing(consumer, { ...listing, title: 'Wanted', description: 'x' });
  await home.getByText('Needs you (').waitFor();
  expect(await expiring.count()).toBe(0);
  await advance(consumer, { seconds: DAY_SECONDS + 60 });
  await page.bringToFront();
  await main.getByRole('button', { name: 'Activate the next step' }).waitFor();
  await home.bringToFront();
  await home.clock.fastForward(61_000);
  await expiring.waitFor();
});
