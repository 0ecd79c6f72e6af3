import 'reflect-metadata';
import type { Page } from 'playwright-core';
import { openSecrets } from '../src/adapters/secrets';
import { createEventStream } from '../src/client';
import { keyOf } from '../src/domain/keys';
import { signInHuman, waitUntilRead } from '../test/console/support';
import { startChromium } from '../test/support/chromium';
import type { Bench, BenchOptions, Report } from './support/bench';
import { Connection, type Databases, onDatabases } from './support/database';
import { CONTRACT } from './support/effects';
import { type Mutate, openMutate } from './support/http';
import { machine } from './support/machine';
import { type Deal, type Party, seedDeals, seedParties } from './support/market';
import { activated, publish } from './support/ours';
import { servingFrom, startServer } from './support/server';
import { latency, median, table } from './support/stats';

/** Measures how soon an act of a counterparty shows on an open trade page, beside the same event over a WebSocket. */
export const consoleLive: Bench = {
  about: 'an act of a counterparty on the trade page of a real browser, against the event over a WebSocket',
  run: onDatabases(measure),
};

/** One act: milliseconds from its answer. An event can arrive before the answer. */
interface Delay {
  readonly browser: number;
  readonly socket: number;
}

/** The goal for 95 of 100 acts. */
const GOAL_MS = 1_000;

async function measure(options: BenchOptions, databases: Databases): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const server = await startServer(servingFrom(databases), options.profileTo);
  const caller = openMutate(server.url, 1);
  const browser = await startChromium();
  try {
    const parties = await seedParties(db, secrets, 2);
    const ada = await signInHuman(server, browser, 'ada');
    const delays: Delay[] = [];
    for (const deal of await seedDeals(db, parties, options.rounds * ACTS)) {
      await ownedBy(db, deal.consumer, ada.subject);
      delays.push(await actOnce(caller.mutate, server.url, ada.page, deal));
      if (delays.length % ACTS === 0) options.note(`${String(delays.length)} acts`);
    }
    return reportOf(delays, machine(databases.version));
  } finally {
    await browser.close();
    caller.close();
    await Promise.all([server.stop(), db.close()]);
  }
}

/** Acts of one round. */
const ACTS = 50;

/** Makes a signed-in human an owner of the principal. */
async function ownedBy(db: Connection, { principalId }: Party, subject: string): Promise<void> {
  await db.query({
    text: `INSERT INTO binding SELECT gen_random_uuid(), $1, human_id, 'owner', now() FROM human WHERE subject = $2
      ON CONFLICT DO NOTHING`,
    values: [principalId, subject],
  });
}

/** Opens the page of a trade and publishes the delivery contract, for which the page waits. */
async function actOnce(mutate: Mutate, url: string, page: Page, deal: Deal): Promise<Delay> {
  const { consumer } = deal;
  const tradeKey = await activated(mutate, deal, (_, call) => call());
  await page.goto(`${url}/console/${keyOf('prn', consumer.principalId)}/trades/${tradeKey}`);
  await waitUntilRead(page);
  const events = createEventStream({ url, credential: consumer.credential, types: ['TRADE_CONTRACT_PUBLISHED'] });
  const onSocket = timeOf(async () => {
    for await (const { subjectKey } of events) if (subjectKey === tradeKey) return;
  });
  // The page and the socket follow from now on.
  await page.evaluate('new Promise((drawn) => setTimeout(drawn, 300))');
  const onPage = timeOf(() => page.getByText(CONTRACT.summary).waitFor());
  await publish(mutate, deal, tradeKey);
  const answered = performance.now();
  const [browser, socket] = await Promise.all([onPage, onSocket]);
  events.close();
  return { browser: browser - answered, socket: socket - answered };
}

/** The time at which it was done. */
async function timeOf(act: () => Promise<unknown>): Promise<number> {
  await act();
  return performance.now();
}

function reportOf(delays: readonly Delay[], on: Readonly<Record<string, string>>): Report {
  const browser = latency(delays.map((one) => one.browser));
  const socket = latency(delays.map((one) => one.socket));
  const row = (name: string, { p50, p95, p99 }: typeof browser) => [
    name,
    ...[p50, p95, p99].map((ms) => ms.toFixed(0)),
  ];
  const text = [
    `console: ${String(browser.calls)} acts of a counterparty, milliseconds from the answer of the act`,
    Object.values(on).join(' · '),
    '',
    table([['', 'p50', 'p95', 'p99'], row('trade page in a browser', browser), row('event over a WebSocket', socket)]),
    '',
    `goal: p95 of at most ${String(GOAL_MS)} ms in the browser`,
  ].join('\n');
  const ratio = GOAL_MS / browser.p95;
  const behind = median(delays.map((one) => one.browser - one.socket));
  return {
    text,
    figures: { bench: 'console', machine: on, browser, socket, behindMs: Math.round(behind) },
    ratios: [{ against: 'goal: shown within 1 s (p95)', ratio, first: 1, goal: 1 }],
    sound: delays.every((one) => one.browser > 0),
  };
}
