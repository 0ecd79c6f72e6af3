import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { openSecrets } from '../src/adapters/secrets';
import type { SecretBox } from '../src/operations/ports';
import { migrate } from '../src/database/connection/data-source';
import type { Bench, BenchOptions, CopiesOption, Report, Timed } from './support/bench';
import { Connection, type Databases, liftQuotas, onDatabases } from './support/database';
import { administer, resolvePayments } from './support/growth/administration';
import { park, pushTo, type Unsettled } from './support/growth/unresolved-payments';
import { calling, type Cast } from './support/growth/calls';
import {
  addUp,
  type Copies,
  type Copying,
  copyHistory,
  copyWorlds,
  keepTemplate,
  TABLES,
} from './support/growth/clone';
import { playConfirmedTrade, playDisputedTrade, playEndedTrades } from './support/growth/trade-scenarios';
import { withoutIndexes } from './support/growth/indexes';
import { between, checkLedger, scans, type Scans } from './support/growth/plans';
import { type Player, sameSql, service } from './support/growth/competitors';
import { readAll } from './support/growth/reads';
import { type Grown, reportOf } from './support/growth/report';
import { openMutate } from './support/http';
import { machine } from './support/machine';
import { seedDeals, seedParties } from './support/market';
import { seedOwners, seedPlatform } from './support/mutations/wallets';
import { ours } from './support/ours';
import { startServer } from './support/server';
import { type Sink, startSink } from './support/webhooks/processes';

/** Measures every operation in databases of different sizes. Each size is compared with the smallest one. */
export const growth: Bench = {
  about: 'latency of each operation at 10 k, 1 M (and more: --copies) postings, against its own at 10 k',
  run: onDatabases(measure),
};

/** Trades of the two principals whose rows are copied. They make about a hundred postings. */
const LIVES = 10;
/** Percentage of the copies that belong to the history of the two principals. */
const OWN_PERCENT = 10;
const BATCH = 1_000;
/** One loader for each core. */
const LOADERS = 2;
const WARM_UP = 5;
const ROUNDS_A_ROUND = 10;
/** Longer than any round: the lives end before this. */
const LONG_SECONDS = 600;
const CALL_TIMEOUT_MS = 900_000;

interface Side {
  readonly copies: string;
  readonly db: Connection;
  readonly cast: Cast;
  /** One entry for each round of each player. */
  readonly unresolved: Unsettled[];
  /** Instant after the copies and before the first round. Reads since this instant are the same in every database. */
  readonly since: string;
  readonly players: Readonly<Record<'ours' | 'floor', Player>>;
  close(): Promise<void>;
}

async function measure(options: BenchOptions, databases: Databases): Promise<Report> {
  const sides: Side[] = [];
  const sink = await startSink();
  const rounds = WARM_UP + options.rounds * ROUNDS_A_ROUND;
  try {
    for (const copies of options.copies)
      sides.push(await grow({ note: options.note, databases, sink, copies: copiesOf(copies), rounds }));
    // Writes the loaded rows to the disk now. A commit would otherwise wait for them for seconds.
    await sides[0]?.db.query({ text: 'CHECKPOINT' });
    options.note('all databases are loaded and on the disk');
    const before: Scans[] = [];
    for (let round = 0; round < rounds; round += 1) {
      if (round === WARM_UP) for (const side of sides) before.push(await scans(side.db));
      // Each round starts with another side, so that a disturbance affects all sides.
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        await play(side, 'ours', round, round >= WARM_UP);
        await play(side, 'floor', round, round >= WARM_UP);
      }
    }
    const grown: Grown[] = [];
    for (const [index, side] of sides.entries()) {
      const from = before[index];
      if (!from) throw new Error('No round was measured.');
      grown.push(await describe(side, from, rounds - WARM_UP));
    }
    return reportOf(grown, machine(databases.version), rounds - WARM_UP);
  } finally {
    for (const side of sides) await side.close();
    sink.stop();
  }
}

interface Growing {
  readonly note: BenchOptions['note'];
  readonly databases: Databases;
  readonly sink: Sink;
  readonly copies: Copies;
  readonly rounds: number;
}

/** A tenth of the copies belongs to the two principals, unless their number is set. */
function copiesOf({ worlds, histories = Math.ceil((worlds * OWN_PERCENT) / 100) }: CopiesOption): Copies {
  return { worlds, histories };
}

async function grow({ note, databases, sink, copies, rounds }: Growing): Promise<Side> {
  const name = `growth_${String(copies.worlds)}_${String(copies.histories)}`;
  const owner = await Connection.open(databases.ours);
  await owner.query({ text: `CREATE DATABASE ${name}` });
  await owner.close();
  const url = Object.assign(new URL(databases.ours), { pathname: name }).href;
  await migrate(url);
  await liftQuotas(url);
  const db = await Connection.open(url);
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const cast = await castOf(db, secrets);
  await pushTo(db, secrets, cast.consumer, sink.url);
  const first = await startServer(settingsOf(databases, url), undefined);
  const begun = openMutate(first.url, LIVES);
  for (const one of await park(db, cast.consumer, 1)) await resolvePayments(calling(begun.mutate, untimed), cast, one);
  await ours(begun.mutate, db, await seedDeals(db, [cast.provider, cast.consumer], LIVES), LIVES, LONG_SECONDS);
  await waitForWorkers(db);
  begun.close();
  await first.stop();
  const described = `${String(copies.worlds)} copies, and ${String(copies.histories)} of the own history`;
  note(`${String(LIVES)} trades: ${described}`);
  await keepTemplate(db);
  // Fewer checkpoints: each checkpoint writes changed pages a second time.
  await configure(db, `SET max_wal_size = '8GB'`);
  await withoutIndexes(db, [...TABLES, 'trade_fact'], () => fill(url, copies));
  note(`copied: ${described}`);
  await addUp(db, copies);
  const unresolved = await park(db, cast.consumer, 2 * rounds);
  await postponeAudit(db);
  await db.query({ text: 'VACUUM ANALYZE' });
  await configure(db, 'RESET max_wal_size');
  const settings = settingsOf(databases, url);
  const players = { ours: await service(settings), floor: await sameSql(settings, url) };
  return {
    copies: described,
    db,
    cast,
    unresolved,
    since: new Date().toISOString(),
    players,
    close: async () => {
      for (const player of Object.values(players)) await player.close();
      await db.close();
    },
  };
}

