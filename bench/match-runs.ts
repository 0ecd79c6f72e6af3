import 'reflect-metadata';
import { openSecrets } from '../src/adapters/secrets';
import { keyOf } from '../src/domain/keys';
import type { Listing } from '../src/domain/types';
import { decode } from '../src/database/sql/codec';
import { openDatabase } from '../src/database/connection/open';
import type { Database } from '../src/database/transactions/database';
import type { Bench, BenchOptions, Report } from './support/bench';
import { Connection, type Databases, onDatabases } from './support/database';
import { type Mutate, openMutate } from './support/http';
import { machine } from './support/machine';
import { type Party, seedParties } from './support/market';
import { sameSql } from './support/match-runs/floor';
import { loadPrincipals, loadShape, profileOf } from './support/match-runs/load';
import { COUNT, explained, ranked } from './support/match-runs/plans';
import { type Measured, reportOf } from './support/match-runs/report';
import { type Shape, shapes, sizes } from './support/match-runs/shapes';
import { startServer } from './support/server';

/**
 * Measures match runs in markets of a thousand, a hundred thousand and a million listings. Each market is compared with
 * the smallest one and with the same SQL from Node.
 */
export const matchRuns: Bench = {
  about:
    'match runs with 1 k, 100 k and 1 M listings, crowded and spread, against their own time at 1 k and the same SQL',
  run: onDatabases(measure),
};

const RUNS_A_ROUND = 15;
const WARM_UP = 10;

async function measure(options: BenchOptions, databases: Databases): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const reader = await Connection.open(databases.ours, 'application');
  const store = await openDatabase({ url: databases.ours, poolSize: 1 });
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
      await loadShape(db, shape, parties, 2 * (WARM_UP + options.rounds * RUNS_A_ROUND) + 1);
      measured.push(...(await measureShape(options, shape, { db, reader, store, mutate: caller.mutate, parties })));
    }
    return reportOf(measured, machine(databases.version), options.rounds * RUNS_A_ROUND);
  } finally {
    caller.close();
    await server.stop();
    await Promise.all([db.close(), reader.close(), store.close()]);
  }
}

interface Tools {
  readonly db: Connection;
  readonly reader: Connection;
  readonly store: Database;
  readonly mutate: Mutate;
  readonly parties: readonly Party[];
}

/** One market, its runs and their times in milliseconds. */
interface MarketRuns {
  readonly size: number;
  /** Listings to run: two for each compared run and one to explain. */
  readonly wanted: Listing[];
  readonly took: number[];
  readonly tookSql: number[];
  readonly findings: string[];
}

const RUN = `mutation ($input: RunMatchInput!) { runMatch(input: $input) { matchRun { candidatesConsidered proposals { proposalKey } } } }`;

/** Runs the service and the same SQL in each market in turn, so that a disturbance affects all of them. */
async function measureShape(options: BenchOptions, shape: Shape, tools: Tools): Promise<Measured[]> {
  const markets: MarketRuns[] = [];
  for (const size of sizes)
    markets.push({ size, wanted: await wantedIn(tools.db, size), took: [], tookSql: [], findings: [] });
  const runs = WARM_UP + options.rounds * RUNS_A_ROUND;
  for (let n = 0; n < runs; n += 1) {
    for (const market of markets) {
      const ours = async () => timed(market.took, n, await runOnce(market, tools));
      const floor = async () => timed(market.tookSql, n, await sameSql(tools.store, ...next(market, tools)));
      for (const side of n % 2 === 0 ? [ours, floor] : [floor, ours]) await side();
    }
  }
  const measured: Measured[] = [];
  for (const { size, wanted, took, tookSql, findings } of markets) {
    const [last] = wanted;
    if (!last) throw new Error('The market has no listing to explain.');
    const { plans, found } = await explained(tools.reader, last);
    if (found.join() !== (await ranked(tools.db, last)).join()) findings.push('not the ranking of the whole market');
    const named = findings.map((finding) => `${shape.name}, ${String(size)}: ${finding}`);
    measured.push({ shape, size, took, tookSql, plans, findings: named });
  }
  return measured;
}

function timed(took: number[], run: number, milliseconds: number): void {
  if (run >= WARM_UP) took.push(milliseconds);
}

/** Milliseconds of one signed run through the API. */
async function runOnce(market: MarketRuns, tools: Tools): Promise<number> {
  const [party, listing] = next(market, tools);
  const from = performance.now();
  const { matchRun } = await tools.mutate<{ matchRun: { proposals: unknown[] } }>(party, RUN, {
    listingKey: keyOf('lst', listing.listingId),
    maxProposals: COUNT,
  });
  const took = performance.now() - from;
  if (matchRun.proposals.length !== COUNT) market.findings.push(`${String(matchRun.proposals.length)} proposals`);
  return took;
}

function next({ wanted }: MarketRuns, { parties }: Tools): [Party, Listing] {
  const listing = wanted.pop();
  const party = parties.find(({ principalId }) => principalId === listing?.principalId);
  if (!listing || !party) throw new Error('The market has no listing for this run.');
  return [party, listing];
}

async function wantedIn(db: Connection, size: number): Promise<Listing[]> {
  const rows = await db.query<object>({
    text: `SELECT * FROM listing WHERE trade_profile = $1 AND side = 'consume' ORDER BY listing_id`,
    values: [profileOf(size)],
  });
  return rows.map((row) => decode<Listing>(row));
}
