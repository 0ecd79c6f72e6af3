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
import { buy, LIFE, live } from '../kill/lives';
import { consoleOf, fundedPair } from '../kill/people';
import { everythingSettledToldAndSealed, provedClean, repeated, worthOf } from '../kill/proofs';
import { type BuiltProcess, builtServer, type BuiltServer, builtWorker } from '../../../test/support/built';
import { throughProxy } from '../../../test/support/fault-proxy';
import { Connection } from '../../../test/support/ledger';
import { TEST_KEY } from '../../../test/support/service';
import { WireProxy } from '../../../test/support/wire-proxy';
import { until } from '../../../test/support/actors';
import { asked, killGroup, type Primary, type Standby, standbyOf } from './standby';
import { newFolder } from '../../../test/support/folder';

/**
 * A primary with a synchronous standby is lost under load and the standby promoted: two API processes and a worker go on
 * against the new primary, none of them started again.
 */

const SERVERS = 2;
const PAIRS = 4;
const FAILOVERS = Number(process.env['FAILOVERS'] ?? 2);
const ANSWERS = 40;
const COMMIT_OF_A_REQUEST = /\bkeep_answer\(.*\bCOMMIT$/s;

let folder: string;
let primary: Primary;
let standbys = 0;
let address: WireProxy;
let servers: BuiltServer[];
let worker: BuiltProcess;
/** What was begun is ended in reverse, however far it came. */
const endings: (() => Promise<unknown>)[] = [];
const caller = new Caller();
const pairs: Awaited<ReturnType<typeof fundedPair>>[] = [];

const environment = async (name: string) => ({
  DATABASE_URL: throughProxy(primary.url, address),
  ATS_DATA_DIR: await mkdtemp(join(folder, `${name}-`)),
  ATS_SECRETS_KEYS: TEST_KEY,
  ATS_RATE_LIMIT_PER_MINUTE: '1000000',
});

beforeAll(async () => {
  folder = newFolder('failover');
  endings.push(() => rm(folder, { recursive: true, force: true }));
  primary = await firstPrimary();
  address = await WireProxy.open(primary);
  endings.push(() => address.close());
  servers = [];
  for (let n = 0; n < SERVERS; n += 1) {
    servers.push(await ending(builtServer({ ...(await environment('api')), ATS_ROLE: 'api' })));
  }
  worker = await ending(builtWorker(await environment('worker')));
  const console = await consoleOf(servers[0]?.env ?? {});
  for (let n = 0; n < PAIRS; n += 1) {
    const url = servers[n % SERVERS]?.url ?? '';
    pairs.push(await fundedPair(caller, url, console, `pair${String(n)}`));
  }
}, 300_000);
afterAll(async () => {
  for (let end = endings.pop(); end; end = endings.pop()) await end();
});

async function firstPrimary(): Promise<Primary> {
  const dataDir = join(folder, 'first');
  const embedded = await startEmbedded({ dataDir, log: { debug: () => undefined } });
  const { url, port, pid, ended } = embedded;
  endings.push(() => embedded.stop());
  const kill = (): Promise<void> => {
    killGroup(pid);
    return ended;
  };
  return { url, port, dataDir, kill };
}

async function nextStandby(): Promise<Standby> {
  standbys += 1;
  const standby = await standbyOf(primary, join(folder, `standby-${String(standbys)}`));
  endings.push(() => standby.kill());
  return standby;
}

/** The primary and all of its processes are gone; its standby takes its place. */
async function failOver(standby: Standby): Promise<void> {
  await primary.kill();
  await standby.promote();
  primary = standby;
  address.turn(standby);
}

/** Fails over while the service waits for the word that a request was committed: it has been, and nobody hears of it. */
async function failOverUnheard(standby: Standby): Promise<void> {
  let unheard = 0;
  let over: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (over = resolve));
  address.watcher = {
    seen: ({ statement: asked }) => (unheard === 0 && COMMIT_OF_A_REQUEST.test(asked) ? 'after' : undefined),
    strike: () => {
      unheard += 1;
      return isOver;
    },
  };
  await until(
    () => Promise.resolve(unheard),
    (held) => held > 0,
    120_000,
  );
  await failOver(standby);
  over();
}

