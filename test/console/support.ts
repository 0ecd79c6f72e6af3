import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestApp } from '../support/app';
import { type Hand, mouse } from './hands';

/** A human at the console in a browser of their own. Errors of the page fail the test. */
export interface Human {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly subject: string;
  readonly hand: Hand;
  /** The key of the principal that the page shows. */
  principalKey(): string;
  /** Opens a page of the principal. */
  open(path: string): Promise<void>;
  /** Errors of scripts, of the policy and of requests, except those that the sign-in causes. */
  readonly errors: readonly string[];
}

/** Answers that are no error: the first page asks who is signed in. */
const EXPECTED = /401 .*\/(console\/me|auth\/refresh)$/;

export async function signInHuman(
  app: Pick<TestApp, 'url'>,
  browser: Browser,
  subject: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Human> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return signInIn(context, app, subject);
}

/** Signs in within an existing context. */
export async function signInIn(context: BrowserContext, app: Pick<TestApp, 'url'>, subject: string): Promise<Human> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    // The browser reports a status of an answer too, which is counted below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('dialog', (dialog) => {
    errors.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('response', (response) => {
    const line = `${response.status()} ${response.url()}`;
    if (response.status() >= 400 && !EXPECTED.test(line)) errors.push(line);
  });
  await page.goto(`${app.url}/console`);
  await page.getByLabel('Name').fill(subject);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/console\/./);
  if (page.url().endsWith('/welcome')) await openShared(page);
  const principalKey = (): string => /\/console\/(prn_[a-z0-9]+)/.exec(page.url())?.[1] ?? '';
  return {
    page,
    context,
    subject,
    hand: mouse,
    errors,
    principalKey,
    open: async (path) => {
      await page.goto(`${app.url}/console/${path === '' ? principalKey() : `${principalKey()}/${path}`}`);
    },
  };
}

/** Opens the principal that another owner shared with the human, if there is one. */
async function openShared(page: Page): Promise<void> {
  await waitUntilRead(page);
  const shared = page.getByRole('main').locator('a[href*="/console/prn_"]').first();
  if ((await shared.count()) === 0) return;
  await shared.click();
  await page.waitForURL(/\/console\/prn_/);
}

/** Waits until the page has a heading and reads nothing more. */
export async function waitUntilRead(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-label="Loading"], [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/**
 * Goes through the first visit: a principal, tickets from the stand-in of Stripe, and an agent.
 *
 * @param checkout in a sandbox a checkout pays itself, so its page does not open
 */
export async function setUp(
  { page }: Human,
  name: string,
  pack: 'Starter' | 'Growth',
  checkout: 'page' | 'sandbox' = 'page',
): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create principal' }).click();
  await page.getByRole('button', { name: 'I stored the secret' }).click();
  await page.getByRole('button', { name: `Buy ${pack}` }).click();
  if (checkout === 'page') {
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/console\/welcome/);
  } else await page.getByText(/Balance: [1-9]/).waitFor();
  await page.getByLabel('Name').fill(`${name} agent`);
  await page.getByLabel('Description').fill('Translates books.');
  await page.getByRole('button', { name: 'Register agent' }).click();
  await page.getByRole('button', { name: 'I stored the secret' }).click();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Confirms the open dialog by the button with this name, and waits until it is closed. */
export async function confirm({ page, hand }: Pick<Human, 'page' | 'hand'>, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await hand.press(dialog.getByRole('button', { name, exact: typeof name === 'string' }));
  await dialog.waitFor({ state: 'detached' });
}

const SIDES = { PROVIDE: 'Offer: your agent delivers', CONSUME: 'Request: your agent pays and checks' };

interface NewListing {
  readonly side: 'PROVIDE' | 'CONSUME';
  readonly title: string;
  readonly price: number;
  readonly profile: string;
}

/** Publishes a listing by the form, and returns when its page is shown. */
export async function publishListing(human: Human, { side, title, price, profile }: NewListing): Promise<void> {
  const { page, hand } = human;
  await human.open('listings');
  await hand.press(page.getByRole('button', { name: 'Publish a listing' }).first());
  // The filters of the list below have the same labels.
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Review the listing' }) });
  await hand.choose(form.getByLabel('Side'), SIDES[side]);
  await hand.fill(form.getByLabel('Trade profile', { exact: true }), profile);
  await hand.fill(form.getByLabel('Title', { exact: true }), title);
  await hand.fill(form.getByLabel(/^Price in stamps/), String(price));
  await hand.fill(form.getByLabel('Description'), 'One chapter.');
  await hand.press(form.getByRole('button', { name: 'Review the listing' }));
  await confirm(human, /^Publish for/);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Runs a match from the page of a listing, and opens its first proposal. */
export async function matchAndOpen(human: Human): Promise<string> {
  const { page, hand } = human;
  await hand.press(page.getByRole('button', { name: 'Run a match' }));
  await confirm(human, 'Run the match');
  await hand.press(page.locator('a[href*="/proposals/prp_"]').first());
  await page.waitForURL(/\/proposals\/prp_/);
  return /prp_[a-z0-9]+/.exec(page.url())?.[0] ?? '';
}

/** Brings two humans to a trade on the page of each. Returns its key. */
export async function agreeOnTrade(provider: Human, consumer: Human, profile: string, price = 200): Promise<string> {
  await publishListing(provider, { side: 'PROVIDE', title: 'A translation', price, profile });
  await publishListing(consumer, { side: 'CONSUME', title: 'Wanted: a translation', price, profile });
  const proposalKey = await matchAndOpen(consumer);
  await provider.open(`proposals/${proposalKey}`);
  for (const human of [provider, consumer]) {
    await human.hand.press(human.page.getByRole('button', { name: 'Accept', exact: true }));
    await confirm(human, 'Accept');
  }
  await consumer.hand.press(consumer.page.getByRole('button', { name: 'Create the trade' }));
  await consumer.hand.press(consumer.page.getByRole('dialog').getByRole('button', { name: 'Create the trade' }));
  await consumer.page.waitForURL(/\/trades\/trd_/);
  const tradeKey = /trd_[a-z0-9]+/.exec(consumer.page.url())?.[0] ?? '';
  await provider.open(`trades/${tradeKey}`);
  return tradeKey;
}

/** Activates the next step and publishes its delivery contract with one item. */
export async function deliver(provider: Human, consumer: Human): Promise<void> {
  await consumer.hand.press(consumer.page.getByRole('button', { name: 'Activate the next step' }));
  await confirm(consumer, 'Activate the next step');
  await provider.hand.press(provider.page.getByRole('button', { name: 'Publish the delivery contract' }));
  await provider.hand.fill(provider.page.getByLabel('What you deliver'), 'The chapter in English.');
  await provider.hand.fill(provider.page.getByLabel('Item 1'), 'Chapter 1');
  await confirm(provider, 'Publish the delivery contract');
}
