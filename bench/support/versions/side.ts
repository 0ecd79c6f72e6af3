import 'reflect-metadata';
import { join } from 'node:path';
import type { BenchOptions, Report, Round } from '../bench';
import type { CpuUse } from '../cpu';
import type { Connection, Databases } from '../database';

/**
 * One clone of the service in a process of its own, with its own database. The working folder is the clone. All other
 * modules come from the clone, because its schema and its API belong together.
 */

export type Ask =
  { readonly kind: 'prepare'; readonly seconds: number } | { readonly kind: 'run' } | { readonly kind: 'end' };
export type Answer =
  | { readonly kind: 'ready' | 'prepared' }
  | { readonly kind: 'result'; readonly figures: Readonly<Record<string, number>> };

interface Modules {
  readonly database: typeof import('../database');
  readonly secrets: typeof import('../../../src/adapters/secrets');
  readonly server: typeof import('../server');
  readonly market: typeof import('../market');
  readonly http: typeof import('../http');
  readonly ours: typeof import('../ours');
  readonly cpu: typeof import('../cpu');
}

const FILES: Readonly<Record<keyof Modules, string>> = {
  database: 'bench/support/database',
  secrets: 'src/adapters/secrets',
  server: 'bench/support/server',
  market: 'bench/support/market',
  http: 'bench/support/http',
  ours: 'bench/support/ours',
  cpu: 'bench/support/cpu',
};

// More than a side settles in a second. See bench/lifecycle.ts.
const PREPARED_A_SECOND = 250;

async function load(): Promise<Modules> {
  const loaded = Object.entries(FILES).map(async ([name, file]): Promise<[string, unknown]> => {
    return [name, await import(join(process.cwd(), file))];
  });
  return Object.fromEntries(await Promise.all(loaded)) as unknown as Modules;
}

function send(answer: Answer): void {
  process.send?.(answer);
}

/** WAL written so far, in bytes. */
async function walBytes(db: Connection): Promise<number> {
  const [row] = await db.query<{ bytes: number }>({
    text: `SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS bytes`,
  });
  return row?.bytes ?? 0;
}

function figuresOf(round: Round, before: CpuUse | undefined, after: CpuUse | undefined, wal: number) {
  const each = (value: number): number => value / round.trades;
  return {
    'trades/s': round.trades / round.seconds,
    'database CPU, ms a trade': each((after?.database ?? 0) - (before?.database ?? 0)),
    'server CPU, ms a trade': each((after?.server ?? 0) - (before?.server ?? 0)),
    'WAL, kB a trade': each(wal) / 1000,
  };
}

async function serve(modules: Modules, options: BenchOptions, databases: Databases): Promise<Report> {
  const { secrets } = modules.secrets.openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await modules.database.Connection.open(databases.ours);
  const server = await modules.server.startServer(modules.server.servingFrom(databases), undefined);
  const caller = modules.http.openMutate(server.url, options.clients);
  const parties = await modules.market.seedParties(db, secrets);
  let run: (() => Promise<void>) | undefined;
  const prepare = async (seconds: number): Promise<void> => {
    const deals = await modules.market.seedDeals(db, parties, Math.ceil(seconds * PREPARED_A_SECOND));
    run = async () => {
      const cpu = (): CpuUse | undefined => modules.cpu.cpuUse(databases.pid, server.pid);
      const [before, walBefore] = [cpu(), await walBytes(db)];
      const round = await modules.ours.ours(caller.mutate, db, deals, options.clients, seconds);
      const after = cpu();
      send({ kind: 'result', figures: figuresOf(round, before, after, (await walBytes(db)) - walBefore) });
    };
    send({ kind: 'prepared' });
  };
  await new Promise<void>((resolve, reject) => {
    process.on('message', (ask: Ask) => {
      if (ask.kind === 'end') resolve();
      else if (ask.kind === 'run') run?.().catch(reject);
      else prepare(ask.seconds).catch(reject);
    });
    process.once('disconnect', resolve);
    send({ kind: 'ready' });
  });
  caller.close();
  await server.stop();
  await db.close();
  return { text: '', figures: {}, sound: true };
}

async function main(): Promise<void> {
  const modules = await load();
  const options = JSON.parse(process.argv[2] ?? '{}') as BenchOptions;
  await modules.database.onDatabases((own, databases) => serve(modules, own, databases))(options);
  if (process.connected) process.disconnect();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
