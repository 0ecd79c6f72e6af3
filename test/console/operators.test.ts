import type { Browser } from 'playwright-core';
import { ledgerAudit } from '../../src/workers/ledger/audit';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { openStore, readableLog } from '../support/service';
import { settleBothWays, twoParties } from '../support/trades';
import { type Human, signInHuman, waitUntilRead } from './support';

/** The operators' pages Health and Policies, as far as they show what the service has computed. */

jest.setTimeout(180_000);

let app: TestApp;
let chromium: Browser;
let operator: Human;

beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  await settleBothWays(app, await twoParties(app));
  operator = await signInHuman(app, chromium, 'operator');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

async function open(path: string): Promise<Human['page']> {
  const { page } = operator;
  await page.goto(`${app.url}/console/operator/${path}`);
  await waitUntilRead(page);
  return page;
}

/** Runs an audit of a worker, as if the last one were an hour old. */
async function audit(): Promise<void> {
  await app.sql('DELETE FROM ledger_audit');
  const store = await openStore(app.ownerUrl, app.clock);
  const task = ledgerAudit(store, 'console', readableLog());
  for (let round = 0; round <= 5; round += 1) await task.run();
  await store.close();
}

describe('Health', () => {
  test('should say that no audit has run, and what to do', async () => {
    const page = await open('health');
    await page.getByRole('heading', { name: 'Audit: not yet' }).waitFor();
    expect(await page.getByText('npx ats audit').count()).toBeGreaterThan(0);
    expect(operator.errors).toEqual([]);
  });

  test('should show the checks of the last audit, and its findings with examples and advice', async () => {
    await audit();
    const page = await open('health');
    await page.getByRole('heading', { name: 'Audit: no findings' }).waitFor();
    await page.getByText('All checks').click();
    const table = page.getByRole('table', { name: 'Checks of the last audit' });
    await table.getByRole('row', { name: /^I1 all balances and deferred amounts add up to zero Ok 0$/ }).waitFor();
    await app.sql(`UPDATE event_head SET sequence = sequence + 1`);
    await audit();
    // The page reads again every 10 s.
    await page.getByRole('heading', { name: /^Audit: \d findings$/ }).waitFor({ timeout: 20_000 });
    const findings = page.getByRole('list', { name: 'Findings' });
    await findings.getByText(/^E1: \d findings$/).waitFor();
    await findings.getByText('its head says').first().waitFor();
    await findings.getByText('What to do:').waitFor();
    await page.getByText('Checks with findings: E1.').waitFor();
    expect(operator.errors).toEqual([]);
  });
});

describe('Policies', () => {
  const form = (page: Human['page']) => page.getByRole('form', { name: 'Try a policy' });

  test('should show how many past trades would settle differently, and who would gain how much', async () => {
    const page = await open('policies');
    const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 16);
    await form(page).getByLabel('Candidate').selectOption('slash_policy_v1');
    await form(page).getByLabel('Settled since').fill(day(-2));
    await form(page).getByLabel('Settled before').fill(day(400));
    await form(page).getByRole('button', { name: 'Compare' }).click();
    await page.getByText('1 trade would settle differently under slash_policy_v1.').waitFor();
    await page.getByText(/^Compared: 2 trades, .* The same under both: 1\. Not comparable: 0\.$/).waitFor();
    const table = page.getByRole('table', { name: /^Changed trades by failure class/ });
    await table.getByRole('row', { name: /^F1 stays F1 1 \+\d+ −\d+ 0 0$/ }).waitFor();
    // The address has the inputs, so a reload shows the same result.
    await page.reload();
    await page.getByText('1 trade would settle differently under slash_policy_v1.').waitFor();
    expect(await form(page).getByLabel('Candidate').inputValue()).toBe('slash_policy_v1');
    expect(operator.errors).toEqual([]);
  });

  test('should say that no trade was settled in a period, and show a refusal with its remedy', async () => {
    const page = await open('policies');
    await form(page).getByLabel('Settled since').fill('2001-01-01T00:00');
    await form(page).getByLabel('Settled before').fill('2001-01-02T00:00');
    await form(page).getByRole('button', { name: 'Compare' }).click();
    await page.getByText('No trade was settled in this period').waitFor();
    await form(page).getByLabel('Settled before').fill('2000-01-01T00:00');
    await form(page).getByRole('button', { name: 'Compare' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('must be after `since`').first().waitFor();
    await alert.getByText(/^Correct the members in/).waitFor();
    expect(operator.errors).toEqual([]);
  });
});

describe('Principals', () => {
  afterAll(() => app.sql(`DELETE FROM principal WHERE display_name = 'Filler'`));

  test('should find a principal behind 10,000 newer ones by a part of its name', async () => {
    const [party] = await app.sql<{ name: string }>(
      'SELECT display_name AS name FROM principal ORDER BY principal_id LIMIT 1',
    );
    await app.sql(`INSERT INTO principal (principal_id, display_name, max_open_trades, bond_limit_stamps, daily_spend_limit_stamps, created_at)
      SELECT ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Filler', 20, 1000000, 1000000, now() FROM generate_series(1, 10050) n`);
    const name = party?.name ?? '';
    const page = await open(`principals?text=${encodeURIComponent(name.slice(1))}`);
    await page.getByRole('table').getByText(name, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'First page' }).waitFor();
    expect(operator.errors).toEqual([]);
  });
});

test('a page of operators says that it receives no changes, until it receives them again', async () => {
  const { page } = operator;
  const banner = page.getByText(/No connection to the service/);
  await page.route('**/console/queues/**', (route) => route.abort());
  await open('queue');
  await banner.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await banner.waitFor({ state: 'detached' });
});
