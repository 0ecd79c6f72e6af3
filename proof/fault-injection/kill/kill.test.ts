import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { locateEmbedded } from '../../../src/adapters/postgres/embedded';
import { audit } from '../../../src/ledger/audit';
import { type BuiltServer, builtServer, runCli, startCli } from '../../../test/support/built';
import { partiesAt } from '../../../test/support/built-parties';
import { digester } from '../../../test/support/digest';
import { Connection } from '../../../test/support/ledger';
import { balances, mutate, type Party, until } from '../../../test/support/actors';
import { Caller } from './caller';
import { waitForCredit, SCENARIO_CHANGE, runScenario, type Pair, STARTER } from './trade-scenarios';
import { createFundedPair } from './parties';
import { waitUntilDrained, assertBooksClean, findChangedAnswers, stampsOf } from './assertions';
import { newFolder } from '../../../test/support/folder';

const KILLS = Number(process.env['KILLS'] ?? 50);
const CLIENTS = 5;
// Rounds are counted in answers, so that each round has some even on a busy machine.
const MAX_ANSWERS = 25;
const MAX_ROUND_MS = 5000;
const MAX_START_MS = 2000;

let server: BuiltServer;
let dataDir: string;
const caller = new Caller();
const pairs: Pair[] = [];

function killPostmaster(): void {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

async function openOwnerConnection(): Promise<Connection> {
  return Connection.open(locateEmbedded(dataDir) ?? '');
}

beforeAll(async () => {
  dataDir = newFolder('kill');
  server = await builtServer({ ATS_DATA_DIR: dataDir, ATS_RATE_LIMIT_PER_MINUTE: '1000000' });
  const service = await partiesAt(server);
  for (let n = 0; n < CLIENTS; n += 1) pairs.push(await createFundedPair(caller, service, `pair${String(n)}`));
}, 120_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

/** Waits for `count` more answers, then a few milliseconds into the next calls. */
async function waitForAnswers(count: number): Promise<void> {
  const enough = caller.calls.length + count;
  const end = Date.now() + MAX_ROUND_MS;
  while (caller.calls.length < enough && Date.now() < end) await pause(2);
  await pause(randomInt(15));
}

/** Kills server, database or both, or the server during its start; then starts it on the same data. */
async function killAndStart(round: number): Promise<void> {
  const kind = round % 4;
  if (kind === 1) killPostmaster();
  await server.kill('SIGKILL');
  if (kind === 2) killPostmaster();
  if (kind === 3) {
    const { child, ended } = await startCli(['serve'], server.env);
    await pause(randomInt(MAX_START_MS));
    child.kill('SIGKILL');
    await ended;
  }
  server = await builtServer(server.env);
}

/** Opens a connection to the current database for `work`. */
async function withOwner<T>(work: (db: Connection) => Promise<T>): Promise<T> {
  const db = await openOwnerConnection();
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

test('a paid session is credited after a restart when the kill interrupted its webhook', async () => {
  const [pair] = pairs;
  if (pair === undefined) throw new Error('no pair');
  const { consumer } = pair;
  const before = await balances(consumer as Party);
  const { purchase } = await mutate<{ purchase: { sessionId: string; checkoutUrl: string } }>(
    consumer.api,
    'purchaseTickets',
    { pack: 'STARTER' },
    'purchase { sessionId checkoutUrl }',
  );
  const db = await openOwnerConnection();
  await db.sql('BEGIN; LOCK TABLE stripe_event IN ACCESS EXCLUSIVE MODE');
  const page = fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' }).catch(() => undefined);
  await until(
    () => db.sql<{ waiting: bigint }>(`SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted`),
    ([row]) => row?.waiting !== 0n,
  );
  await server.kill('SIGKILL');
  await db.close().catch(() => undefined);
  await page;
  server = await builtServer(server.env);
  await waitForCredit(caller, consumer.api, purchase.sessionId);
  const after = await balances(consumer as Party);
  expect(after.ticketBalanceStamps).toBe(before.ticketBalanceStamps + STARTER);
});

test(`kill -9 at any moment, ${String(KILLS)} times: nothing is lost, and nothing happens twice`, async () => {
  const start = await Promise.all(pairs.map(async (pair) => stampsOf(pair)));
  const recorded = caller.calls.length;
  let isRunning = true;
  const scenarios = pairs.map(async (pair) => {
    let round = 0;
    for (; isRunning; round += 1) await runScenario(caller, pair, round);
    return round;
  });
  const failed = Promise.all(scenarios).then(() => undefined);
  try {
    for (let round = 0; round < KILLS; round += 1) {
      await Promise.race([waitForAnswers(randomInt(MAX_ANSWERS)), failed]);
      await killAndStart(round);
    }
  } finally {
    isRunning = false;
    await Promise.allSettled(scenarios);
  }
  const roundsByPair = await Promise.all(scenarios);
  await withOwner((db) => waitUntilDrained(db));
  const total = roundsByPair.reduce((sum, rounds) => sum + rounds, 0);
  const calls = caller.calls.slice(recorded);
  const interrupted = calls.filter(({ attempts }) => attempts > 1);
  const committed = interrupted.filter(({ answer }) => answer.replayed);
  console.log(
    `${String(KILLS)} kills: ${String(total)} scenarios, ${String(calls.length)} calls, ${String(interrupted.length)} interrupted, of these ${String(committed.length)} had been committed`,
  );
  expect(interrupted.length).toBeGreaterThan(0);

  const ends = await Promise.all(pairs.map(async (pair) => stampsOf(pair)));
  for (const [index, rounds] of roundsByPair.entries()) {
    const initial = start[index];
    expect({ rounds, ...ends[index] }).toEqual({
      rounds,
      provider: (initial?.provider ?? 0) + rounds * SCENARIO_CHANGE.provider,
      consumer: (initial?.consumer ?? 0) + rounds * SCENARIO_CHANGE.consumer,
      wallet: (initial?.wallet ?? 0) + rounds * SCENARIO_CHANGE.wallet,
    });
  }
  await withOwner((db) => assertBooksClean(db, { scenarios: total, pairs: CLIENTS, starters: total + 1 }));
}, 1_200_000);

test('repeating every call with its key returns the same answer and changes no row', async () => {
  await withOwner(async (db) => {
    const digest = await digester((text) => db.sql(text));
    const before = await digest();
    expect(await findChangedAnswers(caller.calls)).toEqual([]);
    expect(await digest()).toEqual(before);
    expect(await audit(db)).toEqual([]);
  });
  const { code, stderr } = await runCli(['audit'], server.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}, 120_000);
