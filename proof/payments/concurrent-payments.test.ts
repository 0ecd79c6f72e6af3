import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import { stripeClient } from '../../src/adapters/stripe/client';
import { startStripeMock, type StripeMock } from '../../src/adapters/stripe/mock';
import { keyOf } from '../../src/domain/keys';
import { receiver } from '../../test/integration/adapters/stripe-support';
import { Caller } from '../fault-injection/kill/caller';
import { type BuiltServer, builtServer, runCli } from '../../test/support/built';
import { partiesAt } from '../../test/support/built-parties';
import { freshDatabase, type TestDatabase } from '../../test/support/database';
import { Connection } from '../../test/support/ledger';
import { createParty, type Party, until } from '../../test/support/actors';
import { newFolder } from '../../test/support/folder';

const SESSIONS = 500;
const FOREIGN = 50;
const MOST_DELIVERIES = 20;
const SENDERS = 8;
const BUYERS = 20;
const PARTIES = 5;
const DAY_MS = 86_400_000;
const PACKS = ['STARTER', 'GROWTH', 'SCALE'] as const;
/** Shares of the work after which the server is killed. */
const KILLS_OF_BUYING = [0.3, 0.7];
const KILLS_OF_DELIVERING = [0.1, 0.35, 0.6, 0.85];

let database: TestDatabase;
let dataDir: string;
let standIn: StripeMock;
let stripe: Stripe;
let hook: Awaited<ReturnType<typeof receiver>>;
let server: BuiltServer;
let shiftMs = 0;
/** After a failed test, its senders must not continue during the next test file. */
let hasEnded = false;
const parties: Party[] = [];
const caller = new Caller();

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = newFolder('storm');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  hook = await receiver();
  const clock = { now: () => new Date(Date.now() + shiftMs) };
  standIn = await startStripeMock({ dataDir, webhookUrl: hook.url, log, clock });
  stripe = stripeClient(standIn);
  server = await builtServer({
    DATABASE_URL: database.ownerUrl,
    ATS_DATA_DIR: dataDir,
    ATS_RATE_LIMIT_PER_MINUTE: '1000000',
    STRIPE_SECRET_KEY: standIn.secretKey,
    STRIPE_WEBHOOK_SECRET: standIn.webhookSecret,
    STRIPE_API_BASE: standIn.apiBase,
  });
  const service = await partiesAt(server);
  for (let n = 0; n < PARTIES; n += 1) parties.push(await createParty(service, `buyer${String(n)}`));
}, 120_000);
afterAll(async () => {
  hasEnded = true;
  await server.kill('SIGTERM');
  await hook.close();
  await standIn.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Does all of the work with a fixed concurrency. Kills the server with SIGKILL at these shares of it, and starts it
 * again.
 */
async function throughKills<T>(
  work: readonly T[],
  atOnce: number,
  kills: readonly number[],
  one: (item: T) => Promise<void>,
) {
  let next = 0;
  let done = 0;
  const takeTurns = async (): Promise<void> => {
    for (let item = work[next++]; item !== undefined; item = work[next++]) {
      await one(item);
      done += 1;
    }
  };
  const working = Promise.all(Array.from({ length: atOnce }, takeTurns)).then(() => undefined);
  for (const share of kills) {
    await Promise.race([
      until(
        () => Promise.resolve(done),
        (n) => n >= share * work.length,
        90_000,
      ),
      working,
    ]);
    await server.kill('SIGKILL');
    server = await builtServer(server.env);
  }
  await working;
}

interface Bought {
  readonly sessionId: string;
  readonly checkoutUrl: string;
}

/**
 * Buys for a principal (by its agent or its owner) or for the owner's wallet. Repeats the call under its key until it
 * is answered.
 */
async function buy(index: number): Promise<Bought> {
  const party = parties[index % PARTIES] as Party;
  const pack = PACKS[randomInt(PACKS.length)];
  const [api, whom] = [
    [party.api, {}] as const,
    [party.owner, { principalKey: party.principalKey }] as const,
    [party.owner, { to: 'WALLET' }] as const,
  ][randomInt(3)] ?? [party.api, {}];
  const { purchase } = await caller.mutate<{ purchase: Bought }>(
    api,
    `purchase-${String(index)}`,
    'purchaseTickets',
    // An explicit address, because the service's own port changes with a restart. A repeated call must have the same
    // input.
    { pack, successUrl: 'http://127.0.0.1:9/done', ...whom },
    'purchase { sessionId checkoutUrl }',
  );
  return purchase;
}

async function payOn(url: string): Promise<void> {
  expect((await fetch(url, { method: 'POST', redirect: 'manual' })).status).toBe(303);
}

/** A paid session of another application on the same Stripe account. */
async function foreignSession(index: number): Promise<void> {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: `order ${String(index)}`,
    metadata: { pack: 'scale', tickets_stamps: '100000' },
    success_url: 'http://127.0.0.1:9/',
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 80_000, product_data: { name: 'x' } } }],
  });
  await payOn(session.url ?? '');
}