async function castOf(db: Connection, secrets: SecretBox): Promise<Cast> {
  const [provider, consumer] = await seedParties(db, secrets, 2);
  if (!provider || !consumer) throw new Error('The growth bench needs two parties.');
  const [own] = await seedOwners(db, secrets, [consumer]);
  if (!own) throw new Error('The consumer has no owner.');
  const operator = { credential: await seedPlatform(db, secrets, 'operator') };
  return { provider, consumer, owner: own.console, operator };
}

async function fill(url: string, all: Copies): Promise<void> {
  const batches = [...inBatches(all.worlds, copyWorlds()), ...inBatches(all.histories, copyHistory(all))];
  const load = async (): Promise<void> => {
    const db = await Connection.open(url);
    for (let batch = batches.shift(); batch; batch = batches.shift()) await batch(db);
    await db.close();
  };
  await Promise.all(Array.from({ length: LOADERS }, load));
}

function inBatches(copies: number, copying: Copying): ((db: Connection) => Promise<void>)[] {
  return Array.from({ length: Math.ceil(copies / BATCH) }, (_, nth) => {
    const before = nth * BATCH;
    return (db) => copying(db, before + 1, Math.min(copies, before + BATCH));
  });
}

/** Records an audit of tomorrow. The hourly audit reads a large database for long, beside the measured calls. */
async function postponeAudit(db: Connection): Promise<void> {
  await db.query({
    text: `INSERT INTO ledger_audit (findings, audited_at) VALUES ('{}', now() + interval '1 day')
      ON CONFLICT (one) DO UPDATE SET audited_at = excluded.audited_at`,
  });
}

async function configure(db: Connection, setting: string): Promise<void> {
  await db.query({ text: `ALTER SYSTEM ${setting}` });
  await db.query({ text: 'SELECT pg_reload_conf()' });
}

/** Plays every operation and then every read. A read by key reads the row that was just made. */
async function play(
  { players, ...side }: Side,
  who: keyof Side['players'],
  round: number,
  measured: boolean,
): Promise<void> {
  const { cast, since } = side;
  const player = players[who];
  const name = `growth-${who}-${String(round)}`;
  const timed: Timed = (what, call) =>
    player.play(what, call, measured).catch((error: unknown) => {
      throw new Error(`${name}, ${side.copies}, ${what}`, { cause: error });
    });
  const call = calling(player.caller.mutate, timed);
  const made = await playConfirmedTrade(call, cast, name);
  await playDisputedTrade(call, cast, `${name}-disputed`);
  await playEndedTrades(call, cast, name);
  await administer(call, cast, name);
  const unresolved = side.unresolved.pop();
  if (!unresolved) throw new Error('A round has no payment to resolve.');
  await resolvePayments(call, cast, unresolved);
  const deliveryKey = await readAll(player.caller, cast, { ...made, since }, timed);
  await call(cast.consumer, 'redeliverWebhook', { deliveryKey }, 'delivery { state }');
}

const untimed: Timed = (_, call) => call();

async function describe({ copies, db, players }: Side, before: Scans, rounds: number): Promise<Grown> {
  const after = await scans(db);
  await waitForWorkers(db);
  const [size] = await db.query<Pick<Grown, 'postings' | 'trades' | 'listings' | 'bytes'>>({
    text: `SELECT (SELECT count(*) FROM ledger_posting)::float8 AS postings, (SELECT count(*) FROM trade)::float8 AS trades,
      (SELECT count(*) FROM listing)::float8 AS listings, pg_database_size(current_database())::float8 AS bytes`,
  });
  if (!size) throw new Error('The query returned no row.');
  const check = await checkLedger(db, await scans(db));
  const scanned = between(before, after, rounds, check);
  const { broken } = check;
  return { copies, ...size, calls: players.ours.calls, floor: players.floor.calls, scanned, broken };
}

/** Waits until the workers have nothing left to do. */
async function waitForWorkers(db: Connection): Promise<void> {
  const until = performance.now() + CALL_TIMEOUT_MS;
  for (;;) {
    const [row] = await db.query<{ waiting: bigint }>({
      text: `SELECT (SELECT count(*) FROM trade WHERE settled_at IS NULL) + (SELECT count(*) FROM ledger_deferred)
        + (SELECT count(*) FROM ledger_unsealed) + (SELECT count(*) FROM event WHERE sequence IS NULL)
        + (SELECT count(*) FROM webhook_delivery WHERE state = 'pending') AS waiting`,
    });
    if (row?.waiting === 0n) return;
    if (performance.now() > until) throw new Error(`${String(row?.waiting)} rows still wait for the workers`);
    await pause(100);
  }
}

function settingsOf({ dataDir }: Databases, url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    ATS_DATA_DIR: dataDir,
    PORT: '0',
    ATS_METRICS_PORT: '0',
    ATS_LOG_LEVEL: 'warn',
    ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    // The rate limit is counted as usual and never reached.
    ATS_RATE_LIMIT_PER_MINUTE: '100000000',
  };
}
