import type { Browser } from 'playwright-core';
import { mutate, type Party, propose } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { funded, respond } from '../support/mandates';
import { codeOf, refusalOf } from '../support/parties';
import { findingsOfDisplay } from './display';
import { confirm, type Human, signInHuman } from './support';

/** An owner decides what the agent may commit. Price 1000, fee 10, bond 200: a consumer commits 1210 stamps. */

const DAY = 86_400;

let app: TestApp;
let chromium: Browser;
let provider: Party;
let consumer: Party;
let ada: Human;
beforeAll(async () => {
  // The clock of a sandbox moves without the sign-ins of the humans.
  app = await startTestApp({ ATS_CONSOLE: 'on', ATS_SANDBOX: 'true' });
  chromium = await startChromium();
  [provider, consumer] = [await funded(app, 'Lingua'), await funded(app, 'Northwind')];
  for (const [subject, role] of [
    ['ada', 'OWNER'],
    ['vera', 'VIEWER'],
  ]) {
    const binding = { principalKey: consumer.principalKey, provider: 'local', subject, role };
    await mutate(consumer.owner, 'putBinding', binding, 'binding { role }');
  }
  ada = await signInHuman(app, chromium, 'ada');
  await ada.open(`agents/${consumer.agentKey}`);
  await ada.page.getByRole('button', { name: 'Set mandate' }).click();
  await ada.page.getByLabel('Ask an owner above, in stamps').fill('1000');
  await confirm(ada, 'Save mandate');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

/** The agent accepts a proposal, and is refused. Returns the proposal and the page to which the error links. */
async function refusedAcceptance() {
  const { proposalKey } = await propose(provider, consumer);
  const refusal = await refusalOf(respond(consumer, proposalKey, 'ACCEPT'));
  expect(refusal).toMatchObject({ code: 'approval_required', approvalStatus: 'PENDING' });
  return { proposalKey, url: String(refusal['url']), approvalKey: String(refusal['approvalKey']) };
}

/** The entry of the menu, with the number that waits. */
const entry = (count: number) =>
  ada.page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: count === 0 ? 'Approvals' : `Approvals ${String(count)} waiting`, exact: true });
const answer = (name: 'Approve' | 'Deny') => ada.page.getByRole('main').getByRole('button', { name });
const isState = (name: string) => ada.page.getByRole('main').getByText(name, { exact: true }).waitFor();

test('the badge counts a refused commitment, its url shows the cost, and one click lets the agent commit', async () => {
  const { page } = ada;
  await entry(0).waitFor();
  const { proposalKey, url } = await refusedAcceptance();
  await entry(1).waitFor();
  await ada.open('');
  const task = page.getByRole('listitem').filter({ hasText: 'Approve or deny a commitment' });
  expect(await task.innerText()).toMatch(/Northwind[^]*commits 1\s210 stamps/);
  await task.getByRole('link').click();
  await page.waitForURL(url);
  await page.getByRole('heading', { level: 1, name: 'Approval' }).waitFor();
  const fact = async (name: string) =>
    (await page.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition').innerText()).trim();
  expect(await fact('It commits at most')).toMatch(/^1\s210 stamps$/);
  expect(await fact('Bond in it')).toBe('200 stamps');
  expect(await fact('Agent')).toBe('Northwind');
  const steps = page.getByRole('table', { name: 'Steps of the terms' });
  expect(await steps.getByRole('row').nth(1).innerText()).toMatch(/Work[^]*Lingua[^]*Northwind[^]*1\s000/);
  expect(await findingsOfDisplay(page)).toEqual([]);
  await answer('Approve').click();
  await isState('Approved');
  await entry(0).waitFor();
  expect(await answer('Approve').count()).toBe(0);
  expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('done');
  await isState('Used');
  expect(ada.errors).toEqual([]);
});

test('a denial in the list leaves the commitment refused, and the badge goes away', async () => {
  const { proposalKey } = await refusedAcceptance();
  await entry(1).click();
  await ada.page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  await answer('Deny').click();
  await ada.page.getByText('No approval waits for an owner').waitFor();
  await entry(0).waitFor();
  await ada.page.getByRole('link', { name: /^All/ }).click();
  await isState('Denied');
  const again = await refusalOf(respond(consumer, proposalKey, 'ACCEPT'));
  expect(again).toMatchObject({ code: 'approval_required', approvalStatus: 'DENIED' });
  expect(ada.errors).toEqual([]);
});

test('the url leads a signed-out owner through the sign-in to the approval, and a viewer gets no answers', async () => {
  const { url } = await refusedAcceptance();
  const other = await (await chromium.newContext()).newPage();
  await other.goto(url);
  await other.getByLabel('Name').fill('ada');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('button', { name: 'Approve' }).waitFor();
  expect(other.url()).toBe(url);
  const vera = await signInHuman(app, chromium, 'vera');
  await vera.page.goto(url);
  await vera.page.getByText('It commits at most').waitFor();
  expect(await vera.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(vera.errors).toEqual([]);
});

test('an approval that expired on the open page cannot be given, and the page says so', async () => {
  const { proposalKey, url, approvalKey } = await refusedAcceptance();
  await ada.page.goto(url);
  await answer('Approve').waitFor();
  // The page cannot read that time has passed before the owner answers.
  let isStale = true;
  await ada.page.route('**/console/q', (route) => {
    if (route.request().headers()['idempotency-key'] !== undefined) isStale = false;
    return isStale ? route.abort() : route.continue();
  });
  await mutate(consumer.api, 'advanceClock', { seconds: DAY }, 'reachedAt');
  await answer('Approve').click();
  await isState('Expired');
  expect(await answer('Approve').count()).toBe(0);
  expect(ada.errors).toEqual([]);
  const again = await refusalOf(respond(consumer, proposalKey, 'ACCEPT'));
  expect(again).toMatchObject({ code: 'approval_required', approvalStatus: 'PENDING' });
  expect(again['approvalKey']).not.toBe(approvalKey);
});
