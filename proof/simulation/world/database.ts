import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '../../../src/adapters/postgres/embedded';
import { migrate } from '../../../src/database/connection/data-source';
import { watchSettlements } from '../../../test/support/settlement-previews';

/** A migrated database for one run. */
export interface Database {
  readonly url: string;
  readonly version: string;
  /** Removes the database. */
  drop(): Promise<void>;
}

/** The database is temporary, so it need not survive a power failure. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' };

/**
 * Creates the database on the given server, whose role may create databases and roles. Without one it starts an
 * embedded server in a temporary folder.
 */
export async function openDatabase(server: string | undefined): Promise<Database> {
  if (server !== undefined) return freshDatabase(server, () => Promise.resolve());
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-simulate-'));
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const embedded = await startEmbedded({ dataDir, log: { debug: () => undefined }, settings: FAST });
    return await freshDatabase(embedded.url, async () => {
      await embedded.stop();
      await remove();
    });
  } catch (error) {
    await remove();
    throw error;
  }
}

async function freshDatabase(server: string, end: () => Promise<void>): Promise<Database> {
  const name = `ats_simulate_${randomBytes(4).toString('hex')}`;
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const drop = async (): Promise<void> => {
    try {
      await asAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    } finally {
      await end();
    }
  };
  try {
    await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE template0`);
    await migrate(url);
    await watchSettlements(url);
    return { url, version: await asAdmin(server, 'SHOW server_version'), drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Runs one statement and returns its first value as text. */
async function asAdmin(url: string, sql: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(sql);
    return Object.values(rows[0] ?? {})[0] ?? '';
  } finally {
    await client.end();
  }
}
