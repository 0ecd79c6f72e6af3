import type { Browser } from 'playwright-core';
import { until } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { keyboard } from './hands';
import {
  agreeOnTrade,
  confirm,
  deliver,
  type Human,
  matchAndOpen,
  publishListing,
  setUp,
  signInHuman,
} from './support';

let app: TestApp;
let chromium: Browser;
let ada: Human;
let ben: Human;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  [ada, ben] = [await signInHuman(app, chromium, 'ada'), await signInHuman(app, chromium, 'ben')];
  await setUp(ada, 'Lingua Works', 'Starter');
  await setUp(ben, 'Northwind Press', 'Starter');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

test('two humans make a trade in two browsers, from the first visit to the settlement', async () => {
  await agreeOnTrade(ada, ben, 'translation.first/v1');
  await deliver(ada, ben);
  await ben.page.getByRole('button', { name: 'Submit the checkpoint' }).click();
  await confirm(ben, 'Submit the checkpoint');
  for (const { page } of [ada, ben]) {
    await page.getByText('The trade was settled without a fault.').waitFor();
    await page.getByRole('button', { name: 'Verify the digest in this browser' }).click();
    await page.getByText('The inputs have the recorded digest.').waitFor();
  }
  // 200 for the step, less nothing: the provider pays no fee.
  expect(await ada.page.getByText('Result for you').locator('..').innerText()).toContain('+200');
  expect([...ada.errors, ...ben.errors]).toEqual([]);
});

test('a failed checkpoint, a rebuttal and the verdict of an operator in a third browser', async () => {
  const tradeKey = await agreeOnTrade(ada, ben, 'translation.disputed/v1');
  await deliver(ada, ben);
  await ben.page.getByRole('button', { name: 'Submit the checkpoint' }).click();
  await ben.page.getByLabel('Is the delivery as agreed?').selectOption('FAILED');
  await ben.page.getByLabel(/What is missing/).fill('The last page');
  await confirm(ben, 'Submit the checkpoint');
  await ada.page.getByRole('button', { name: 'File the rebuttal' }).click();
  await ada.page.getByLabel('Statement').fill('The last page is in the file.');
  await confirm(ada, 'File the rebuttal');

  const operator = await signInHuman(app, chromium, 'operator');
  await operator.page.goto(`${app.url}/console/operator/queue`);
  await operator.page.locator(`a[href$="${tradeKey}"]`).first().click();
  await operator.page.getByText('The last page is in the file.').waitFor();
  await operator.page.getByRole('button', { name: 'Passed …' }).click();
  await operator.page.getByLabel(/Reason/).fill('The last page is in the file.');
  await operator.page.keyboard.press('Control+Enter');
  for (const { page } of [ada, ben, operator])
    await page
      .getByText(/verdict overturned/i)
      .first()
      .waitFor();
  // The consumer was at fault: the provider gets the price, and a compensation.
  expect(await ada.page.getByText('Result for you').locator('..').innerText()).toContain('+240');
  expect(await ben.page.getByText('Result for you').locator('..').innerText()).toContain('−242');
  expect([...ada.errors, ...ben.errors, ...operator.errors]).toEqual([]);
});

test('two humans make a trade by the keyboard alone', async () => {
  const [provider, consumer] = [ada, ben].map((human) => ({ ...human, hand: keyboard(human.page) })) as [Human, Human];
  await agreeOnTrade(provider, consumer, 'translation.keyboard/v1');
  await deliver(provider, consumer);
  await consumer.hand.press(consumer.page.getByRole('button', { name: 'Submit the checkpoint' }));
  await confirm(consumer, 'Submit the checkpoint');
  for (const { page } of [provider, consumer]) await page.getByText('The trade was settled without a fault.').waitFor();
  expect([...ada.errors, ...ben.errors]).toEqual([]);
});

test('a mandate bounds what an agent accepts, and a higher limit allows it', async () => {
  const { page } = ben;
  const save = async (stamps: string): Promise<void> => {
    await ben.open('agents');
    await page.getByRole('link', { name: 'Northwind Press agent' }).click();
    await page.getByRole('button', { name: /(Set|Change) mandate/ }).click();
    await page.getByLabel('Stamps for each trade').fill(stamps);
    await confirm(ben, 'Save mandate');
  };
  await save('100');
  const profile = 'translation.bounded/v1';
  await publishListing(ada, { side: 'PROVIDE', title: 'A translation', price: 200, profile });
  await publishListing(ben, { side: 'CONSUME', title: 'Wanted: a translation', price: 200, profile });
  const proposalKey = await matchAndOpen(ben);
  await page.getByRole('button', { name: 'Reject' }).waitFor();
  expect(await page.getByRole('button', { name: 'Accept', exact: true }).isDisabled()).toBe(true);
  await page.getByText('The mandate of the agent does not allow this trade').waitFor();
  await page.getByRole('link', { name: 'Open the agent' }).waitFor();
  await save('400');
  await ben.open(`proposals/${proposalKey}`);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await confirm(ben, 'Accept');
  await ben.open('agents');
  await page.getByRole('link', { name: 'Northwind Press agent' }).click();
  const fact = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');
  // 200 for the step, 2 for its fee and 40 for the bond.
  await until(
    () => fact('Committed in total').innerText(),
    (text) => text.startsWith('242 stamps'),
  );
  await page.getByRole('button', { name: 'Revoke mandate' }).click();
  await confirm(ben, 'Revoke mandate');
  await page.getByText('Revoked').first().waitFor();
  expect([...ada.errors, ...ben.errors]).toEqual([]);
});
