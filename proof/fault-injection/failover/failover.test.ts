import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded } from '../../../src/adapters/postgres/embedded';
import { createEventStream, type EventStream } from '../../../src/client';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { idOf } from '../../../src/domain/keys';
import { LISTENER } from '../../../src/database/connection/listener';
import { Caller } from '../kill/caller';
import { buy, SCENARIO_CHANGE, runScenario } from '../kill/trade-scenarios';
import { createFundedPair } from '../kill/parties';
import { waitUntilDrained, assertBooksClean, findChangedAnswers, stampsOf } from '../kill/assertions';
import { type BuiltProcess, builtServer, type BuiltServer, builtWorker } from '../../../test/support/built';
import { partiesAt } from '../../../test/support/built-parties';
import { throughProxy } from '../../../test/support/fault-proxy';
import { Connection } from '../../../test/support/ledger';
import { TEST_KEY } from '../../../test/support/service';
import { WireProxy } from '../../../test/support/wire-proxy';
import { until } from '../../../test/support/actors';
import { runStatements, killProcessGroup, type Primary, type Standby, startStandby } from './standby';
import { newFolder } from '../../../test/support/folder';

/**
 * Failover to a synchronous standby under load.
 * Two API processes and a worker continue on the new primary without a restart.
 */

const SERVERS = 2;
const PAIRS_OF_SERVER = 2;
const FAILOVERS = Number(process.env['FAILOVERS'] ?? 2);
const ANSWERS = 40;
const COMMIT_OF_A_REQUEST = /\bkeep_answer\(.*\bCOMMIT$/s;

let folder: string;
let primary: Primary;
let standbys = 0;
let databaseProxy: WireProxy;
let servers: BuiltServer[];
let worker: BuiltProcess;
/** Cleanup steps, run in reverse order even if the setup failed. */
const cleanups: (() => Promise<unknown>)[] = [];
const caller = new Caller();
const pairs: Awaited<ReturnType<typeof createFundedPair>>[] = [];

const environment = async (name: string) => ({
  DATABASE_URL: throughProxy(primary.url, databaseProxy),
  ATS_DATA_DIR: await mkdtemp(join(folder, `${name}-`)),
  ATS_SECRETS_KEYS: TEST_KEY,
  ATS_RATE_LIMIT_PER_MINUTE: '1000000',
});

beforeAll(async () => {
  folder = newFolder('failover');
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  primary = await startPrimary();
  databaseProxy = await WireProxy.open(primary);
  cleanups.push(() => databaseProxy.close());
  servers = [];
  for (let n = 0; n < SERVERS; n += 1) {
    servers.push(await registerProcess(builtServer({ ...(await environment('api')), ATS_ROLE: 'api' })));
  }
  worker = await registerProcess(builtWorker(await environment('worker')));
  for (const server of servers) {
    const service = await partiesAt(server);
    for (let n = 0; n < PAIRS_OF_SERVER; n += 1)
      pairs.push(await createFundedPair(caller, service, `pair${String(pairs.length)}`));
  }
}, 300_000);
afterAll(async () => {
  for (let end = cleanups.pop(); end; end = cleanups.pop()) await end();
});

async function startPrimary(): Promise<Primary> {
  const dataDir = join(folder, 'first');
  const embedded = await startEmbedded({ dataDir, log: { debug: () => undefined } });
  const { url, port, pid, ended } = embedded;
  cleanups.push(() => embedded.stop());
  const kill = (): Promise<void> => {
    killProcessGroup(pid);
    return ended;
  };
  return { url, port, dataDir, kill };
}

async function startNextStandby(): Promise<Standby> {
  standbys += 1;
  const standby = await startStandby(primary, join(folder, `standby-${String(standbys)}`));
  cleanups.push(() => standby.kill());
  return standby;
}

/** Kills the primary and promotes its standby. */
async function failOver(standby: Standby): Promise<void> {
  await primary.kill();
  await standby.promote();
  primary = standby;
  databaseProxy.turn(standby);
}

/** Fails over after PostgreSQL has committed a request and before the service gets the answer. */
async function failOverAfterCommit(standby: Standby): Promise<void> {
  let heldCommits = 0;
  let over: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (over = resolve));
  databaseProxy.watcher = {
    seen: ({ statement }) => (heldCommits === 0 && COMMIT_OF_A_REQUEST.test(statement) ? 'after' : undefined),
    strike: () => {
      heldCommits += 1;
      return isOver;
    },
  };
  await until(
    () => Promise.resolve(heldCommits),
    (held) => held > 0,
    120_000,
  );
  await failOver(standby);
  over();
}

async function registerProcess<P extends BuiltProcess>(start: Promise<P>): Promise<P> {
  const process = await start;
  cleanups.push(() => process.kill('SIGKILL'));
  return process;
}

