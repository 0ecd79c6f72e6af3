import 'reflect-metadata';
import { openSecrets } from '../src/adapters/secrets';
import { keyOf } from '../src/domain/keys';
import type { Listing } from '../src/domain/types';
import { decode } from '../src/store/codec';
import type { Bench, BenchOptions, Report } from './support/bench';
import { Connection, type Databases, onDatabases } from './support/database';
import { type Mutate, openMutate } from './support/http';
import { machine } from './support/machine';
import { type Party, seedParties } from './support/market';
import { loadPrincipals, loadShape, profileOf } from './support/match-runs/load';
import { COUNT, explained, ranked } from './support/match-runs/plans';
import { type Measured, reportOf } from './support/match-runs/report';
import { type Shape, shapes, sizes } from './support/match-runs/shapes';
import { startServer } from './support/server';

/** Match runs in markets of a thousand, a hundred thousand and a million listings, each against its own time in the first. */
export const matchRuns: Bench = {
  about: 'match runs with 1 k, 100 k and 1 M listings, crowded and spread, against their own time at 1 k',
  run: onDatabases(measure),
};

const RUNS_A_ROUND = 15;
const WARM_UP = 10;

async function measure(options: BenchOptions, databases: Databases): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const reader = await Connection.open(databases.ours, 'application');
  const server = await startServer(
    {
      DATABASE_URL: databases.ours,
      ATS_DATA_DIR: databases.dataDir,
      PORT: '0',
      ATS_METRICS_PORT: '0',
      ATS_LOG_LEVEL: 'warn',
      ATS_ROLE: 'api',
      ATS_RATE_LIMIT_PER_MINUTE: '1000000',
    },
    options.profileTo,
  );
  const caller = openMutate(server.url, 1);
  try {
    const parties = (await seedParties(db, secrets)).slice(0, 4);
    options.note('a million agents');
    await loadPrincipals(db, parties);
    const measured: Measured[] = [];
    for (const shape of shapes) {
      options.note(`${shape.name}: ${shape.about}`);
      await loadShape(db, shape, parties, WARM_UP + options.rounds * RUNS_A_ROUND + 1);
      measured.push(...(await measureShape(options, shape, { db, reader, mutate: caller.mutate, parties })));
    }
    return reportOf(measured, machine(databases.version), options.rounds * RUNS_A_ROUND);
  } finally {
    caller.close();
    await server.stop();
    await Promise.all([db.close(), reader.close()]);
  }
}

interface Tools {
  readonly db: Connection;
  readonly reader: Connection;
  readonly mutate: Mutate;
  readonly parties: readonly Party[];
}

const RUN = `mutation ($input: RunMatchInput!) { runMatch(input: $input) { matchRun { candidatesConsidered proposals { proposalKey } } } }`;

/** One run in each market after the other, so that what disturbs the machine disturbs all of them. */
async function measureShape(options: BenchOptions, shape: Shape, tools: Tools): Promise<Measured[]> {
  const { db, reader, mutate, parties } = tools;
  const wanted: Listing[][] = [];
  for (const size of sizes) wanted.push(await wantedIn(db, size));
  const took = sizes.map((): number[] => []);
  const faults: string[] = [];
  const runs = WARM_UP + options.rounds * RUNS_A_ROUND;
  for (let n = 0; n < runs; n += 1) {
    for (const [index, size] of sizes.entries()) {
      const listing = wanted[index]?.[n];
      const party = parties.find(({ principalId }) => principalId === listing?.principalId);
      if (!listing || !party) throw new Error('a listing for each run');
      const from = performance.now();
      const { matchRun } = await mutate<{ matchRun: { proposals: unknown[] } }>(party, RUN, {
        listingKey: keyOf('lst', listing.listingId),
        maxProposals: COUNT,
      });
      if (n >= WARM_UP) took[index]?.push(performance.now() - from);
      if (matchRun.proposals.length !== COUNT)
        faults.push(`${shape.name}, ${String(size)}: ${String(matchRun.proposals.length)} proposals`);
    }
  }
  const measured: Measured[] = [];
  for (const [index, size] of sizes.entries()) {
    const last = wanted[index]?.[runs];
    if (!last) throw new Error('a listing to explain');
    const { plans, found } = await explained(reader, last);
    if (found.join() !== (await ranked(db, last)).join())
      faults.push(`${shape.name}, ${String(size)}: not the ranking of the whole market`);
    measured.push({ shape, size, took: took[index] ?? [], plans, faults: faults.splice(0) });
  }
  return measured;
}

async function wantedIn(db: Connection, size: number): Promise<Listing[]> {
  const rows = await db.query<object>({
    text: `SELECT * FROM listing WHERE trade_profile = $1 AND side = 'consume' ORDER BY listing_id`,
    values: [profileOf(size)],
  });
  return rows.map((row) => decode<Listing>(row));
}
