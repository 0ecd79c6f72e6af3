import type { Browser } from 'playwright-core';
import { balances, buyTickets, createParty, mutate, type Party, until } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { type Human, signInHuman } from './support';

/** Answers that do not reach the browser. */

let app: TestApp;
let chromium: Browser;
let party: Party;
let ada: Human;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  party = await createParty(app, 'Careful');
  const binding = { principalKey: party.principalKey, provider: 'local', subject: 'ada', role: 'OWNER' };
  await mutate(party.owner, 'putBinding', binding, 'binding { role }');
  await buyTickets(party, 'STARTER');
  ada = await signInHuman(app, chromium, 'ada');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

const IN_PROGRESS = {
  errors: [
    {
      message: 'A request with this key is running.',
      extensions: { code: 'idempotency_key_in_progress', title: 'In progress', recovery: 'transient', status: 409 },
    },
  ],
};

const BUSY = {
  status: 503,
  contentType: 'application/problem+json',
  json: { code: 'service_unavailable', title: 'Busy', detail: 'Busy.', recovery: 'transient' },
};

test('an act is sent again with its key after a lost answer and while it runs, and moves the stamps once', async () => {
  const { page } = ada;
  const keys: string[] = [];
  await page.route('**/console/q', async (route) => {
    const key = route.request().headers()['idempotency-key'];
    if (key === undefined) return route.continue();
    keys.push(key);
    // The first request takes effect, and its answer is lost. The second one finds it running.
    if (keys.length === 1) {
      await route.fetch();
      return route.abort();
    }
    return keys.length === 2 ? route.fulfill({ json: IN_PROGRESS }) : route.continue();
  });
  await ada.open('wallet');
  await page.getByRole('button', { name: 'Reserve bond' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in stamps').fill('70');
  const send = dialog.getByRole('button', { name: /^Reserve/ });
  await send.click();
  await dialog.getByText('No answer').waitFor();
  await send.click();
  await dialog.getByText('A request with this key is running.').waitFor();
  await send.click();
  await dialog.waitFor({ state: 'detached' });
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(await balances(party)).toMatchObject({ bondAvailableStamps: 70 });
});

test('an act whose answer is lost keeps its key over a reload of the page, and moves the stamps once', async () => {
  const { page } = ada;
  const before = (await balances(party)).bondAvailableStamps;
  const keys: string[] = [];
  await page.unrouteAll();
  await page.route('**/console/q', async (route) => {
    const key = route.request().headers()['idempotency-key'];
    if (key === undefined) return route.continue();
    keys.push(key);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const dialog = page.getByRole('dialog');
  const send = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Reserve bond' }).click();
    await dialog.getByLabel('Amount in stamps').fill('30');
    await dialog.getByRole('button', { name: /^Reserve/ }).click();
  };
  await ada.open('wallet');
  await send();
  await dialog.getByText('No answer').waitFor();
  await page.reload();
  await send();
  await dialog.waitFor({ state: 'detached' });
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await balances(party)).toMatchObject({ bondAvailableStamps: before + 30 });
  await page.unrouteAll();
});

test('a page keeps its last answer when it cannot be read again, and shows the change later', async () => {
  const { page } = ada;
  await ada.open('events');
  const credited = page.getByRole('row', { name: /Tickets credited/ });
  await credited.first().waitFor();
  let refused = 0;
  await page.route('**/console/q', (route) => {
    refused += 1;
    return route.abort();
  });
  await buyTickets(party, 'STARTER');
  await until(
    () => Promise.resolve(refused),
    (count) => count > 0,
  );
  // The answer of the read is lost. Neither the list nor the frame gives way to an error.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await credited.count()).toBe(1);
  expect(await page.getByRole('navigation', { name: 'Pages', exact: true }).count()).toBe(1);
  await page.unroute('**/console/q');
  await buyTickets(party, 'STARTER');
  await credited.nth(2).waitFor();
});

test('a page reads again after a refused read, and shows the change without another event', async () => {
  const { page } = ada;
  await ada.open('events');
  const credited = page.getByRole('row', { name: /Tickets credited/ });
  await credited.first().waitFor();
  const before = await credited.count();
  await page.route('**/console/q', (route) => route.fulfill(BUSY));
  await buyTickets(party, 'STARTER');
  await page.getByText('No connection to the service').waitFor();
  expect(await credited.count()).toBe(before);
  await page.unrouteAll({ behavior: 'wait' });
  await credited.nth(before).waitFor();
  await page.getByText('No connection to the service').waitFor({ state: 'detached' });
});

const REFUSED = {
  errors: [
    {
      message: 'The balance of tickets is too low.',
      extensions: { code: 'insufficient_tickets', title: 'Too few tickets', recovery: 'correctable', status: 409 },
    },
  ],
};

test('the dialog of an act stays until its answer, and shows a refusal', async () => {
  const { page } = ada;
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/console/q', async (route) => {
    if (route.request().headers()['idempotency-key'] === undefined) return route.continue();
    await isAnswered;
    return route.fulfill({ json: REFUSED });
  });
  await ada.open('wallet');
  await page.getByRole('button', { name: 'Reserve bond' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in stamps').fill('40');
  await dialog.getByRole('button', { name: /^Reserve/ }).click();
  await dialog.locator('[aria-busy="true"]').waitFor();
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  expect(await cancel.isDisabled()).toBe(true);
  // A browser closes a dialog at the second press, even if the page refuses the first.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  answer();
  await dialog.getByText('The balance of tickets is too low.').waitFor();
  await cancel.click();
  await dialog.waitFor({ state: 'detached' });
  await page.unrouteAll();
});

test('a page shows no rows of another filter when those of the chosen one cannot be read', async () => {
  const { page } = ada;
  await ada.open('events');
  const credited = page.getByRole('row', { name: /Tickets credited/ });
  await credited.first().waitFor();
  await page.route('**/console/q', (route) => route.fulfill(BUSY));
  await page.getByLabel('Type').selectOption('POLICY_ANNOUNCED');
  await page.getByText('No connection to the service').waitFor();
  expect(await credited.count()).toBe(0);
  await page.getByRole('alert').getByText('Busy.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('No event fits these filters').waitFor();
  expect(await credited.count()).toBe(0);
});

test('a form and its page stay while the reads of the page fail again and again', async () => {
  const { page } = ada;
  await ada.open('wallet');
  await page.getByRole('button', { name: 'Reserve bond' }).click();
  const amount = page.getByRole('dialog').getByLabel('Amount in stamps');
  await amount.fill('5');
  const attempts = new Map<string, number>();
  await page.route('**/console/q', (route) => {
    const { documentId } = route.request().postDataJSON() as { documentId: string };
    attempts.set(documentId, (attempts.get(documentId) ?? 0) + 1);
    return route.fulfill(BUSY);
  });
  // The event causes the first read. The others follow by themselves.
  await buyTickets(party, 'STARTER');
  await until(
    () => Promise.resolve(Math.max(0, ...attempts.values())),
    (most) => most >= 3,
  );
  expect(await amount.inputValue({ timeout: 1_000 })).toBe('5');
  await page.unrouteAll({ behavior: 'wait' });
});

test('an act that had taken effect before moves nothing, and the page says so', async () => {
  const { page } = ada;
  const before = (await balances(party)).bondAvailableStamps;
  const dialog = page.getByRole('dialog');
  const last = page.getByRole('status', { name: 'Last act' });
  const send = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Reserve bond' }).click();
    await dialog.getByLabel('Amount in stamps').fill('20');
    await dialog.getByRole('button', { name: /^Reserve/ }).click();
  };
  await ada.open('wallet');
  let isLost = true;
  await page.route('**/console/q', async (route) => {
    if (!isLost || route.request().headers()['idempotency-key'] === undefined) return route.continue();
    isLost = false;
    await route.fetch();
    return route.abort();
  });
  await send();
  await dialog.getByText('No answer').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await send();
  await last.getByText(/^Reserve bond: this took effect when you sent it before/).waitFor();
  expect((await balances(party)).bondAvailableStamps).toBe(before + 20);
  await send();
  await last.getByText('Done: Reserve bond').waitFor();
  expect((await balances(party)).bondAvailableStamps).toBe(before + 40);
  await page.unrouteAll({ behavior: 'wait' });
});

test('a connection that hangs ends without an answer, and the act can be sent again', async () => {
  const page = await ada.context.newPage();
  await page.clock.install();
  await page.goto(`${app.url}/console/${party.principalKey}/wallet`);
  await page.getByRole('button', { name: 'Reserve bond' }).click();
  const dialog = page.getByRole('dialog');
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/console/q', async (route) => {
    if (route.request().headers()['idempotency-key'] !== undefined) await isOpen;
    await route.continue().catch(() => undefined);
  });
  await dialog.getByLabel('Amount in stamps').fill('10');
  await dialog.getByRole('button', { name: /^Reserve/ }).click();
  await dialog.locator('[aria-busy="true"]').waitFor();
  await page.clock.fastForward(41_000);
  await dialog.getByText('No answer').waitFor();
  open();
  await dialog.getByRole('button', { name: /^Reserve/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
  await page.close();
});
