import 'reflect-metadata';
import { openSecrets } from '../src/adapters/secrets';
import { type Bench, type BenchOptions, type Report, type Round, warmUpSeconds } from './support/bench';
import { type CpuUse, cpuUse, difference } from './support/cpu';
import { Connection, type Databases, onDatabases } from './support/database';
import { lifeOf } from './support/effects';
import { openFloors } from './support/floors';
import { openMutate } from './support/http';
import { reportOf, type Sides } from './support/lifecycle-report';
import { machine } from './support/machine';
import { seedDeals, seedParties } from './support/market';
import { ours, settleDelays } from './support/ours';
import { servingFrom, startServer } from './support/server';
import { findingsIn } from './support/invariants';

/**
 * Measures whole two-party trades per second through the signed API. It compares them with the same effects written
 * directly to PostgreSQL.
 */
export const lifecycle: Bench = {
  about: 'whole trades a second, signed GraphQL against raw PL/pgSQL calls',
  run: onDatabases(compare),
};

// Trades prepared per second for each side. A side that uses them up ends its round early, and its rate stays true.
const PREPARED_A_SECOND = 700;

/** Prepares a round and returns the function that runs it. */
type Side = (seconds: number) => Promise<() => Promise<Round>>;

async function compare(options: BenchOptions, databases: Databases): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const [db, floor] = await Promise.all([Connection.open(databases.ours), Connection.open(databases.floor)]);
  const server = await startServer(servingFrom(databases), options.profileTo);
  const floors = await openFloors(databases.floor, options.clients);
  const caller = openMutate(server.url, options.clients);
  try {
    const [parties, others] = [await seedParties(db, secrets), await seedParties(floor, secrets)];
    const lives = async (count: number) => (await seedDeals(floor, others, count)).map(lifeOf);
    const { clients } = options;
    const sides: Readonly<Record<keyof Sides, Side>> = {
      ours: async (seconds) => {
        const deals = await seedDeals(db, parties, prepared(seconds));
        return () => ours(caller.mutate, db, deals, clients, seconds);
      },
      oneCallEach: async (seconds) => {
        const ready = await lives(prepared(seconds));
        return () => floors.oneCallEach(ready, seconds);
      },
      sameSql: async (seconds) => {
        const ready = await lives(prepared(seconds));
        return () => floors.sameSql(ready, seconds);
      },
    };
    const rounds = await interleaved(options, sides, () => cpuUse(databases.pid, server.pid));
    const delays = await settleDelays(db);
    await server.stop();
    const wrong = [...(await findingsIn('ours', db)), ...(await findingsIn('floor', floor))];
    return reportOf({ options, rounds, delays, findings: wrong, machine: machine(databases.version) });
  } finally {
    caller.close();
    await server.stop();
    await Promise.all([db.close(), floor.close(), floors.close()]);
  }
}

function prepared(seconds: number): number {
  return Math.ceil(seconds * PREPARED_A_SECOND);
}

/** Runs one round of each side in turn, so that a disturbance affects all sides. */
async function interleaved(
  options: BenchOptions,
  sides: Readonly<Record<keyof Sides, Side>>,
  cpu: () => CpuUse | undefined,
): Promise<Sides> {
  const names = ['ours', 'oneCallEach', 'sameSql'] as const;
  const rounds = { ours: [] as Round[], oneCallEach: [] as Round[], sameSql: [] as Round[] };
  for (const name of names) await (await sides[name](warmUpSeconds(options)))();
  for (let n = 1; n <= options.rounds; n += 1) {
    for (const name of names) {
      const run = await sides[name](options.seconds);
      const before = cpu();
      const round = await run();
      rounds[name].push({ ...round, cpu: difference(before, cpu()) });
      options.note(`round ${String(n)} ${name.padEnd(12)} ${(round.trades / round.seconds).toFixed(1)} trades/s`);
    }
  }
  return rounds;
}
