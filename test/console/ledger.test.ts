import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { idFromKeyOrUuid } from '../../src/domain/keys';
import { bondAvailable, tickets } from '../../src/domain/ledger/accounts';
import { mutate, type Party, startTrade, until } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { startChromium } from '../support/chromium';
import { funded } from '../support/mandates';
import { findingsOfDisplay } from './display';
import { type Human, signInHuman } from './support';

/** A ledger of 10,000 postings in a browser. */

jest.setTimeout(300_000);

const TRANSFERS = 5_000;

let app: TestApp;
let chromium: Browser;
let party: Party;
let ada: Human;
/** Postings of the party. The oldest one is the purchase of its tickets. */
let postings: number;
beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  chromium = await startChromium();
  party = await funded(app, 'Lingua');
  const binding = { principalKey: party.principalKey, provider: 'local', subject: 'ada', role: 'OWNER' };
  await mutate(party.owner, 'putBinding', binding, 'binding { role }');
  const id = idFromKeyOrUuid('prn', party.principalKey) ?? '';
  // The only posting of a reserved bond is older than all transfers. Nothing is in escrow.
  await startTrade(await funded(app, 'Northwind'), party, { price: 100 });
  // Each transfer has a posting on both accounts.
  const lines = [{ debit: tickets(id), credit: bondAvailable(id), amount: 1 }];
  await app.sql(
    `SELECT ledger_post(gen_random_uuid(), 'long:' || n, 'bond_reserve', sha256('long'), NULL, $1, now())
     FROM generate_series(1, ${String(TRANSFERS)}) n`,
    [JSON.stringify(lines)],
  );
  const text = 'SELECT count(*)::int AS postings FROM ledger_entry WHERE principal_id = $1';
  postings = (await app.sql<{ postings: number }>(text, [id]))[0]?.postings ?? 0;
  ada = await signInHuman(app, chromium, 'ada');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly name?: string };
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. A busy machine makes a task longer, and not its CPU time. */
  readonly tdur?: number;
}

/** The CPU times of the tasks of the page, in milliseconds. */
function taskTimes(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isOfPage = ({ pid, tid }: TraceEvent): boolean => threads.some((one) => one.pid === pid && one.tid === tid);
  return traceEvents.filter(isOfPage).flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]));
}

test('a ledger of 10,000 postings is read to its end by scrolling, without a task of more than 50 ms', async () => {
  const { page } = ada;
  await ada.open('ledger');
  const list = page.getByRole('region', { name: 'Postings, newest first' });
  const row = list.locator('tr[aria-rowindex]');
  await row.first().waitFor();
  await chromium.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const last = list.locator(`tr[aria-rowindex="${String(postings)}"]`);
  await list.hover();
  await until(
    async () => {
      await page.mouse.wheel(0, 8_000);
      return last.count();
    },
    (count) => count === 1,
    240_000,
  );
  // Only the rows near the visible ones are in the page.
  expect(await row.count()).toBeLessThan(100);
  expect(await last.innerText()).toContain('Ticket purchase');
  const times = taskTimes(await chromium.stopTracing());
  expect(times.length).toBeGreaterThan(100);
  expect(times.filter((ms) => ms > 50)).toEqual([]);
  expect(ada.errors).toEqual([]);
});

type SearchedPage = readonly [rows: number, hasNextPage: boolean];

interface LedgerAnswer {
  readonly data?: {
    readonly principal?: {
      readonly postings?: { readonly nodes: readonly unknown[]; readonly pageInfo: { readonly hasNextPage: boolean } };
    };
  };
}

/** Collects the pages of postings that the service answers from now on. */
function searchedPages(page: Human['page']): SearchedPage[] {
  const pages: SearchedPage[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/console/q')) return;
    const read = response.json().then((answer: LedgerAnswer) => {
      const found = answer.data?.principal?.postings;
      if (found) pages.push([found.nodes.length, found.pageInfo.hasNextPage]);
    });
    // The page can close before its last answer is read.
    read.catch(() => undefined);
  });
  return pages;
}

test('a search goes on until a posting fits, in the list and in the file', async () => {
  const { page } = ada;
  await ada.open('ledger');
  await page.getByRole('region', { name: 'Postings, newest first' }).locator('tr[aria-rowindex]').first().waitFor();
  const pages = searchedPages(page);
  const twoPages = async () =>
    until(
      () => Promise.resolve(pages),
      ({ length }) => length >= 2,
    ).then(() => pages.splice(0));
  await page.getByLabel('Account').selectOption({ label: 'Bond reserved' });
  await page.getByRole('row', { name: /Trade bond/ }).waitFor();
  // The newest 10,000 postings are all of other accounts.
  const found: SearchedPage[] = [
    [0, true],
    [1, false],
  ];
  expect(await twoPages()).toEqual(found);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toEqual([
    expect.stringMatching(/^time,kind,/),
    expect.stringContaining('TRADE_BOND'),
  ]);
  expect(await twoPages()).toEqual(found);
  await page.getByLabel('Account').selectOption({ label: 'Escrow' });
  await page.getByText('No posting fits these filters').waitFor();
  expect(await twoPages()).toEqual([
    [0, true],
    [0, false],
  ]);
  expect(ada.errors).toEqual([]);
});

test('a new posting appears above the others, and the list fits a window of 1280 px', async () => {
  const { page } = ada;
  await ada.open('ledger');
  const list = page.getByRole('region', { name: 'Postings, newest first' });
  await list.locator('tr[aria-rowindex]').first().waitFor();
  const [width, visible] = await list.evaluate<[number, number], { scrollWidth: number; clientWidth: number }>(
    ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth],
  );
  expect(width).toBeLessThanOrEqual(visible);
  await list.evaluate((element: { scrollTop: number }) => (element.scrollTop = 1_500));
  await list.locator('tr[aria-rowindex="60"]').waitFor();
  await mutate(party.api, 'releaseBond', { amountStamps: 7 }, 'principal { principalKey }');
  // A move of bond has no event, so another page brings the change.
  await list.evaluate((element: { scrollTop: number }) => (element.scrollTop = 0));
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Ledger', exact: true }).click();
  await list.getByRole('row', { name: /Bond release.*\+7/ }).waitFor();
  expect(await findingsOfDisplay(page)).toEqual([]);
  expect(ada.errors).toEqual([]);
});
