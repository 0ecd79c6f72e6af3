import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { agreeOnTrade, deliver, type Human, setUp, signInHuman, waitUntilRead } from './support';

/** Every screen of the console: axe-core in light and in dark, a narrow window, and no fault in the browser. */

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const PROFILE = 'translation.access/v1';
const NARROW = 320;

// Twenty screens, each twice, take a minute on two slow cores.
jest.setTimeout(300_000);

let app: TestApp;
let chromium: Browser;
let ada: Human;
let operator: Human;
let base: string;
const keys: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  ada = await signInHuman(app, chromium, 'ada');
  const ben = await signInHuman(app, chromium, 'ben');
  operator = await signInHuman(app, chromium, 'operator');
  await setUp(ada, 'Lingua Works', 'Starter');
  await setUp(ben, 'Northwind Press', 'Starter');
  [base, keys['counterpartyKey']] = [ada.principalKey(), ben.principalKey()];
  keys['tradeKey'] = await agreeOnTrade(ada, ben, PROFILE);
  await deliver(ada, ben);
  const key = async (path: string, prefix: string): Promise<string> => {
    await ada.open(path);
    const link = ada.page.locator(`main a[href*="/${prefix}_"]`).first();
    return new RegExp(`${prefix}_[a-z0-9]+`).exec((await link.getAttribute('href')) ?? '')?.[0] ?? '';
  };
  keys['proposalKey'] = await key('proposals?view=all', 'prp');
  keys['listingKey'] = await key('listings', 'lst');
  keys['agentKey'] = await key('agents', 'agt');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

/** The paths of the screens in the source of the router, so that a new screen is visited too. */
function screens(table: 'principalScreens' | 'operatorScreens'): string[] {
  const source = readFileSync('packages/console/src/router.tsx', 'utf8');
  const [, body = ''] = new RegExp(`const ${table}[^{]*= \\{([^}]*)\\}`).exec(source) ?? [];
  const paths = [...body.matchAll(/^ {2}'?([^':\n]+)'?: \(\) => import/gm)].map(([, path]) => path ?? '');
  return paths.map((path) =>
    path.replace('/', path === '/' ? '' : '/').replace(/\$(\w+)/, (_, name: string) => keys[name] ?? `no ${name}`),
  );
}

async function violations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate<boolean>('"axe" in window');
  if (!isLoaded) await page.evaluate(AXE);
  const { violations: found } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`));
}

/** Visits a page once, and returns everything that is wrong on it. */
async function visit({ page, faults }: Human, path: string): Promise<string[]> {
  const before = faults.length;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${app.url}/console/${path}`);
  await waitUntilRead(page);
  const wrong: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    wrong.push(...(await violations(page)).map((text) => `${colorScheme}: ${text}`));
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: NARROW, height: 700 });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  // The elements that reach the furthest, to find the cause.
  const widest = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > ${String(NARROW)})
      .slice(0, 8).map((one) => one.outerHTML.slice(0, 150))`,
  );
  if (width > NARROW)
    wrong.push([`${String(width)} px wide in a window of ${String(NARROW)} px`, ...widest].join('\n'));
  if (size) await page.setViewportSize(size);
  wrong.push(...faults.slice(before));
  return wrong.map((text) => `${path}: ${text}`);
}

async function visitAll(human: Human, paths: readonly string[]): Promise<void> {
  const wrong: string[] = [];
  for (const path of paths) wrong.push(...(await visit(human, path)));
  expect(wrong).toEqual([]);
}

test('every screen of a principal has no serious violation, fits into 320 px and has no fault', async () => {
  const paths = screens('principalScreens');
  expect(paths.length).toBeGreaterThanOrEqual(20);
  await visitAll(
    ada,
    paths.map((path) => `${base}/${path}`),
  );
});

test('every screen of operators has no serious violation, fits into 320 px and has no fault', async () => {
  const paths = screens('operatorScreens');
  expect(paths.length).toBeGreaterThanOrEqual(7);
  await visitAll(
    operator,
    paths.map((path) => `operator/${path}`),
  );
});

test('the pages before and after the others have no serious violation, fit into 320 px and have no fault', async () => {
  await visitAll(ada, ['welcome', 'signed-out']);
});
