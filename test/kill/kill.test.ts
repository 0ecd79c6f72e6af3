import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { locateEmbedded } from '../../src/adapters/postgres/embedded';
import { createClient, type Credential } from '../../src/client';
import { audit } from '../../src/store/audit';
import { type BuiltServer, builtServer, runCli, startCli } from '../support/built';
import { digester } from '../support/digest';
import { Connection } from '../support/ledger';
import { balances, createParty, mutate, type Party, until } from '../support/world';
import { Caller, sendOnce } from './caller';
import {
  buy,
  credited,
  FIRST_FUNDS,
  FUNDED_A_LIFE,
  LIFE,
  live,
  type Pair,
  RETURNED_A_LIFE,
  STARTER,
  TRADES_A_LIFE,
} from './lives';

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

async function party(name: string, console: Credential): Promise<Party> {
  const consoleFor = (subject: string) =>
    createClient({ url: server.url, credential: console, acting: { provider: 'test', subject } });
  return createParty({ url: server.url, consoleFor }, name);
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ats-kill-'));
  server = await builtServer({ ATS_DATA_DIR: dataDir, ATS_RATE_LIMIT_PER_MINUTE: '1000000' });
  const made = await runCli(['platform-credential', 'create', '--role', 'console', '--json'], server.env);
  const { api_key: apiKey, signing_secret: signingSecret } = JSON.parse(made.stdout) as Record<string, string>;
  if (apiKey === undefined || signingSecret === undefined) throw new Error(made.stderr);
  for (let n = 0; n < CLIENTS; n += 1) {
    const provider = await party(`provider${String(n)}`, { apiKey, signingSecret });
    const consumer = await party(`consumer${String(n)}`, { apiKey, signingSecret });
    pairs.push({ name: `pair${String(n)}`, provider, consumer });
    for (const { principalKey, api } of [provider, consumer]) {
      await buy(caller, `${principalKey}-funds`, api, { pack: 'GROWTH' });
    }
    await buy(caller, `${consumer.principalKey}-wallet`, consumer.owner, { pack: 'GROWTH', to: 'WALLET' });
  }
}, 120_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

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

async function everythingSettledToldAndSealed(): Promise<void> {
  const db = await owner();
  try {
    const text = `SELECT (SELECT count(*) FROM trade WHERE settled_at IS NULL) + (SELECT count(*) FROM ledger_unfolded)
      + (SELECT count(*) FROM ledger_unsealed) + (SELECT count(*) FROM event WHERE sequence IS NULL) AS waiting`;
    await until(
      () => db.sql<{ waiting: bigint }>(text),
      ([row]) => row?.waiting === 0n,
      30_000,
    );
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
}, 60_000);

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
  await everythingSettledToldAndSealed();
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
  await provedClean(total);
}, 600_000);

test('repeating every call with its key answers as if nothing had happened', async () => {
  const db = await owner();
  try {
    const digest = await digester((text) => db.sql(text));
    const before = await digest();
    const differing: object[] = [];
    const rest = [...caller.calls];
    const repeat = async (): Promise<void> => {
      for (let call = rest.pop(); call; call = rest.pop()) {
        const again = await sendOnce(call);
        const { status, text } = call.answer;
        if (again?.replayed !== true || again.status !== status || again.text !== text) {
          differing.push({ key: call.key, first: call.answer, again });
        }
      }
    };
    await Promise.all([repeat(), repeat(), repeat(), repeat()]);
    expect(differing).toEqual([]);
    expect(await digest()).toEqual(before);
    expect(await audit(db)).toEqual([]);
  } finally {
    await db.close();
  }
  const { code, stderr } = await runCli(['audit'], server.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}, 120_000);

async function worthOf({ provider, consumer }: Pair): Promise<Record<'provider' | 'consumer' | 'wallet', number>> {
  const worth = async (side: Pair['provider']): Promise<number> => {
    const { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps } = await balances(side as Party);
    expect(bondReservedStamps).toBe(0);
    return ticketBalanceStamps + bondAvailableStamps;
  };
  const { wallet } = await consumer.owner.query<{ wallet: { balanceStamps: number } }>('{ wallet { balanceStamps } }');
  return { provider: await worth(provider), consumer: await worth(consumer), wallet: wallet.balanceStamps };
}

/** The audit finds nothing, and there is one row of everything for every call that made it. */
async function provedClean(lives: number): Promise<void> {
  const db = await owner();
  try {
    expect(await audit(db)).toEqual([]);
    const [counts] = await db.sql(
      `SELECT (SELECT count(*) FROM trade) AS trades, (SELECT count(*) FROM settlement) AS settlements, (SELECT count(*) FROM listing) AS listings,
         (SELECT count(*) FROM ledger_journal WHERE kind = 'wallet_fund') AS funded, (SELECT count(*) FROM ledger_journal WHERE kind = 'wallet_return') AS returned,
         (SELECT count(*) FROM match_run) AS runs, (SELECT count(*) FROM proposal_revision) AS revisions,
         (SELECT sum(tickets_stamps)::bigint FROM ticket_purchase WHERE status = 'credited') AS credited,
         (SELECT sum(e.amount)::bigint FROM ledger_entry e JOIN ledger_account a USING (account_id) WHERE a.kind = 'stripe_clearing') AS clearing`,
    );
    const trades = BigInt(lives * TRADES_A_LIFE);
    const credited = BigInt(FIRST_FUNDS * 3 * CLIENTS + STARTER * (lives + 1));
    expect(counts).toEqual({
      trades,
      settlements: trades,
      listings: trades * 2n,
      funded: BigInt(lives * FUNDED_A_LIFE),
      returned: BigInt(lives * RETURNED_A_LIFE),
      runs: trades,
      revisions: trades * 2n,
      credited,
      clearing: -credited,
    });
  } finally {
    await db.close();
  }
}