async function withDatabase<T>(work: (db: Connection) => Promise<T>): Promise<T> {
  const db = await Connection.open(primary.url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Waits for `count` more answers, then a few milliseconds into the next calls. */
async function waitForAnswers(count: number): Promise<void> {
  const enough = caller.calls.length + count;
  await until(
    () => Promise.resolve(caller.calls.length),
    (had) => had >= enough,
    120_000,
  );
  await pause(randomInt(15));
}

/** Streams all events of a principal from the beginning. */
function openEventStream({ provider }: (typeof pairs)[number]): {
  stream: EventStream;
  sequences: number[];
  ended: Promise<void>;
} {
  const { credential, principalKey, api } = provider;
  const stream = createEventStream({ url: api.url, credential, principalKey, after: eventCursor(0n) });
  const sequences: number[] = [];
  const ended = (async () => {
    for await (const { sequence } of stream) sequences.push(sequence);
  })();
  return { stream, sequences, ended };
}

/** Waits until each stream has delivered every event of its principal. */
async function assertAllEventsReceived(listeners: readonly ReturnType<typeof openEventStream>[]): Promise<void> {
  for (const [at, { sequences, stream, ended }] of listeners.entries()) {
    const id = idOf('prn', pairs[at]?.provider.principalKey ?? '');
    const [head] = await withDatabase((db) =>
      db.sql<{ sequence: bigint }>('SELECT sequence FROM event_head WHERE principal_id = $1', id),
    );
    const all = Array.from({ length: Number(head?.sequence) }, (_, place) => place + 1);
    await until(
      () => Promise.resolve([...sequences]),
      (received) => received.length >= all.length,
      30_000,
    );
    stream.close();
    await ended;
    expect(sequences).toEqual(all);
  }
}

test('after failover no acknowledged commit is lost, every call is resolved and no process restarts', async () => {
  const before = await Promise.all(pairs.map((pair) => stampsOf(pair)));
  const recorded = caller.calls.length;
  const listeners = pairs.map(openEventStream);
  let isRunning = true;
  const scenarios = pairs.map(async (pair) => {
    let round = 0;
    for (; isRunning; round += 1) await runScenario(caller, pair, round);
    return round;
  });
  const failed = Promise.all(scenarios).then(() => undefined);
  const outages: string[] = [];
  try {
    for (let round = 0; round < FAILOVERS; round += 1) {
      // The base backup runs under load.
      const standby = await Promise.race([startNextStandby(), failed]);
      if (!standby) break;
      await Promise.race([waitForAnswers(ANSWERS), failed]);
      const killedAt = performance.now();
      await failOverAfterCommit(standby);
      await Promise.race([waitForAnswers(1), failed]);
      outages.push(`${((performance.now() - killedAt) / 1000).toFixed(1)} s`);
    }
    await Promise.race([waitForAnswers(ANSWERS), failed]);
  } finally {
    isRunning = false;
    await Promise.allSettled(scenarios);
  }
  const roundsByPair = await Promise.all(scenarios);
  await withDatabase((db) => waitUntilDrained(db, 60_000));
  const calls = caller.calls.slice(recorded);
  const interrupted = calls.filter(({ attempts }) => attempts > 1);
  const committed = interrupted.filter(({ answer }) => answer.replayed);
  const total = roundsByPair.reduce((sum, rounds) => sum + rounds, 0);
  console.log(
    `${String(FAILOVERS)} failovers, the next answer after ${outages.join(', ')}: ${String(total)} scenarios, ${String(calls.length)} calls, ${String(interrupted.length)} interrupted, of these ${String(committed.length)} had been committed`,
  );
  expect(committed.length).toBeGreaterThanOrEqual(FAILOVERS);

  expect(await findChangedAnswers(caller.calls)).toEqual([]);
  const after = await Promise.all(pairs.map((pair) => stampsOf(pair)));
  const expected = before.map(({ provider, consumer, wallet }, at) => {
    const rounds = roundsByPair[at] ?? 0;
    const { provider: earned, consumer: spent, wallet: moved } = SCENARIO_CHANGE;
    return {
      provider: provider + rounds * earned,
      consumer: consumer + rounds * spent,
      wallet: wallet + rounds * moved,
    };
  });
  expect(after).toEqual(expected);
  await withDatabase((db) => assertBooksClean(db, { scenarios: total, pairs: pairs.length, starters: total }));
  await assertAllEventsReceived(listeners);
}, 600_000);

test('API and worker processes listen to the new primary', async () => {
  const processes = [...servers, worker];
  const text = `SELECT count(*)::int AS listening FROM pg_stat_activity WHERE application_name = '${LISTENER}'`;
  await until(
    () => runStatements<{ listening: number }>(primary.url, text),
    ([row]) => row?.listening === processes.length,
  );
  for (const { pid } of processes) expect(process.kill(pid, 0)).toBe(true);
});

test('should find the lost call when there is no synchronous standby', async () => {
  const standby = await startNextStandby();
  await standby.detach();
  const recorded = caller.calls.length;
  const [pair] = pairs;
  if (!pair) throw new Error('no pair');
  await buy(caller, 'acknowledged-and-lost', pair.consumer.api, { pack: 'STARTER' });
  const acknowledged = caller.calls.slice(recorded).map(({ key }) => key);
  await failOver(standby);
  const { api } = pair.consumer;
  await until(
    () => api.queryOrThrow('{ service { version } }').catch(() => undefined),
    (answer) => answer !== undefined,
    60_000,
  );
  const differing = (await findChangedAnswers(caller.calls)) as { key: string }[];
  expect(differing.map(({ key }) => key)).toEqual(acknowledged);
}, 120_000);
