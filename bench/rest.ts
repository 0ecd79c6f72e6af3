import 'reflect-metadata';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { openSecrets } from '../src/adapters/secrets';
import { keyOf } from '../src/domain/keys';
import { type Bench, type BenchOptions, drive, type Report, type Round } from './support/bench';
import { cpuUse, difference } from './support/cpu';
import { Connection, type Databases, onDatabases } from './support/database';
import { openMutate } from './support/http';
import { machine } from './support/machine';
import { seedDeals, seedParties } from './support/market';
import { ours } from './support/ours';
import { type Ask, askAs, type Language, languages, PAGE, type View, viewsOf } from './support/rest/ask';
import { type Measured, reportOf } from './support/rest/report';
import { isSame } from './support/rest/same';
import { type ServerProcess, servingFrom, startServer } from './support/server';

/** The trade list and the trade view through REST, against the same documents through GraphQL. */
export const rest: Bench = {
  about: 'trade list and trade view through REST, against the same through GraphQL',
  run: onDatabases(measure),
};

const WARM_UP_SECONDS = 2;
/** Nobody waits so long: the trades end before. */
const LONG_SECONDS = 600;

async function measure(options: BenchOptions, databases: Databases): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const server = await startServer(servingFrom(databases), options.profileTo);
  const caller = openMutate(server.url, options.clients);
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
  const load = loadavg()[0] ?? 0;
  try {
    const parties = (await seedParties(db, secrets)).slice(0, 2);
    const [party] = parties;
    if (!party) throw new Error('a party to ask as');
    options.note(`${String(PAGE)} trades of two principals`);
    await ours(caller.mutate, db, await seedDeals(db, parties, PAGE), options.clients, LONG_SECONDS);
    const [row] = await db.query<{ id: string }>({ text: 'SELECT trade_id AS id FROM trade LIMIT 1' });
    const views = viewsOf(keyOf('prn', party.principalId), keyOf('trd', row?.id ?? ''));
    const ask = askAs(party, server.url, agent);
    const measured: Measured[] = [];
    for (const view of views) measured.push(await measureView(options, view, ask, { databases, server }));
    const loads = `load ${load.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
    return reportOf({ options, measured, machine: { ...machine(databases.version), load: loads } });
  } finally {
    caller.close();
    agent.destroy();
    await server.stop();
    await db.close();
  }
}

interface Processes {
  readonly databases: Databases;
  readonly server: ServerProcess;
}

/** A round of each language after the other, and first now the one, now the other: what disturbs one disturbs both. */
async function measureView(options: BenchOptions, view: View, ask: Ask, processes: Processes): Promise<Measured> {
  const rounds: Record<Language, Round[]> = { graphql: [], rest: [] };
  const cpu = () => cpuUse(processes.databases.pid, processes.server.pid);
  const round = (language: Language, seconds: number): Promise<Round> =>
    drive(options.clients, seconds, async (_, timed) => {
      await timed(language, () => ask(language, view));
      return true;
    });
  for (const language of languages) await round(language, WARM_UP_SECONDS);
  for (let n = 1; n <= options.rounds; n += 1) {
    for (const language of n % 2 === 1 ? languages : languages.toReversed()) {
      const before = cpu();
      const done = await round(language, options.seconds);
      rounds[language].push({ ...done, cpu: difference(before, cpu()) });
      options.note(`${view.name}, round ${String(n)}: ${language} ${(done.trades / done.seconds).toFixed(1)} reads/s`);
    }
  }
  const [graphql, inRest] = [await ask('graphql', view), await ask('rest', view)];
  const bytes = { graphql: Buffer.byteLength(graphql), rest: Buffer.byteLength(inRest) };
  return { view: view.name, rounds, bytes, same: isSame(graphql, inRest) };
}
