import { eventCursor } from '../../../src/domain/events/event-cursor';
import { openDatabase } from '../../../src/database/connection/open';
import { type BenchOptions, warmUpSeconds } from '../bench';
import { type CpuUse, cpuUse } from '../cpu';
import type { Databases } from '../database';
import { startServer } from '../server';
import { type Load, startBare, startLoad, startLogged } from './children';
import type { Connect } from './load';
import { residentBytes } from '../memory';
import type { Measured } from './report';
import type { Round, Side } from './rounds';
import { onEachSide, type Sides, SIDES, TITLES } from './contenders';
import { seedSubscribers, EventPublisher } from './event-source';

/** One comparison: the subscribers and the way events reach them. */
export interface Case {
  readonly name: string;
  readonly sockets: number;
  readonly principals: number;
  readonly credentialsEach: number;
  /** Whether every arrival counts, or only the last socket's. */
  readonly each: boolean;
  readonly flood: (side: Side, seconds: number) => Promise<Round>;
  readonly latency: (side: Side) => Promise<number[]>;
}

const QUERY = `subscription ($after: String) {
  events(after: $after) { id cursor type sequence subjectKey timestamp data } }`;

function settingsOf({ ours: url, dataDir }: Databases): Record<string, string> {
  return {
    DATABASE_URL: url,
    ATS_DATA_DIR: dataDir,
    // The relay runs in the process that commits. Here that is this process.
    ATS_ROLE: 'api',
    PORT: '0',
    ATS_METRICS_PORT: '0',
    ATS_LOG_LEVEL: 'warn',
    ATS_RATE_LIMIT_PER_MINUTE: '1000000',
    ATS_MAX_CONNECTIONS_PER_ADDRESS: '1000000',
    ATS_NEW_CONNECTIONS_PER_ADDRESS: '1000000',
    ATS_MAX_SOCKETS_PER_PRINCIPAL: '1000000',
  };
}

interface Parts {
  readonly options: BenchOptions;
  readonly databases: Databases;
  readonly broke: (error: Error) => void;
  /** Cleanup functions in the order of the starts. They run in reverse order. */
  readonly cleanups: (() => unknown)[];
}

export async function compare(options: BenchOptions, databases: Databases, one: Case): Promise<Measured> {
  let broke: (error: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => (broke = reject));
  const cleanups: (() => unknown)[] = [];
  try {
    return await Promise.race([measure(one, { options, databases, broke, cleanups }), broken]);
  } finally {
    for (const end of cleanups.toReversed()) await end();
  }
}

async function measure(one: Case, parts: Parts): Promise<Measured> {
  const seconds = warmUpSeconds(parts.options);
  const ours = await openOurs(one, parts);
  await warmUp(ours.side, one, seconds);
  const floor = await openFloor(one, parts);
  await warmUp(floor.side, one, seconds);
  const bare = await openBare(one, parts, await ours.side.load.sample());
  await warmUp(bare.side, one, seconds);
  const opened = { ours, floor, bare };
  const bytes = onEachSide(opened, (side) => side.bytes());
  const rounds = await interleaved(
    one,
    parts.options,
    onEachSide(opened, ({ side }) => side),
  );
  const latency = {
    ours: await one.latency(ours.side),
    floor: await one.latency(floor.side),
    bare: await one.latency(bare.side),
  };
  return { name: one.name, sockets: one.sockets, rounds, latency, bytes };
}

/** An open side and the server memory per socket. */
interface Opened {
  readonly side: Side;
  readonly bytes: () => number;
}

async function openOurs(one: Case, parts: Parts): Promise<Opened> {
  const { databases, options, cleanups } = parts;
  const server = await startServer(settingsOf(databases), options.profileTo);
  cleanups.push(() => server.stop());
  const { teller, credentials } = await openPublisher(one, parts, databases.ours);
  const url = `${server.url}/graphql`;
  const [load, bytes] = await connect(one, parts, { name: TITLES.ours, pid: server.pid, url, credentials });
  return { side: loggedSide(one, parts, { load, teller, pid: server.pid }), bytes };
}

