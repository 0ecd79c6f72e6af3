import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries } from './binaries';
import { clusterFolder, ensureCluster, launch, NAME, passwordOf, type ClusterLocation } from './cluster';
import { holdFolder } from './lock';
import { identityOf, isPostgresIn } from './processes';
import { unprivilegedUser } from './unprivileged';

/** What the adapter needs of a logger; PostgreSQL's own lines come at debug level. */
export interface EmbeddedLog {
  debug(message: string): void;
}

export interface EmbeddedOptions {
  /** Folder for the cluster, its password and the lock; made if absent. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Fixed port; a free one by default. */
  readonly port?: number;
  /** PostgreSQL settings on top of ours. Tests turn durability off here; nothing else should. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running embedded PostgreSQL. `ended` settles when it is gone, asked or not. */
export interface Embedded {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, a checkpoint is written. Waits until it is gone. */
  stop(): Promise<void>;
}

const PORT_ATTEMPTS = 10;
/** Crash recovery replays the log since the last checkpoint: seconds usually, minutes on a slow disk. */
const READY_WITHIN_MS = 5 * 60_000;
/** A fast shutdown writes a checkpoint; after this long PostgreSQL is told to stop as if the power went. */
const STOP_WITHIN_MS = 30_000;

const BASE_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // No socket file: its path would be bound to 107 bytes, whatever the length of the data folder's.
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
};

interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** `postmaster.pid`: line 1 the process, 4 the port, 8 the status. */
function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

function urlOf(port: number, password: string): string {
  return `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
}

/** The address of the PostgreSQL that runs in that data folder now, for the command line; undefined if none does. */
export function locateEmbedded(dataDir: string): string | undefined {
  const password = passwordOf(dataDir);
  const found = readPidFile(clusterFolder(dataDir));
  if (password === undefined || found?.ready !== true) return undefined;
  if (!isPostgresIn(found.pid, realpathSync(clusterFolder(dataDir)))) return undefined;
  return urlOf(found.port, password);
}

async function waitForExit(pid: number, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (identityOf(pid) !== undefined) {
    if (Date.now() > until) return false;
    await pause(20);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended between the look and the signal.
  }
}

/** SIGINT is a fast shutdown, SIGQUIT an immediate one that leaves recovery to the next start. */
async function shutDown(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitForExit(pid, STOP_WITHIN_MS)) return;
  signal(pid, 'SIGQUIT');
  if (!(await waitForExit(pid, STOP_WITHIN_MS))) throw new Error(`PostgreSQL, process ${pid}, does not stop`);
}

/**
 * What a killed process of ours left: a PostgreSQL that lives on is stopped (adopting it would leave its log lines
 * without a reader), a pid file of a dead one goes, because PostgreSQL would trust a reused number or a zombie. Its own
 * second guard, the shared memory bound to the folder, stays.
 */
export async function clearOrphan(cluster: string): Promise<void> {
  const found = readPidFile(cluster);
  if (found !== undefined && isPostgresIn(found.pid, cluster)) await shutDown(found.pid);
  // Also after that: one that was being killed at this very moment ended without taking its file along.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}

/** Resolves to undefined when the server is ready, to its last words when it ended before. */
async function awaitReady(child: ChildProcess, log: EmbeddedLog): Promise<string | undefined> {
  const last: string[] = [];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('PostgreSQL is not ready after five minutes'));
    }, READY_WITHIN_MS);
    const settle = (result: string | undefined): void => {
      clearTimeout(timer);
      resolve(result);
    };
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        log.debug(line);
        if (/FATAL|could not/.test(line)) last.push(line.replace(/^.*?(FATAL|LOG):\s*/, ''));
        if (line.includes('database system is ready to accept connections')) settle(undefined);
      });
    }
    child.once('error', reject);
    child.once('close', () => {
      settle(last.join('; ') || 'it ended without a word');
    });
  });
}

/** Starts the server, again on another port when somebody took the one just found free, again when ghosts linger. */
async function startServer(
  place: ClusterLocation,
  options: EmbeddedOptions,
): Promise<{ child: ChildProcess; port: number }> {
  const settings = { ...BASE_SETTINGS, ...options.settings };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let why: string | undefined;
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = options.port ?? (await freePort());
    const child = launch(place, place.binaries.postgres, clusterFolder(place.dataDir), (folder) => [
      '-D',
      folder,
      '-p',
      String(port),
      ...pairs,
    ]);
    child.stdin?.on('error', () => undefined).end();
    child.stdout?.resume();
    why = await awaitReady(child, options.log);
    if (why === undefined) return { child, port };
    const portTaken = options.port === undefined && why.includes('could not bind');
    // Backends of a postmaster killed a moment ago still hold its shared memory; they notice and end by themselves.
    const ghosts = why.includes('shared memory block');
    if (!portTaken && !ghosts) break;
    if (ghosts) await pause(300);
  }
  throw new Error(`PostgreSQL in ${place.dataDir} did not start: ${why ?? ''}`);
}

function handle(child: ChildProcess, port: number, password: string, release: () => void): Embedded {
  const { pid } = child;
  if (pid === undefined) throw new Error('PostgreSQL has no process id');
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      release();
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) await shutDown(pid);
    await ended;
  };
  return { url: urlOf(port, password), port, pid, ended, stop };
}

/**
 * Starts PostgreSQL 18 out of npm in `dataDir`, making the cluster on first use, and resolves when it answers: about a
 * second the first time, a third of that later. Works as root and as an ordinary user, again on the same data whatever
 * became of the process before, and refuses, naming the process, when another one uses the folder.
 * Source: contract §8 `ATS_DATA_DIR`; decision record 0001.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const release = await holdFolder(dataDir);
  try {
    const runAs = unprivilegedUser(clusterFolder(dataDir));
    const place: ClusterLocation = { dataDir, runAs, binaries: findBinaries(dataDir, runAs) };
    await ensureCluster(place, options.settings?.['fsync'] !== 'off');
    await clearOrphan(clusterFolder(dataDir));
    const { child, port } = await startServer(place, options);
    return handle(child, port, passwordOf(dataDir) ?? '', release);
  } catch (error) {
    release();
    throw error;
  }
}