let events = 0;
function eventOf(session: Stripe.Checkout.Session, type: string, data: object = {}): string {
  events += 1;
  const created = Math.floor(Date.now() / 1000);
  const object = { ...session, ...data };
  return JSON.stringify({
    id: `evt_more_${String(events)}`,
    object: 'event',
    type,
    created,
    livemode: false,
    data: { object },
  });
}

/** Further events of a session that are not its final state: completed but unpaid, late payment, unused expiry. */
function asides(session: Stripe.Checkout.Session): string[] {
  const unpaid = { payment_status: 'unpaid' };
  return [
    eventOf(session, 'checkout.session.completed', unpaid),
    eventOf(session, 'checkout.session.async_payment_failed', unpaid),
    eventOf(session, 'checkout.session.async_payment_succeeded'),
    eventOf(session, 'checkout.session.expired', unpaid),
  ].filter(() => randomInt(10) === 0);
}

function shuffled<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

/** A number from 1 to the maximum; small numbers are more frequent. */
function times(): number {
  return 1 + randomInt(1 + randomInt(MOST_DELIVERIES));
}

/** Delivers one event until it is acknowledged, with a new signature each time. */
async function deliver(payload: string): Promise<void> {
  while (!(await acknowledged(payload)) && !hasEnded) await pause(50);
}

async function acknowledged(payload: string): Promise<boolean> {
  try {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: standIn.webhookSecret });
    const response = await fetch(`${server.url}/api/v1/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.timeout(20_000),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Stamps per payer, from Stripe's own list. */
function truthOf(sessions: readonly Stripe.Checkout.Session[]): Record<string, bigint> {
  const truth: Record<string, bigint> = {};
  for (const { payment_status: status, client_reference_id: key, metadata } of sessions) {
    if (status !== 'paid' || key === null || key.startsWith('order')) continue;
    truth[key] = (truth[key] ?? 0n) + BigInt(metadata?.['tickets_stamps'] ?? '0');
  }
  return truth;
}

/** Credited stamps per payer, from the ledger. */
async function creditedStamps(db: Connection): Promise<Record<string, bigint>> {
  const rows = await db.sql<{ principal_id: string | null; human_id: string | null; balance: bigint }>(
    `SELECT principal_id, human_id, balance FROM ledger_account JOIN ledger_balance USING (account_id)
     WHERE kind IN ('ticket', 'wallet') AND balance <> 0`,
  );
  return Object.fromEntries(
    rows.map(({ principal_id: principal, human_id: human, balance }) => [
      principal === null ? keyOf('hum', human ?? '') : keyOf('prn', principal),
      balance,
    ]),
  );
}

test('500 sessions (some unpaid, expired or foreign) with repeated events and server kills are credited exactly as in Stripe’s list', async () => {
  const bought: Bought[] = [];
  const ours = Array.from({ length: SESSIONS - FOREIGN }, (_, index) => index);
  await throughKills(ours, BUYERS, KILLS_OF_BUYING, async (index) => void bought.push(await buy(index)));
  const paidFor = bought.filter(() => randomInt(3) > 0);
  await Promise.all(paidFor.map(({ checkoutUrl }) => payOn(checkoutUrl)));
  for (let index = 0; index < FOREIGN; index += 1) await foreignSession(index);
  shiftMs = 1.1 * DAY_MS;
  const sessions = await stripe.checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 10 * SESSIONS });
  expect(sessions).toHaveLength(SESSIONS);
  await until(
    () => Promise.resolve(hook.deliveries.length),
    (count) => count >= SESSIONS,
  );

  const bodies = [...hook.deliveries.map(({ body }) => body.toString('utf8')), ...sessions.flatMap(asides)];
  const deliveries = shuffled(bodies.flatMap((body) => Array<string>(times()).fill(body)));
  await throughKills(deliveries, SENDERS, KILLS_OF_DELIVERING, deliver);

  const db = await Connection.open(database.ownerUrl);
  try {
    const truth = truthOf(sessions);
    expect(Object.keys(truth).length).toBeGreaterThan(PARTIES);
    expect(await creditedStamps(db)).toEqual(truth);
    const statuses = await db.sql<{ status: string; n: bigint }>(
      'SELECT status, count(*) AS n FROM ticket_purchase GROUP BY 1',
    );
    expect(statuses.find(({ status }) => status === 'credited')?.n).toBe(BigInt(paidFor.length));
    expect(statuses.find(({ status }) => status === 'open')).toBeUndefined();
    const [recorded] = await db.sql<{ n: bigint }>('SELECT count(*) AS n FROM stripe_event');
    expect(recorded?.n).toBe(BigInt(bodies.length));
    const [news] = await db.sql<{ n: bigint; of: bigint }>(
      `SELECT count(*) AS n, count(DISTINCT data->>'session_id') AS of FROM event WHERE type = 'tickets.credited'`,
    );
    expect(news?.n).toBe(news?.of);
  } finally {
    await db.close();
  }
  const { code, stdout } = await runCli(['audit'], server.env);
  expect(stdout).toMatch(/^ok {6}I7 {2}our credited checkout sessions are exactly those/m);
  expect(code).toBe(0);
}, 180_000);
