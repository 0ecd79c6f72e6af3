import type { ChildProcess } from 'node:child_process';
import { chownSync, copyFileSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { findBinaries } from '../../../src/adapters/postgres/binaries';
import { clusterFolder, launch } from '../../../src/adapters/postgres/cluster';
import { type RunAs, unprivilegedUser } from '../../../src/adapters/postgres/unprivileged';
import { freePort } from '../../../test/support/free-port';

/**
 * A PostgreSQL standby with streaming replication.
 * The npm packages have no pg_basebackup. The base backup therefore uses the low-level API of PostgreSQL (manual,
 * section 26.3.3).
 */

/** The address and data folder of a primary. */
export interface Primary {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Kills all of its processes at once with SIGKILL, like a machine failure. */
  kill(): Promise<void>;
}

export interface Standby extends Primary {
  /** Stops the replication, and the primary no longer waits for the standby. */
  detach(): Promise<void>;
  /** Ends recovery, so that the standby becomes a primary. */
  promote(): Promise<void>;
}

/** The name of the standby in the primary's settings. */
const NAME = 'standby';
/** Folders whose contents are not copied (manual, section 26.3.3): they belong to the running server or are streamed. */
const EXCLUDED_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const EXCLUDED_FILES = ['postmaster.pid', 'postmaster.opts'];

export async function runStatements<T extends object>(url: string, ...texts: string[]): Promise<T[]> {
  const client = new Client(url);
  await client.connect();
  try {
    let rows: T[] = [];
    for (const text of texts) rows = (await client.query<T>(text)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Copies the running primary, starts the copy, and resolves when commits wait for it. */
export async function startStandby(primary: Primary, dataDir: string): Promise<Standby> {
  const cluster = clusterFolder(dataDir);
  await makeBaseBackup(primary, cluster);
  const port = await freePort();
  const runAs = unprivilegedUser(clusterFolder(primary.dataDir));
  const place = { dataDir, runAs, binaries: findBinaries(dataDir, runAs) };
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC' };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = launch(place, place.binaries.postgres, cluster, (data) => ['-D', data, '-p', String(port), ...pairs]);
  child.stdin?.on('error', () => undefined).end();
  child.stdout?.resume();
  await waitForLogLine(child, 'ready to accept read-only connections');
  await runStatements(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`, 'SELECT pg_reload_conf()');
  await waitForRow(
    primary.url,
    `SELECT FROM pg_stat_replication WHERE application_name = '${NAME}' AND sync_state = 'sync'`,
  );
  const url = new URL(primary.url);
  url.port = String(port);
  return {
    port,
    url: url.href,
    dataDir,
    async detach() {
      await runStatements(primary.url, `ALTER SYSTEM RESET synchronous_standby_names`, 'SELECT pg_reload_conf()');
      await runStatements(url.href, `ALTER SYSTEM RESET primary_conninfo`, 'SELECT pg_reload_conf()');
      await waitForRow(primary.url, `SELECT WHERE NOT EXISTS (SELECT FROM pg_stat_replication)`);
    },
    async promote() {
      await runStatements(url.href, 'SELECT pg_promote(true, 60)');
    },
    kill: () => killServer(child),
  };
}

async function makeBaseBackup(primary: Primary, cluster: string): Promise<void> {
  const source = clusterFolder(primary.dataDir);
  const session = new Client(primary.url);
  await session.connect();
  try {
    // The backup belongs to its session, so one session runs all of it.
    await session.query(`SELECT pg_backup_start('standby', true)`);
    copyFolder(source, cluster, isCopied);
    const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await session.end();
  }
  mkdirSync(join(cluster, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  const { hostname, port, username, password } = new URL(primary.url);
  const from = `host=${hostname} port=${port} user=${username} password=${password} application_name=${NAME}`;
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  writeFileSync(join(cluster, 'standby.signal'), '');
  const runAs = unprivilegedUser(source);
  if (runAs) changeOwner(cluster, runAs);
}

function isCopied(path: string): boolean {
  const [folder = '', inside] = path.split(sep);
  return !EXCLUDED_FILES.includes(path) && !(EXCLUDED_FOLDERS.includes(folder) && inside !== undefined);
}

/** Copies a folder. Files that vanish meanwhile are skipped: the log has their changes (manual, section 26.3.3). */
function copyFolder(source: string, target: string, wanted: (path: string) => boolean, inside = ''): void {
  mkdirSync(join(target, inside), { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(join(source, inside), { withFileTypes: true })) {
    const path = join(inside, entry.name);
    if (!wanted(path)) continue;
    if (entry.isDirectory()) copyFolder(source, target, wanted, path);
    else copyFile(join(source, path), join(target, path));
  }
}

function copyFile(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function changeOwner(path: string, to: RunAs): void {
  chownSync(path, to.uid, to.gid);
  if (lstatSync(path).isDirectory()) readdirSync(path).forEach((name) => changeOwner(join(path, name), to));
}

/** Waits until the query returns a row. */
async function waitForRow(url: string, text: string): Promise<void> {
  const end = Date.now() + 60_000;
  while ((await runStatements(url, text)).length === 0)
    if (Date.now() > end) throw new Error(`no row within 60 s: ${text}`);
}

function waitForLogLine(child: ChildProcess, wanted: string): Promise<void> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        lines.push(line);
        if (line.includes(wanted)) resolve();
      });
    }
    child.once('error', reject);
    child.once('close', () => reject(new Error(`the standby exited: ${lines.slice(-5).join('\n')}`)));
  });
}

/** Kills a server with its process group, which `launch` creates. */
export function killProcessGroup(pid: number): void {
  process.kill(-pid, 'SIGKILL');
}

async function killServer(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  killProcessGroup(child.pid);
  await exit;
}
