import type { Browser } from 'playwright-core';
import { parseOptions } from '../../packages/mcp/src/options';
import { type SignedRequest, signRequest } from '../../src/client';
import { createParty, mutate, type Party } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { type Human, signInHuman } from './support';

/** The pages for the developer of an agent. */

let app: TestApp;
let chromium: Browser;
let party: Party;
let ada: Human;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  party = await createParty(app, 'Maker');
  const binding = { principalKey: party.principalKey, provider: 'local', subject: 'ada', role: 'OWNER' };
  await mutate(party.owner, 'putBinding', binding, 'binding { role }');
  ada = await signInHuman(app, chromium, 'ada');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(() => expect(ada.errors).toEqual([]));

const BODY = '{"query":"mutation { reserveBond(input: {amountStamps: 10}) { principal { id } } }"}';

const signed = (now: Date): SignedRequest =>
  signRequest(
    { method: 'POST', url: `${app.url}/graphql?a=b`, headers: { 'Idempotency-Key': 'one' }, body: BODY },
    { credential: party.credential, agentId: party.agentId },
    { now },
  );

/** Examines a request on the page. Returns the errors, and the number of requests that the examination sent. */
async function examine(
  { method, url, headers }: SignedRequest,
  { body = BODY, secret = '' } = {},
): Promise<{ readonly errors: string[]; readonly status: string }> {
  const { page } = ada;
  await ada.open('doctor');
  await page.getByLabel('Method').fill(method);
  await page.getByLabel('Address').fill(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  await page.getByLabel('Headers').fill(lines.join('\n'));
  await page.getByLabel('Body').fill(body);
  await page.getByLabel('Signing secret').fill(secret);
  await page.getByRole('button', { name: 'Examine' }).click();
  const status = await page
    .getByRole('main')
    .getByText(/^(No error found|Errors: )/)
    .innerText();
  const errors = await page.getByRole('listitem').filter({ hasText: 'Error' }).allInnerTexts();
  return { errors: errors.map((text) => text.replace(/^Error\s+/, '')), status };
}

test('the signature doctor finds no error in a request of the client, and each error in a wrong one', async () => {
  const now = new Date();
  const { signingSecret } = party.credential;
  const right = signed(now);
  expect(await examine(right, { secret: signingSecret })).toEqual({ errors: [], status: 'No error found.' });

  const old = await examine(signed(new Date(now.getTime() - 3_600_000)));
  expect(old.errors).toEqual([expect.stringMatching(/^created is 36\d\d s old\./)]);
  const changed = await examine(right, { body: `${BODY} ` });
  expect(changed.errors).toEqual([expect.stringMatching(/^Content-Digest does not fit the body\./)]);
  const other = await examine(right, {
    secret: `${signingSecret.slice(0, -1)}${signingSecret.endsWith('0') ? '1' : '0'}`,
  });
  expect(other.errors).toEqual([expect.stringMatching(/^The signature does not fit\./)]);
  const elsewhere = await examine({ ...right, url: `${app.url}/graphql` }, { secret: signingSecret });
  expect(elsewhere.errors).toEqual([expect.stringMatching(/^The signature does not fit\./)]);
  const { 'idempotency-key': _, ...fewer } = right.headers;
  expect((await examine({ ...right, headers: fewer })).errors).toEqual([
    'Signed, but not among the headers: idempotency-key.',
  ]);
  const more = await examine({ ...right, headers: { ...right.headers, Authorization: 'Bearer x' } });
  expect(more.errors).toEqual(['Not signed: authorization.']);
  expect((await examine({ ...right, headers: {} })).errors).toEqual([
    'The header Signature-Input is missing.',
    'The request has a body, so it needs the header Content-Digest.',
    'The header Signature is missing.',
  ]);
});

test('the signature doctor sends neither the secret nor the request', async () => {
  const sent: string[] = [];
  ada.page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const { signingSecret } = party.credential;
  await examine(signed(new Date()), { secret: signingSecret });
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((text) => text.includes(signingSecret) || text.includes('reserveBond'))).toEqual([]);
});

test('the page Start here has an MCP configuration with the keys, which the MCP server accepts', async () => {
  await ada.open('start');
  const text = await ada.page.getByRole('region', { name: 'MCP configuration' }).innerText();
  const { mcpServers } = JSON.parse(text) as { mcpServers: { trading: { command: string; args: string[] } } };
  const [noInstall, program, ...args] = mcpServers.trading.args;
  expect([mcpServers.trading.command, noInstall, program]).toEqual(['npx', '--no-install', 'agent-trading-mcp']);
  expect(parseOptions(args, {})).toMatchObject({ url: app.url, agentId: party.agentKey, maxStamps: 2_000 });
});

/** Null with an error, because no principal has this key. */
const OTHERS = '{ principal(principalKey: "prn_00000000000000000000000000") { displayName } }';

test('the workbench keeps its requests over a reload, and finds one by its request id', async () => {
  const { page } = ada;
  await ada.open('workbench');
  for (const query of ['{ service { version } }', OTHERS]) {
    await page.getByLabel('GraphQL').fill(query);
    await page.getByRole('button', { name: 'Run query' }).click();
    await page.getByRole('button', { name: query, exact: true }).waitFor();
  }
  await page.reload();
  const rows = page.getByRole('listitem').filter({ hasText: ' ms' });
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).innerText()).toContain('With errors');
  const shown = await rows
    .nth(1)
    .getByTitle(/^Copy /)
    .getAttribute('title');
  await page.getByLabel('Request id').fill(shown?.replace('Copy ', '') ?? '');
  await rows.nth(1).waitFor({ state: 'detached' });
  expect(await rows.innerText()).toContain('{ service { version } }');
});

describe('In a browser whose storage is full', () => {
  const STORAGES = ['localStorage', 'sessionStorage'];
  beforeEach(async () => {
    await ada.open('workbench');
    for (const storage of STORAGES)
      await ada.page.evaluate(`for (let size = 2 ** 22; size > 0; size >>= 1)
        try { for (let at = 0; ; at += 1) ${storage}.setItem(\`full \${size} \${at}\`, 'x'.repeat(size)); } catch {}`);
  });
  afterEach(async () => {
    for (const storage of STORAGES) await ada.page.evaluate(`${storage}.clear()`);
  });

  test('the workbench runs queries', async () => {
    const { page } = ada;
    const run = page.getByRole('button', { name: 'Run query' });
    for (const query of ['{ service { policyVersion } }', '{ service { version } }']) {
      await page.getByLabel('GraphQL').fill(query);
      await run.click();
      await page.getByRole('button', { name: query, exact: true }).waitFor();
    }
  });

  test('a form sends its act, and the choice of colours changes the page', async () => {
    const { page } = ada;
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Rename the principal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Full Storage');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Full Storage' }).waitFor({ state: 'attached' });
    await page.getByLabel('Colours').selectOption('dark');
    await page.waitForFunction(`document.documentElement.dataset.theme === 'dark'`);
    await page.getByLabel('Colours').selectOption('system');
  });
});
