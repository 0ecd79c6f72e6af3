import 'reflect-metadata';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { openSecrets } from '../src/adapters/secrets';
import { keyOf } from '../src/domain/keys';
import { type Bench, type BenchOptions, drive, type Report, type Round, warmUpSeconds } from './support/bench';
import { cpuUse, difference } from './support/cpu';
import { Connection, type Databases, onDatabases } from './support/database';
import { openMutate } from './support/http';
import { machine } from './support/machine';
import { seedDeals, seedParties } from './support/market';
import { ours } from './support/ours';
import type { Peer } from './support/peers/start';
import { type Ask, askAs, askFloor, PAGE, type Side, sides, type View, viewsOf } from './support/rest/ask';
import { type Measured, reportOf } from './support/rest/report';
import { hasSameRows, isSame } from './support/rest/same';
import { startFloor } from './support/rest/start-floor';
import { statementsOf } from './support/rest/statements';
import { servingFrom, startServer } from './support/server';

/**
 * Measures the trade list and the trade view through REST. It compares them with the same documents through GraphQL and
 * with the same SQL alone.
 */
export const rest: Bench = {
  about: 'trade list and trade view through REST, against the same through GraphQL and the same SQL behind Fastify',
  run: onDatabases(measure),
};

/** Longer than any round: the trades end before this. */
const LONG_SECONDS = 600;

async function measure(options: BenchOptions, databases: Databases): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const server = await startServer(servingFrom(databases), options.profileTo);
  const caller = openMutate(server.url, options.clients);
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
  const load = loadavg()[0] ?? 0;
  let floor: Peer | undefined;
  try {
    const parties = (await seedParties(db, secrets)).slice(0, 2);
    const [party] = parties;
    if (!party) throw new Error('The bench needs a party.');
    options.note(`${String(PAGE)} trades of two principals`);
    await ours(caller.mutate, db, await seedDeals(db, parties, PAGE), options.clients, LONG_SECONDS);
    const [row] = await db.query<{ id: string }>({ text: 'SELECT trade_id AS id FROM trade LIMIT 1' });
    const views = viewsOf(keyOf('prn', party.principalId), keyOf('trd', row?.id ?? ''));
    floor = await startFloor({ url: databases.ours, statements: await statementsOf(databases.ours, party, views) });
    const targets: Targets = {
      graphql: { pid: server.pid, ask: askAs('graphql', party, server.url, agent) },
      rest: { pid: server.pid, ask: askAs('rest', party, server.url, agent) },
      floor: { pid: floor.pid, ask: askFloor(views, floor.url, agent) },
    };
    const measured: Measured[] = [];
    for (const view of views) measured.push(await measureView(options, view, targets, databases.pid));
    const loads = `load ${load.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
    return reportOf({ options, measured, machine: { ...machine(databases.version), load: loads } });
  } finally {
    caller.close();
    agent.destroy();
    await Promise.all([floor?.stop(), server.stop(), db.close()]);
  }
}

/** Server process and request function of each side. */
type Targets = Readonly<Record<Side, { readonly pid: number; readonly ask: Ask }>>;

/**
 * Runs one round of each side in turn. Each round starts with another side, so that a disturbance affects all sides.
 */
async function measureView(options: BenchOptions, view: View, targets: Targets, postmaster: number): Promise<Measured> {
  const rounds: Record<Side, Round[]> = { graphql: [], rest: [], floor: [] };
  const round = (side: Side, seconds: number): Promise<Round> =>
    drive(options.clients, seconds, async (_, timed) => {
      await timed(side, () => targets[side].ask(view));
      return true;
    });
  for (const side of sides) await round(side, warmUpSeconds(options));
  for (let n = 1; n <= options.rounds; n += 1) {
    const first = (n - 1) % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
      const before = cpuUse(postmaster, targets[side].pid);
      const done = await round(side, options.seconds);
      rounds[side].push({ ...done, cpu: difference(before, cpuUse(postmaster, targets[side].pid)) });
      options.note(`${view.name}, round ${String(n)}: ${side} ${(done.trades / done.seconds).toFixed(1)} reads/s`);
    }
  }
  const answerOf = (side: Side): Promise<string> => targets[side].ask(view);
  const [graphql, inRest, floor] = [await answerOf('graphql'), await answerOf('rest'), await answerOf('floor')];
  const bytes = {
    graphql: Buffer.byteLength(graphql),
    rest: Buffer.byteLength(inRest),
    floor: Buffer.byteLength(floor),
  };
  return { view: view.name, rounds, bytes, same: isSame(graphql, inRest), sameRows: hasSameRows(inRest, floor) };
}
