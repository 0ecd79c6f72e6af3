import 'reflect-metadata';
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { lastAuditAt } from '../src/ledger/audit/last-audit';
import { ledgerAudit } from '../src/workers/ledger/audit';
import { startTestApp, type TestApp } from '../test/support/app';
import { startChromium } from '../test/support/chromium';
import { useTestCluster } from '../test/support/cluster';
import { startReceiver } from '../test/support/receiver';
import { openStore, readableLog } from '../test/support/service';
import { setUp, signInHuman } from '../test/console/support';
import { northwind } from './console-demo/texts';
import { type Objects, tradeInAllStates } from './console-demo/trades';

/**
 * Writes the pictures of docs/console.md: `npm run build && npm run console:screenshots [screen ...]`.
 *
 * It starts the service on a database of its own, trades between four companies, and visits every screen in both themes.
 */

const FOLDER = resolve(__dirname, '..', 'docs', 'console');
const VIEWPORT = { width: 1280, height: 800 };
/** Time for lists, streams and the layout after the heading is shown. */
const SETTLE_MS = 1_200;
/** The period of the backtest, in which all trades of the pictures are settled. */
const PERIOD = 'since=2026-01-01T00:00:00.000Z&until=2100-01-01T00:00:00.000Z';
/** Pictures of the end of a page. */
const ENDS_OF_PAGES: ReadonlySet<string> = new Set(['operator-backtest']);
const MAX_BYTES = 5.5 * 1024 * 1024;

/** The screens by the names of their pictures. The paths are those of packages/console/src/router.tsx. */
function screensOf({ buyer, seller, running: inWork, open: proposed }: Objects): Record<string, string> {
  const own = buyer.principalKey;
  const lists = 'trades proposals approvals listings market network ledger wallet agents credentials people'.split(' ');
  const tools = 'start workbench events webhooks doctor'.split(' ');
  return {
    home: own,
    trade: `${own}/trades/${inWork.tradeKey}`,
    proposal: `${own}/proposals/${proposed.proposalKey}`,
    listing: `${own}/listings/${proposed.listingKey}`,
    counterparty: `${own}/counterparties/${seller.principalKey}`,
    agent: `${own}/agents/${buyer.agentKey}`,
    ...Object.fromEntries([...lists, ...tools].map((name) => [name, `${own}/${name}`])),
    welcome: 'welcome',
    'signed-out': 'signed-out',
    leave: `leave?to=${encodeURIComponent('https://translations.example/catalogue')}`,
  };
}

function operatorScreensOf({ disputed: inDispute }: Objects): Record<string, string> {
  const names = 'queue payments health policies log principals'.split(' ');
  return {
    'operator-ruling': `operator/trades/${inDispute.tradeKey}`,
    ...Object.fromEntries(names.map((name) => [`operator-${name}`, `operator/${name}`])),
    'operator-backtest': `operator/policies?candidate=slash_policy_v1&${PERIOD}`,
  };
}

async function photograph(page: Page, name: string): Promise<number> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  if (ENDS_OF_PAGES.has(name)) await page.mouse.wheel(0, 10_000);
  let bytes = 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const path = join(FOLDER, `${name}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    bytes += statSync(path).size;
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return bytes;
}

/** The screen of a sandbox, which is a service of its own. Returns the size of its pictures. */
async function photographSandbox(browser: Browser): Promise<number> {
  const app = await startTestApp({ ATS_CONSOLE: 'on', ATS_SANDBOX: 'true' });
  try {
    const human = await signInHuman(app, browser, northwind.subject, { viewport: VIEWPORT });
    await setUp(human, northwind.name, 'Growth', 'sandbox');
    await human.open('sandbox');
    const main = human.page.getByRole('main');
    for (const [profile, strategy] of [
      ['translation.de-en/v1', 'HONEST'],
      ['proofreading.en/v1', 'SHORT'],
    ] as const) {
      await main.getByLabel('Trade profile').fill(profile);
      await main.getByLabel('Strategy').selectOption(strategy);
      await main.getByRole('button', { name: 'Create counterparty' }).click();
      await main.getByRole('row', { name: profile }).waitFor();
    }
    await main.getByRole('button', { name: 'Inject fault' }).click();
    await main.getByRole('table', { name: 'Faults of this tab' }).waitFor();
    await main.getByRole('button', { name: 'Advance by 1 day' }).click();
    await main.getByText('The clock has reached').waitFor();
    if (human.errors.length > 0) console.warn(human.errors.join('\n'));
    return await photograph(human.page, 'sandbox');
  } finally {
    await app.stop();
  }
}

/** Runs the hourly audit now. A worker starts it five minutes after its own start. */
async function auditOnce(app: TestApp): Promise<void> {
  const store = await openStore(app.ownerUrl, app.clock);
  const task = ledgerAudit(store, 'pictures', readableLog());
  while ((await lastAuditAt(store)) === undefined) await task.run();
  await store.close();
}

async function main(only: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const cluster = await useTestCluster();
  const receiver = await startReceiver();
  const app = await startTestApp({ ATS_CONSOLE: 'on', ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  const browser = await startChromium();
  try {
    const objects = await tradeInAllStates(app, receiver.url('/hooks/northwind'));
    await auditOnce(app);
    let bytes = 0;
    const visit = async (subject: string, screens: Record<string, string>): Promise<void> => {
      const { page, context, errors } = await signInHuman(app, browser, subject, { viewport: VIEWPORT });
      for (const [name, path] of Object.entries(screens)) {
        if (only.length > 0 && !only.includes(name)) continue;
        await page.goto(`${app.url}/console/${path}`);
        bytes += await photograph(page, name);
        console.log(name);
      }
      if (errors.length > 0) console.warn(errors.join('\n'));
      await context.close();
    };
    await visit(northwind.subject, screensOf(objects));
    await visit('operator', operatorScreensOf(objects));
    if (only.length === 0 || only.includes('sandbox')) bytes += await photographSandbox(browser);
    console.log(`${(bytes / 1024 / 1024).toFixed(1)} MiB in ${FOLDER}`);
    if (bytes > MAX_BYTES) throw new Error(`The pictures have more than ${String(MAX_BYTES)} bytes.`);
  } finally {
    await browser.close();
    await app.stop();
    await receiver.stop();
    await cluster.stop();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
