import type { Browser, Locator } from 'playwright-core';
import { createParty, mutate, type Party } from '../support/actors';
import { createClient } from '../../src/client';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { codeOf } from '../support/parties';
import { grant } from '../integration/sandbox/support';
import { findingsOfDisplay } from './display';
import { type Human, matchAndOpen, publishListing, setUp, signInHuman } from './support';

/** The screen of a sandbox, and the pages of a sandbox at its test clock. */

let app: TestApp;
let chromium: Browser;
let ada: Human;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on', ATS_SANDBOX: 'true' });
  chromium = await startChromium();
  ada = await signInHuman(app, chromium, 'ada');
  await setUp(ada, 'Lingua Works', 'Starter', 'sandbox');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
beforeEach(() => ada.open('sandbox'));
afterEach(() => expect(ada.errors).toEqual([]));

const card = (title: string): Locator =>
  ada.page.getByRole('main').locator('section', { has: ada.page.getByRole('heading', { name: title, exact: true }) });
const press = (of: Locator, name: string): Promise<void> => of.getByRole('button', { name, exact: true }).click();

async function aheadSeconds(): Promise<number> {
  const { sandbox } = await app.operator.queryOrThrow<{ sandbox: { clock: { advancedSeconds: number } } }>(
    '{ sandbox { clock { advancedSeconds } } }',
  );
  return sandbox.clock.advancedSeconds;
}

/** The agent of the human's principal. */
async function agentOf(human: Human): Promise<string> {
  const { principal } = await app.consoleFor(human.subject, 'local').queryOrThrow<{
    principal: { agents: { nodes: { agentId: string }[] } };
  }>('query ($key: ID!) { principal(principalKey: $key) { agents { nodes { agentId } } } }', { key: human.principalKey() });
  return principal.agents.nodes[0]?.agentId ?? '';
}

test('the clock moves by a button, by a span, to a time and to the next work, and the pages follow it', async () => {
  const { page } = ada;
  const clock = card('Test clock');
  await clock.getByText('not at all').waitFor();
  await press(clock, 'Advance by 1 hour');
  await clock.getByText('The clock has reached').waitFor();
  expect(Math.abs((await aheadSeconds()) - 3_600)).toBeLessThan(30);
  await clock.getByText('1 hour', { exact: true }).waitFor();

  await clock.getByLabel('Advance by', { exact: true }).fill('3');
  await clock.getByLabel('Unit of: Advance by').selectOption('days');
  await press(clock, 'Advance by this span');
  await clock.getByText('3 days 1 hour', { exact: true }).waitFor();

  // A purchase of before is 3 days old at the test clock.
  await ada.open('wallet');
  await page.getByRole('cell', { name: '3 days ago' }).first().waitFor();
  await page.getByRole('link', { name: 'Sandbox', exact: true }).first().click();

  const expiresAt = new Date(Date.now() + ((await aheadSeconds()) + 2 * 86_400 + 600) * 1_000).toISOString();
  const listing = {
    title: 'A translation',
    tradeProfile: 'clock.test/v1',
    side: 'PROVIDE',
    priceStamps: 500,
    expiresAt,
  };
  const owner = app.consoleFor('ada', 'local');
  await mutate(
    owner,
    'publishListing',
    { ...listing, principalKey: ada.principalKey(), agentId: await agentOf(ada) },
    'listing { listingKey }',
  );
  await ada.open('listings');
  await page.getByText('2 d 0 h left').waitFor();
  await ada.open('sandbox');
  await press(clock, 'Advance to the next work');
  await clock.getByText('The clock has reached').waitFor();
  // The next work is the end of the listing.
  await ada.open('listings?view=closed');
  await page.getByRole('main').getByRole('link', { name: 'A translation' }).waitFor();
});

test('a time in the past is refused, and the page shows the error', async () => {
  const clock = card('Test clock');
  const before = await aheadSeconds();
  await clock.getByLabel('Advance to').fill('2020-01-01T00:00');
  await press(clock, 'Advance to this time');
  await clock.getByRole('alert').getByText('must move the clock forward').first().waitFor();
  expect(await aheadSeconds()).toBe(before);
});

test('tickets are granted to the principal, and an unknown principal is an error on the page', async () => {
  const tickets = card('Tickets');
  const balance = async (): Promise<string> => {
    await ada.open('');
    return ada.page.getByRole('main').locator('li', { hasText: 'Tickets' }).innerText();
  };
  const before = await balance();
  await ada.open('sandbox');
  await tickets.getByLabel('Pack').selectOption('GROWTH');
  await press(tickets, 'Grant tickets');
  await tickets.getByText('Credited').waitFor();
  expect(await balance()).not.toBe(before);
  await ada.open('sandbox');
  await tickets.getByLabel('Principal').fill('prn_00000000000000000000000000');
  await press(tickets, 'Grant tickets');
  await tickets.getByRole('alert').waitFor();
});

