import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { startEmbedded } from '../../src/adapters/postgres/embedded';
import { migrate } from '../../src/database/connection/data-source';
import { newFolder } from './folder';
import { watchSettlements } from './settlement-previews';
import { removeOldFolders } from './old-folders';
import { watchRun } from './run-watcher';

/** The PostgreSQL of a test run: its admin URL and its template database. */
export interface TestCluster {
  readonly adminUrl: string;
  readonly template: string;
  stop(): Promise<void>;
}

const DATABASE = 'ats_test_';

/** Tests of database clients need no durability; tests of the server start their own. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '1GB',
};

export function urlFor(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Each run keeps a session with its name, so that other runs can tell its databases from leftovers. */
async function removeOldDatabases(session: Client): Promise<void> {
  const { rows } = await session.query<{ datname: string }>(
    `SELECT d.datname FROM pg_database d WHERE d.datname LIKE '${DATABASE}%' AND NOT EXISTS (
       SELECT FROM pg_stat_activity a WHERE a.application_name <> '' AND d.datname LIKE a.application_name || '%')`,
  );
  for (const { datname } of rows) await session.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
}

async function removeRun(session: Client, run: string): Promise<void> {
  const { rows } = await session.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE '${run}%'`,
  );
  for (const { datname } of rows) await session.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
}

/** Starts a PostgreSQL for the run, or uses `serverUrl` (a role that may create databases and roles). */
export async function startTestCluster(serverUrl: string | undefined): Promise<TestCluster> {
  await removeOldFolders();
  const run = `${DATABASE}${randomBytes(4).toString('hex')}_`;
  const stopWatching = watchRun(run);
  const folder = serverUrl === undefined ? newFolder('cluster') : undefined;
  const log = { debug: (): void => undefined };
  const embedded = folder === undefined ? undefined : await startEmbedded({ dataDir: folder, log, settings: FAST });
  const adminUrl = serverUrl ?? embedded?.url ?? '';
  const session = new Client({ connectionString: adminUrl, application_name: run });
  await session.connect();
  const stop = async (): Promise<void> => {
    if (embedded === undefined) await removeRun(session, run);
    await session.end();
    await embedded?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    stopWatching();
  };
  try {
    await removeOldDatabases(session);
    const template = `${run}template`;
    await session.query(`CREATE DATABASE ${template} TEMPLATE template0`);
    await migrate(urlFor(adminUrl, template));
    await watchSettlements(urlFor(adminUrl, template));
    return { adminUrl, template, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a PostgreSQL for the databases of this process and of its child processes. */
export async function useTestCluster(serverUrl?: string): Promise<TestCluster> {
  const cluster = await startTestCluster(serverUrl);
  process.env['TEST_CLUSTER_URL'] = cluster.adminUrl;
  process.env['TEST_CLUSTER_TEMPLATE'] = cluster.template;
  return cluster;
}
