import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { signInIn } from '../test/console/support';
import { startTestApp } from '../test/support/app';
import { chromiumOptions } from '../test/support/chromium';
import { useTestCluster } from '../test/support/cluster';
import { freePort } from '../test/support/free-port';
import { startReceiver } from '../test/support/receiver';
import { northwind } from './console-demo/texts';
import { tradeInAllStates } from './console-demo/trades';

/**
 * Prints the Lighthouse figures of Home and of a trade: `npm run build && npm run console:lighthouse`.
 *
 * Lighthouse is fetched by `npx`, since nothing else needs it. It opens its pages in the browser that is signed in.
 */

const LIGHTHOUSE = 'lighthouse@12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string }>>;
}

async function measure(url: string, port: number): Promise<Report> {
  const options = ['--quiet', '--output=json', '--preset=desktop', '--disable-storage-reset', `--port=${String(port)}`];
  const args = ['--yes', LIGHTHOUSE, url, ...options, `--only-categories=${CATEGORIES.join(',')}`];
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 1 << 27 });
  return JSON.parse(stdout) as Report;
}

function print(name: string, { categories, audits }: Report): void {
  const scores = CATEGORIES.map((id) => `${id} ${String(Math.round((categories[id]?.score ?? 0) * 100))}`);
  console.log(`${name}: ${scores.join(', ')}`);
  for (const { score, title } of Object.values(audits)) if (score !== null && score < 0.9) console.log(`  ${title}`);
}

async function main(): Promise<void> {
  const cluster = await useTestCluster();
  const receiver = await startReceiver();
  const app = await startTestApp({ ATS_CONSOLE: 'on', ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  const profile = mkdtempSync(join(tmpdir(), 'ats-lighthouse-'));
  const port = await freePort();
  const options = chromiumOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...options.args, `--remote-debugging-port=${String(port)}`],
  });
  try {
    const { buyer, running } = await tradeInAllStates(app, receiver.url('/hooks/northwind'));
    await signInIn(context, app, northwind.subject);
    const home = `${app.url}/console/${buyer.principalKey}`;
    print('Home', await measure(home, port));
    print('Trade', await measure(`${home}/trades/${running.tradeKey}`, port));
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    await app.stop();
    await receiver.stop();
    await cluster.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