test('a purchase opens no page, and the texts of the wallet and of the first visit say so', async () => {
  const { page } = ada;
  for (const path of [`${ada.principalKey()}/wallet`, 'welcome']) {
    await page.goto(`${app.url}/console/${path}`);
    await page.getByText('This is a sandbox: no money is paid, no page opens').waitFor();
    expect(await page.getByText('The checkout page opens').count()).toBe(0);
  }
  await page.goBack();
  await page.getByRole('button', { name: /^Buy Starter/ }).click();
  await page
    .getByRole('row', { name: /Starter Credited/ })
    .nth(1)
    .waitFor();
  expect(page.url()).toMatch(/\/wallet$/);
});

test('a counterparty appears in the list and trades, and a wrong profile is an error on the page', async () => {
  const { page } = ada;
  const others = card('Counterparties');
  await others.getByLabel('Trade profile').fill('No Profile');
  await press(others, 'Create counterparty');
  await others.getByRole('alert').waitFor();
  expect(await others.getByRole('table').count()).toBe(0);

  await others.getByLabel('Side').selectOption('CONSUME');
  await others.getByLabel('Strategy').selectOption('FALSE_SHORTFALL');
  await others.getByLabel('Trade profile').fill('practice.console/v1');
  await others.getByLabel('Seed').fill('7');
  await press(others, 'Create counterparty');
  const row = others.getByRole('row', { name: /False shortfall consumer practice\.console\/v1 7/ });
  await row.waitFor();
  // The list survives a reload.
  await page.reload();
  await row.waitFor();

  await publishListing(ada, { side: 'PROVIDE', title: 'Practice', price: 500, profile: 'practice.console/v1' });
  await matchAndOpen(ada);
  await page.getByText('Who takes part').waitFor();
  // The counterparty accepts as soon as it can.
  await page.getByText('Accepted', { exact: true }).first().waitFor();
});

describe('A fault', () => {
  let party: Party;
  beforeAll(async () => {
    party = await createParty(app, 'Careful');
    const binding = { principalKey: party.principalKey, provider: 'local', subject: 'ada', role: 'OWNER' };
    await mutate(party.owner, 'putBinding', binding, 'binding { role }');
    await grant(party);
  });

  test('happens to the agents of the principal as often as the owner says, and its count has limits', async () => {
    await ada.page.goto(`${app.url}/console/${party.principalKey}/sandbox`);
    const faults = card('Faults');
    await faults.getByLabel('Times').fill('101');
    await press(faults, 'Inject fault');
    await faults.getByRole('alert').getByText('must be from 1 to 100').first().waitFor();
    await faults.getByLabel('Fault').selectOption('ERROR_AFTER_COMMIT');
    await faults.getByLabel('Times').fill('1');
    await press(faults, 'Inject fault');
    await faults.getByRole('row', { name: 'Error after commit agents of Careful 1' }).waitFor();

    const { credential, agentId } = party;
    const api = createClient({ url: app.url, credential, agentId, retry: { attempts: 1 } });
    const publish = (key: string) => {
      const listing = { agentId, side: 'PROVIDE', tradeProfile: `fault.${key}`, title: 'Work', priceStamps: 500 };
      return codeOf(mutate(api, 'publishListing', listing, 'listing { listingKey }', key));
    };
    // The listing of the first call exists, and its repeat gets the stored answer.
    expect([await publish('first'), await publish('first'), await publish('second')]).toEqual([
      'service_unavailable',
      'done',
      'done',
    ]);
  });
});

test('every part of the screen is accessible in every way of display', async () => {
  const others = card('Counterparties');
  await others.getByLabel('Trade profile').fill('practice.display/v1');
  await press(others, 'Create counterparty');
  await others.getByRole('row', { name: /practice\.display\/v1/ }).waitFor();
  expect(await findingsOfDisplay(ada.page)).toEqual([]);
});

test('a live service has no entry in the menu, and says on the page that it is not a sandbox', async () => {
  const live = await startTestApp({ ATS_CONSOLE: 'on' });
  try {
    const human = await signInHuman(live, chromium, 'ada');
    await setUp(human, 'Lingua Works', 'Starter');
    expect(await human.page.getByRole('link', { name: 'Webhooks' }).count()).toBe(1);
    expect(await human.page.getByRole('link', { name: 'Sandbox' }).count()).toBe(0);
    expect(await human.page.getByText('Test clock').count()).toBe(0);
    await human.open('sandbox');
    await human.page.getByText('This service is not a sandbox').waitFor();
    expect(human.errors).toEqual([]);
  } finally {
    await live.stop();
  }
});
