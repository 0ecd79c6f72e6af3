import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { findingsOfDialogs, findingsOfDisplay } from './display';
import { agreeOnTrade, deliver, type Human, setUp, signInHuman, waitUntilRead } from './support';

/** Every screen and dialog of the console in every way of display, without an error in the browser. */

const PROFILE = 'translation.access/v1';

// Thirty screens, each in seven ways, take two minutes on two slow cores.
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

/** Visits a page once with its dialogs, and returns everything that is wrong on it. */
async function visit({ page, errors }: Human, path: string): Promise<string[]> {
  const before = errors.length;
  await page.goto(`${app.url}/console/${path}`);
  await waitUntilRead(page);
  const wrong = [...(await findingsOfDisplay(page)), ...(await findingsOfDialogs(page))];
  wrong.push(...errors.slice(before));
  return wrong.map((text) => `${path}: ${text}`);
}

async function visitAll(human: Human, paths: readonly string[]): Promise<void> {
  const wrong: string[] = [];
  for (const path of paths) wrong.push(...(await visit(human, path)));
  expect(wrong).toEqual([]);
}

test('every screen of a principal is accessible in every way of display, and has no error', async () => {
  const paths = screens('principalScreens');
  expect(paths.length).toBeGreaterThanOrEqual(20);
  await visitAll(
    ada,
    paths.map((path) => `${base}/${path}`),
  );
});

test('every screen of operators is accessible in every way of display, and has no error', async () => {
  const paths = screens('operatorScreens');
  expect(paths.length).toBeGreaterThanOrEqual(7);
  await visitAll(
    operator,
    paths.map((path) => `operator/${path}`),
  );
});

test('the pages before and after the others are accessible in every way of display, and have no error', async () => {
  await visitAll(ada, ['welcome', 'signed-out', 'leave?to=https%3A%2F%2Fexample.com%2Fa']);
});
