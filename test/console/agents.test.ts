import type { Browser } from 'playwright-core';
import { mutate, type Party } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { funded } from '../support/mandates';
import { confirm, type Human, signInHuman } from './support';

/** An owner replaces the card of an agent, and retires it. */

let app: TestApp;
let chromium: Browser;
let party: Party;
let ada: Human;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  party = await funded(app, 'Lingua');
  for (const [subject, role] of [
    ['ada', 'OWNER'],
    ['vera', 'VIEWER'],
  ]) {
    const binding = { principalKey: party.principalKey, provider: 'local', subject, role };
    await mutate(party.owner, 'putBinding', binding, 'binding { role }');
  }
  ada = await signInHuman(app, chromium, 'ada');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

interface AgentState {
  readonly card: { readonly name: string; readonly version: string };
  readonly retiredAt: string | null;
}

async function stateOfAgent(): Promise<AgentState> {
  const { principal } = await party.api.queryOrThrow<{ principal: { agent: AgentState } }>(
    'query ($key: ID!) { principal { agent(agentKey: $key) { card retiredAt } } }',
    { key: party.agentKey },
  );
  return principal.agent;
}

test('an owner replaces the card as JSON, and a text that is no object is refused in the form', async () => {
  const { page } = ada;
  await ada.open(`agents/${party.agentKey}`);
  await page.getByRole('button', { name: 'Replace card' }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByLabel('Card (A2A 1.0 or 0.3)');
  const card = JSON.parse(await text.inputValue()) as object;
  await text.fill('[]');
  await dialog.getByRole('button', { name: 'Replace card' }).click();
  await dialog.getByText('This is not a JSON object.').waitFor();
  await text.fill('{"capabilities":{},"serial":12345678901234567890}');
  await dialog.getByRole('button', { name: 'Replace card' }).click();
  await dialog.getByText('The number 12345678901234567890 would change').waitFor();
  await text.fill(JSON.stringify({ ...card, name: 'Lingua 2', version: '2.0.0' }));
  await confirm(ada, 'Replace card');
  await page.getByRole('heading', { level: 1, name: 'Lingua 2' }).waitFor();
  expect((await stateOfAgent()).card).toMatchObject({ name: 'Lingua 2', version: '2.0.0' });
  expect(ada.errors).toEqual([]);
});

test('a change of a mandate keeps the seconds of its end', async () => {
  const { page } = ada;
  const { principalKey, agentKey } = party;
  const validUntil = '2100-01-31T01:54:47.000Z';
  const limits = { principalKey, agentKey, budgetStamps: 5, budgetPeriod: 'TOTAL', validUntil };
  await mutate(party.owner, 'putMandate', limits, 'agent { agentKey }');
  await ada.open(`agents/${agentKey}`);
  await page.getByRole('button', { name: 'Change mandate' }).click();
  await page.getByRole('dialog').getByLabel('Budget in stamps').fill('9');
  await confirm(ada, 'Save mandate');
  const { principal } = await party.api.queryOrThrow<{ principal: { agent: { mandate: object } } }>(
    'query ($key: ID!) { principal { agent(agentKey: $key) { mandate { validUntil budgetStamps } } } }',
    { key: agentKey },
  );
  expect(principal.agent.mandate).toEqual({ validUntil, budgetStamps: 9 });
  await page.getByRole('button', { name: 'Revoke mandate' }).click();
  await confirm(ada, 'Revoke mandate');
  await page.getByRole('button', { name: 'Set again' }).waitFor();
});

test('a viewer has no buttons for the card', async () => {
  const vera = await signInHuman(app, chromium, 'vera');
  await vera.open(`agents/${party.agentKey}`);
  await vera.page.getByRole('button', { name: 'Show the JSON' }).waitFor();
  expect(await vera.page.getByRole('button', { name: /^(Replace card|Retire agent)$/ }).count()).toBe(0);
  expect(vera.errors).toEqual([]);
});

test('a link to another site leads to a page that names the site, and no script can be its target', async () => {
  const { page, context } = ada;
  const address = 'https://hooks.example.com/a?b=c';
  await app.sql('UPDATE agent SET notification_url = $1', [address]);
  await ada.open(`agents/${party.agentKey}`);
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: `${address} (another site)` }).click(),
  ]);
  await opened.getByRole('heading', { level: 1, name: 'You leave the console' }).waitFor();
  const go = opened.getByRole('link');
  expect(await go.innerText()).toBe('Go to hooks.example.com');
  expect([await go.getAttribute('href'), await go.getAttribute('rel')]).toEqual([address, 'noreferrer noopener']);
  await opened.goto(`${app.url}/console/leave?to=${encodeURIComponent('javascript:alert(1)')}`);
  await opened.getByText('This is no address of a website.').waitFor();
  expect(await go.count()).toBe(0);
  await opened.close();
});

test('an owner retires the agent, which then publishes nothing and stays in the list', async () => {
  const { page } = ada;
  await ada.open(`agents/${party.agentKey}`);
  await page.getByRole('button', { name: 'Retire agent' }).click();
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
  expect((await stateOfAgent()).retiredAt).toBeNull();
  await confirm(ada, 'Retire agent');
  await page.getByRole('main').locator('header').getByText('Retired', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Retire agent' }).count()).toBe(0);
  expect((await stateOfAgent()).retiredAt).not.toBeNull();
  await ada.open('agents');
  await page.getByRole('row', { name: /Lingua 2 Retired/ }).waitFor();
  await ada.open('listings');
  await page.getByText('A listing belongs to an agent.').waitFor();
  expect(await page.getByRole('button', { name: 'Publish a listing' }).isDisabled()).toBe(true);
  expect(ada.errors).toEqual([]);
});

test('the acts on a credential fit a window of 1280 px', async () => {
  const { page } = ada;
  await ada.open('credentials');
  const table = page.getByRole('region', { name: 'Credentials, newest first' });
  await table
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .waitFor();
  const [width, visible] = await table.evaluate<[number, number], { scrollWidth: number; clientWidth: number }>(
    ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth],
  );
  expect(width).toBeLessThanOrEqual(visible);
});
