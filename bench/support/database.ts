import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, TypeOverrides, types } from 'pg';
import { startEmbedded } from '../../src/adapters/postgres/embedded';
import { MAX_QUOTA, quotaNames } from '../../src/domain/parties/quotas';
import type { Db, Statement } from '../../src/database/transactions/statement';
import { migrate } from '../../src/database/connection/data-source';
import type { Bench, BenchOptions, Report } from './bench';
import { asApplication } from './session';

const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, BigInt);

/** One connection, as the schema owner or as the least-privileged role of the service. */
export class Connection implements Db {
  private constructor(private readonly client: Client) {}

  static async open(url: string, role: 'owner' | 'application' = 'owner'): Promise<Connection> {
    const connectionString = role === 'owner' ? url : asApplication(url);
    const client = new Client({ connectionString, types: parsers });
    // A lost connection also fails its next statement. Without a handler this event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return new Connection(client);
  }

  async query<T>({ text, values = [], name }: Statement): Promise<T[]> {
    const result = await this.client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    return result.rows as T[];
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

export interface Databases {
  readonly dataDir: string;
  /** Address of the service's database. */
  readonly ours: string;
  /** Address of the floor's database: the same schema without a service. */
  readonly floor: string;
  readonly version: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL as in production, with fsync on. It has two migrated databases in a folder of their
 * own.
 */
async function startDatabases(): Promise<Databases> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-bench-'));
  const embedded = await startEmbedded({ dataDir, log: { debug: () => undefined } });
  const clear = async (): Promise<void> => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const forget = onInterrupt(clear);
  const stop = async (): Promise<void> => {
    forget();
    await clear();
  };
  try {
    const admin = await Connection.open(embedded.url);
    const [shown] = await admin.query<{ version: string; fsync: string }>({
      text: `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync`,
    });
    if (shown?.fsync !== 'on') throw new Error('fsync must be on');
    for (const name of ['ours', 'floor']) await admin.query({ text: `CREATE DATABASE ${name}` });
    await admin.close();
    const [ours, floor] = ['ours', 'floor'].map(
      (name) => Object.assign(new URL(embedded.url), { pathname: name }).href,
    );
    if (ours === undefined || floor === undefined) throw new Error('A database is missing.');
    await migrate(ours);
    await migrate(floor);
    for (const url of [ours, floor]) await liftQuotas(url);
    return { dataDir, ours, floor, version: shown.version, pid: embedded.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Gives principals that a bench inserts quotas that no bench reaches. They are counted as usual. */
export async function liftQuotas(url: string): Promise<void> {
  const owner = await Connection.open(url);
  const lifted = Object.values(quotaNames).map((column) => `ALTER COLUMN ${column} SET DEFAULT ${String(MAX_QUOTA)}`);
  await owner.query({ text: `ALTER TABLE principal ${lifted.join(', ')}` });
  await owner.close();
}

/** Stops the database on Ctrl-C. PostgreSQL outlives its parent process, and a large database has tens of gigabytes. */
function onInterrupt(clear: () => Promise<void>): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = (): void => void clear().finally(() => process.exit(1));
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** Runs a measurement on two databases of its own and removes them afterwards. */
export function onDatabases(measure: (options: BenchOptions, databases: Databases) => Promise<Report>): Bench['run'] {
  return async (options) => {
    const databases = await startDatabases();
    try {
      return await measure(options, databases);
    } finally {
      await databases.stop();
    }
  };
}