/** Opens the floor: `ws` alone sends the same log from a database of its own. */
async function openFloor(one: Case, parts: Parts): Promise<Opened> {
  const { databases, broke, cleanups } = parts;
  const { teller, principals } = await openPublisher(one, parts, databases.floor);
  const principalOf = Array.from({ length: one.sockets }, (_, socket) => socket % principals.length);
  const { url, pid, stop } = await startLogged({ url: databases.floor, principals, principalOf }, broke);
  cleanups.push(stop);
  const [load, bytes] = await connect(one, parts, { name: TITLES.floor, pid, url, credentials: [] });
  return { side: loggedSide(one, parts, { load, teller, pid }), bytes };
}

async function openBare(one: Case, parts: Parts, text: string): Promise<Opened> {
  const { url, pid, send, stop } = await startBare(parts.broke);
  parts.cleanups.push(stop);
  const [load, bytes] = await connect(one, parts, { name: TITLES.bare, pid, url, credentials: [] });
  const cpu = (): CpuUse | undefined => cpuUse(parts.databases.pid, pid);
  return { side: { load, sockets: one.sockets, publishedCount: 0, cpu, emit: (to) => send({ text, to }) }, bytes };
}

/** Opens the publisher that commits and numbers events, and its subscribers. */
async function openPublisher(
  { principals: count, credentialsEach }: Case,
  { databases, cleanups }: Parts,
  url: string,
) {
  const store = await openDatabase({ url });
  cleanups.push(() => store.close());
  const subscribers = await seedSubscribers(store, databases.dataDir, count, credentialsEach);
  const teller = new EventPublisher(store, subscribers.principals);
  cleanups.push(() => teller.stop());
  return { teller, ...subscribers };
}

function loggedSide(
  { sockets }: Case,
  { databases }: Parts,
  { load, teller, pid }: { readonly load: Load; readonly teller: EventPublisher; readonly pid: number },
): Side {
  return {
    load,
    sockets,
    publishedCount: 0,
    cpu: () => cpuUse(databases.pid, pid),
    emit: (to) => teller.tell(to.map((numbers) => (numbers === 'all' ? [0] : numbers))),
    ahead: { commit: (to) => teller.commit(to), number: () => teller.wake() },
  };
}

/** Connects the sockets and measures how much the server's memory grows per socket. */
async function connect(
  { name, sockets, each }: Case,
  { options, broke, cleanups }: Parts,
  to: Pick<Connect, 'url' | 'credentials'> & { readonly name: string; readonly pid: number },
): Promise<[Load, () => number]> {
  const before = residentBytes(to.pid) ?? 0;
  const begun = performance.now();
  const { url, credentials } = to;
  const load = await startLoad({ url, credentials, sockets, each, query: QUERY, after: eventCursor(0n) }, broke);
  cleanups.push(() => load.stop());
  const took = ((performance.now() - begun) / 1000).toFixed(1);
  options.note(`${name}: ${String(sockets)} sockets at ${to.name} in ${took} s`);
  return [load, () => ((residentBytes(to.pid) ?? before) - before) / sockets];
}

/** Sends each socket one event before the measurement, so that all are subscribed. */
async function warmUp(side: Side, one: Case, seconds: number): Promise<void> {
  if (one.each) {
    let arrivals = 0;
    const all = new Promise<void>((resolve) => {
      side.load.onEach(() => {
        arrivals += 1;
        if (arrivals === one.sockets) resolve();
      });
    });
    const BATCH = 250;
    for (let from = 0; from < one.sockets; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, one.sockets - from) }, (_, n) => [from + n]);
      await side.emit(numbers);
    }
    await all;
  }
  await one.flood(side, seconds);
}

/** Runs one round of each side in turn, so that a disturbance affects all sides. */
async function interleaved(one: Case, options: BenchOptions, sides: Sides<Side>): Promise<Measured['rounds']> {
  const rounds: Sides<Round[]> = { ours: [], floor: [], bare: [] };
  for (let n = 1; n <= options.rounds; n += 1) {
    for (const name of SIDES) {
      const round = await one.flood(sides[name], options.seconds);
      rounds[name].push(round);
      const rate = (round.deliveries / round.seconds).toFixed(0);
      options.note(`${one.name}: round ${String(n)} ${name.padEnd(5)} ${rate} deliveries/s`);
    }
  }
  return rounds;
}
