import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { locateEmbedded } from '../../../src/adapters/postgres/embedded';
import { audit } from '../../../src/ledger/audit';
import { type BuiltServer, builtServer, runCli, startCli } from '../../../test/support/built';
import { digester } from '../../../test/support/digest';
import { Connection } from '../../../test/support/ledger';
import { balances, mutate, type Party, until } from '../../../test/support/actors';
import { Caller } from './caller';
import { credited, LIFE, live, type Pair, STARTER } from './lives';
import { consoleOf, fundedPair } from './people';
import { everythingSettledToldAndSealed, provedClean, repeated, worthOf } from './proofs';
import { newFolder } from '../../../test/support/folder';

const KILLS = Number(process.env['KILLS'] ?? 50);
const CLIENTS = 5;
// Rounds are counted in answers, so that on a busy machine something happens in each.
const MOST_ANSWERS = 25;
const LONGEST_ROUND_MS = 5000;
const LONGEST_START_MS = 2000;

let server: BuiltServer;
let dataDir: string;
const caller = new Caller();
const pairs: Pair[] = [];

function killPostmaster(): void {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

async function owner(): Promise<Connection> {
  return Connection.open(locateEmbedded(dataDir) ?? '');
}

beforeAll(async () => {
  dataDir = newFolder('kill');
  server = await builtServer({ ATS_DATA_DIR: dataDir, ATS_RATE_LIMIT_PER_MINUTE: '1000000' });
  const console = await consoleOf(server.env);
  for (let n = 0; n < CLIENTS; n += 1) pairs.push(await fundedPair(caller, server.url, console, `pair${String(n)}`));
}, 120_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

/** Waits until the clients have had so many more answers, and a few milliseconds into the calls that follow. */
async function answers(count: number): Promise<void> {
  const enough = caller.calls.length + count;
  const end = Date.now() + LONGEST_ROUND_MS;
  while (caller.calls.length < enough && Date.now() < end) await pause(2);
  await pause(randomInt(15));
}

/** Kills server, database or both in some order, or the server again while it starts; then starts it on the same data. */
async function killAndStart(round: number): Promise<void> {
  const kind = round % 4;
  if (kind === 1) killPostmaster();
  await server.kill('SIGKILL');
  if (kind === 2) killPostmaster();
  if (kind === 3) {
    const { child, ended } = await startCli(['serve'], server.env);
    await pause(randomInt(LONGEST_START_MS));
    child.kill('SIGKILL');
    await ended;
  }
  server = await builtServer(server.env);
}

/** With a connection to the database as it is now. */
async function withOwner<T>(work: (db: Connection) => Promise<T>): Promise<T> {
  const db = await owner();
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

test('a paid session whose webhook was not delivered before the kill is credited after the start', async () => {
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
  const db = await owner();
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
  await credited(caller, consumer.api, purchase.sessionId);
  const after = await balances(consumer as Party);
  expect(after.ticketBalanceStamps).toBe(before.ticketBalanceStamps + STARTER);
});

test(`kill -9 at any moment of the demo, ${String(KILLS)} times: nothing is lost, nothing happens twice`, async () => {
  const start = await Promise.all(pairs.map(async (pair) => worthOf(pair)));
  const recorded = caller.calls.length;
  let going = true;
  const lives = pairs.map(async (pair) => {
    let round = 0;
    for (; going; round += 1) await live(caller, pair, round);
    return round;
  });
  const failed = Promise.all(lives).then(() => undefined);
  try {
    for (let round = 0; round < KILLS; round += 1) {
      await Promise.race([answers(randomInt(MOST_ANSWERS)), failed]);
      await killAndStart(round);
    }
  } finally {
    going = false;
    await Promise.allSettled(lives);
  }
  const lived = await Promise.all(lives);
  await withOwner((db) => everythingSettledToldAndSealed(db));
  const total = lived.reduce((sum, rounds) => sum + rounds, 0);
  const calls = caller.calls.slice(recorded);
  const interrupted = calls.filter(({ attempts }) => attempts > 1);
  const committed = interrupted.filter(({ answer }) => answer.replayed);
  console.log(
    `${String(KILLS)} kills: ${String(total)} lives, ${String(calls.length)} calls, ${String(interrupted.length)} interrupted, of these ${String(committed.length)} had been committed`,
  );
  expect(interrupted.length).toBeGreaterThan(0);

  const ends = await Promise.all(pairs.map(async (pair) => worthOf(pair)));
  for (const [index, rounds] of lived.entries()) {
    const had = start[index];
    expect({ rounds, ...ends[index] }).toEqual({
      rounds,
      provider: (had?.provider ?? 0) + rounds * LIFE.provider,
      consumer: (had?.consumer ?? 0) + rounds * LIFE.consumer,
      wallet: (had?.wallet ?? 0) + rounds * LIFE.wallet,
    });
  }
  await withOwner((db) => provedClean(db, { lives: total, pairs: CLIENTS, starters: total + 1 }));
}, 1_200_000);

test('repeating every call with its key answers as if nothing had happened', async () => {
  await withOwner(async (db) => {
    const digest = await digester((text) => db.sql(text));
    const before = await digest();
    expect(await repeated(caller.calls)).toEqual([]);
    expect(await digest()).toEqual(before);
    expect(await audit(db)).toEqual([]);
  });
  const { code, stderr } = await runCli(['audit'], server.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}, 120_000);
