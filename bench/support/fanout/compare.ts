import { eventCursor } from '../../../src/domain/event-cursor';
import { openStore } from '../../../src/store/open';
import type { BenchOptions } from '../bench';
import { cpuUse } from '../cpu';
import type { Databases } from '../database';
import { type ServerProcess, startServer } from '../server';
import { type BareServer, type Load, startBare, startLoad } from './children';
import type { Connect } from './load';
import { residentBytes } from '../memory';
import type { Measured } from './report';
import type { Round, Side } from './rounds';
import { seedSubscribers, type Subscribers, Teller } from './telling';

/** What is compared: who listens, and how they are told. */
export interface Case {
  readonly name: string;
  readonly sockets: number;
  readonly principals: number;
  readonly credentialsEach: number;
  /** Whether every arrival counts, or the last socket's. */
  readonly each: boolean;
  readonly flood: (side: Side, seconds: number) => Promise<Round>;
  readonly latency: (side: Side) => Promise<number[]>;
}

const QUERY = `subscription ($after: String) {
  events(after: $after) { id cursor type sequence subjectKey timestamp data } }`;
const WARM_UP_SECONDS = 3;

function settingsOf({ ours: url, dataDir }: Databases): Record<string, string> {
  return {
    DATABASE_URL: url,
    ATS_DATA_DIR: dataDir,
    // The relay runs beside whoever commits: here, that is this process.
    ATS_ROLE: 'api',
    PORT: '0',
    ATS_METRICS_PORT: '0',
    ATS_LOG_LEVEL: 'warn',
    ATS_RATE_LIMIT_PER_MINUTE: '1000000',
  };
}

interface Parts {
  readonly options: BenchOptions;
  readonly databases: Databases;
  readonly server: ServerProcess;
  readonly bare: BareServer;
  readonly teller: Teller;
  readonly credentials: Subscribers['credentials'];
  readonly broke: (error: Error) => void;
  readonly endings: (() => void)[];
}

export async function compare(options: BenchOptions, databases: Databases, one: Case): Promise<Measured> {
  let broke: (error: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => (broke = reject));
  const server = await startServer(settingsOf(databases), options.profileTo);
  const bare = await startBare(broke);
  const store = await openStore({ url: databases.ours });
  const { dataDir } = databases;
  const { principals, credentials } = await seedSubscribers(store, dataDir, one.principals, one.credentialsEach);
  const teller = new Teller(store, principals);
  const endings: (() => void)[] = [];
  try {
    return await Promise.race([
      measure(one, { options, databases, server, bare, teller, credentials, broke, endings }),
      broken,
    ]);
  } finally {
    for (const end of endings) end();
    bare.stop();
    await teller.stop();
    await store.close();
    await server.stop();
  }
}

async function measure(one: Case, parts: Parts): Promise<Measured> {
  const { databases, server, bare, teller, credentials } = parts;
  const url = `${server.url}/graphql`;
  const [ourLoad, ourBytes] = await connect(one, parts, { name: 'ours', pid: server.pid, url, credentials });
  const [load, bareBytes] = await connect(one, parts, {
    name: 'bare ws',
    pid: bare.pid,
    url: bare.url,
    credentials: [],
  });
  const { sockets } = one;
  const ours: Side = {
    load: ourLoad,
    sockets,
    told: 0,
    cpu: () => cpuUse(databases.pid, server.pid),
    emit: (to) => teller.tell(to.map((numbers) => (numbers === 'all' ? [0] : numbers))),
    ahead: { commit: (to) => teller.commit(to), number: () => teller.wake() },
  };
  await warmUp(ours, one);
  const text = await ourLoad.sample();
  const floor: Side = {
    load,
    sockets,
    told: 0,
    cpu: () => cpuUse(databases.pid, bare.pid),
    emit: (to) => bare.send({ text, to }),
  };
  await warmUp(floor, one);
  const bytes = { ours: ourBytes(), bare: bareBytes() };
  const rounds = await interleaved(one, parts.options, ours, floor);
  const latency = { ours: await one.latency(ours), bare: await one.latency(floor) };
  return { name: one.name, sockets, rounds, latency, bytes };
}

/** The sockets, and what the server's memory has grown by since, for each of them. */
async function connect(
  { name, sockets, each }: Case,
  { options, broke, endings }: Parts,
  to: Pick<Connect, 'url' | 'credentials'> & { readonly name: string; readonly pid: number },
): Promise<[Load, () => number]> {
  const before = residentBytes(to.pid) ?? 0;
  const begun = performance.now();
  const { url, credentials } = to;
  const load = await startLoad({ url, credentials, sockets, each, query: QUERY, after: eventCursor(0n) }, broke);
  endings.push(() => load.stop());
  const took = ((performance.now() - begun) / 1000).toFixed(1);
  options.note(`${name}: ${String(sockets)} sockets at ${to.name} in ${took} s`);
  return [load, () => ((residentBytes(to.pid) ?? before) - before) / sockets];
}

/** Every socket hears something before anything is measured: then all are subscribed. */
async function warmUp(side: Side, one: Case): Promise<void> {
  if (one.each) {
    let heard = 0;
    const all = new Promise<void>((resolve) => {
      side.load.onEach(() => {
        heard += 1;
        if (heard === one.sockets) resolve();
      });
    });
    const BATCH = 250;
    for (let from = 0; from < one.sockets; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, one.sockets - from) }, (_, n) => [from + n]);
      await side.emit(numbers);
    }
    await all;
  }
  await one.flood(side, WARM_UP_SECONDS);
}

/** A round of each in turn, so that what disturbs the machine disturbs both. */
async function interleaved(one: Case, options: BenchOptions, ours: Side, bare: Side): Promise<Measured['rounds']> {
  const rounds = { ours: [] as Round[], bare: [] as Round[] };
  for (let n = 1; n <= options.rounds; n += 1) {
    for (const [name, side] of [['ours', ours] as const, ['bare', bare] as const]) {
      const round = await one.flood(side, options.seconds);
      rounds[name].push(round);
      const rate = (round.deliveries / round.seconds).toFixed(0);
      options.note(`${one.name}: round ${String(n)} ${name.padEnd(5)} ${rate} deliveries/s`);
    }
  }
  return rounds;
}