async function ending<P extends BuiltProcess>(begun: Promise<P>): Promise<P> {
  const process = await begun;
  endings.push(() => process.kill('SIGKILL'));
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

/** So many more answers, and a few milliseconds into the calls that follow. */
async function answers(count: number): Promise<void> {
  const enough = caller.calls.length + count;
  await until(
    () => Promise.resolve(caller.calls.length),
    (had) => had >= enough,
    120_000,
  );
  await pause(randomInt(15));
}

/** Everything a principal is told, from the beginning, over one stream. */
function listener({ provider }: (typeof pairs)[number]): {
  stream: EventStream;
  heard: number[];
  ended: Promise<void>;
} {
  const { credential, principalKey, api } = provider;
  const stream = createEventStream({ url: api.url, credential, principalKey, after: eventCursor(0n) });
  const heard: number[] = [];
  const ended = (async () => {
    for await (const { sequence } of stream) heard.push(sequence);
  })();
  return { stream, heard, ended };
}

/** Waits until they have heard every event there is. */
async function heardAll(listeners: readonly ReturnType<typeof listener>[]): Promise<void> {
  for (const [at, { heard, stream, ended }] of listeners.entries()) {
    const id = idOf('prn', pairs[at]?.provider.principalKey ?? '');
    const [head] = await withDatabase((db) =>
      db.sql<{ sequence: bigint }>('SELECT sequence FROM event_head WHERE principal_id = $1', id),
    );
    const all = Array.from({ length: Number(head?.sequence) }, (_, place) => place + 1);
    await until(
      () => Promise.resolve([...heard]),
      (told) => told.length >= all.length,
      30_000,
    );
    stream.close();
    await ended;
    expect(heard).toEqual(all);
  }
}

test('no commit that was acknowledged is lost with the primary, every call is resolved, and nobody is started again', async () => {
  const before = await Promise.all(pairs.map((pair) => worthOf(pair)));
  const recorded = caller.calls.length;
  const listeners = pairs.map(listener);
  let going = true;
  const lives = pairs.map(async (pair) => {
    let round = 0;
    for (; going; round += 1) await live(caller, pair, round);
    return round;
  });
  const failed = Promise.all(lives).then(() => undefined);
  const away: string[] = [];
  try {
    for (let round = 0; round < FAILOVERS; round += 1) {
      // Copied while they live.
      const standby = await Promise.race([nextStandby(), failed]);
      if (!standby) break;
      await Promise.race([answers(ANSWERS), failed]);
      const died = performance.now();
      await failOverUnheard(standby);
      await Promise.race([answers(1), failed]);
      away.push(`${((performance.now() - died) / 1000).toFixed(1)} s`);
    }
    await Promise.race([answers(ANSWERS), failed]);
  } finally {
    going = false;
    await Promise.allSettled(lives);
  }
  const lived = await Promise.all(lives);
  await withDatabase((db) => everythingSettledToldAndSealed(db, 60_000));
  const calls = caller.calls.slice(recorded);
  const interrupted = calls.filter(({ attempts }) => attempts > 1);
  const committed = interrupted.filter(({ answer }) => answer.replayed);
  const total = lived.reduce((sum, rounds) => sum + rounds, 0);
  console.log(
    `${String(FAILOVERS)} failovers, the next answer after ${away.join(', ')}: ${String(total)} lives, ${String(calls.length)} calls, ${String(interrupted.length)} interrupted, of these ${String(committed.length)} had been committed`,
  );
  expect(committed.length).toBeGreaterThanOrEqual(FAILOVERS);

  expect(await repeated(caller.calls)).toEqual([]);
  const after = await Promise.all(pairs.map((pair) => worthOf(pair)));
  const expected = before.map(({ provider, consumer, wallet }, at) => {
    const rounds = lived[at] ?? 0;
    const { provider: earned, consumer: spent, wallet: moved } = LIFE;
    return {
      provider: provider + rounds * earned,
      consumer: consumer + rounds * spent,
      wallet: wallet + rounds * moved,
    };
  });
  expect(after).toEqual(expected);
  await withDatabase((db) => provedClean(db, { lives: total, pairs: PAIRS, starters: total }));
  await heardAll(listeners);
}, 600_000);

test('API and worker processes listen to the new primary', async () => {
  const processes = [...servers, worker];
  const text = `SELECT count(*)::int AS listening FROM pg_stat_activity WHERE application_name = '${LISTENER}'`;
  await until(
    () => asked<{ listening: number }>(primary.url, text),
    ([row]) => row?.listening === processes.length,
  );
  for (const { pid } of processes) expect(process.kill(pid, 0)).toBe(true);
});

test('without the synchronous standby the same proof tells what was lost', async () => {
  const standby = await nextStandby();
  await standby.detach();
  const kept = caller.calls.length;
  const [pair] = pairs;
  if (!pair) throw new Error('no pair');
  await buy(caller, 'told-and-lost', pair.consumer.api, { pack: 'STARTER' });
  const told = caller.calls.slice(kept).map(({ key }) => key);
  await failOver(standby);
  const { api } = pair.consumer;
  await until(
    () => api.query('{ service { version } }').catch(() => undefined),
    (answer) => answer !== undefined,
    60_000,
  );
  const differing = (await repeated(caller.calls)) as { key: string }[];
  expect(differing.map(({ key }) => key)).toEqual(told);
}, 120_000);
