import type { ChildProcess } from 'node:child_process';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createFolder } from '../../create-folder';
import { findBinaries } from './binaries';
import { clusterFolder, ensureCluster, launch, NAME, passwordOf, type ClusterLocation } from './cluster';
import { holdFolder } from './lock';
import { identityOf, isPostgresIn } from './processes';
import { unprivilegedUser } from './unprivileged';

/** Receives PostgreSQL's log lines. */
export interface EmbeddedLog {
  debug(message: string): void;
}

export interface EmbeddedOptions {
  /** Folder for the cluster, its password and the lock. It is created if absent. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Fixed port; a free one by default. */
  readonly port?: number;
  /** More PostgreSQL settings. Only tests turn durability off. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running embedded PostgreSQL. `ended` resolves when the process exits, for any reason. */
export interface Embedded {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly ended: Promise<void>;
  /** Rolls back open transactions, writes a checkpoint and waits for the end of the process. */
  stop(): Promise<void>;
}

const PORT_ATTEMPTS = 10;
/** Crash recovery takes seconds, or minutes on a slow disk. */
const READY_TIMEOUT_MS = 5 * 60_000;
/** A fast shutdown writes a checkpoint. After this time an immediate shutdown follows. */
const STOP_TIMEOUT_MS = 30_000;

const BASE_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // No socket file, because its path may have at most 107 bytes.
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

/** Reads `postmaster.pid`: line 1 is the process, line 4 the port, line 8 the status. */
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

/** Returns the address of the PostgreSQL that runs in that data folder, for the command line. */
export function locateEmbedded(dataDir: string): string | undefined {
  const password = passwordOf(dataDir);
  const pidFile = readPidFile(clusterFolder(dataDir));
  if (password === undefined || pidFile?.ready !== true) return undefined;
  if (!isPostgresIn(pidFile.pid, realpathSync(clusterFolder(dataDir)))) return undefined;
  return urlOf(pidFile.port, password);
}

async function waitForExit(pid: number): Promise<boolean> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (identityOf(pid) !== undefined) {
    if (Date.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process ended before the signal.
  }
}

/** Sends SIGINT (fast shutdown), then SIGQUIT (immediate; the next start recovers). */
async function shutDown(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitForExit(pid)) return;
  signal(pid, 'SIGQUIT');
  if (!(await waitForExit(pid))) throw new Error(`PostgreSQL does not stop: end process ${pid}`);
}

/**
 * Stops a PostgreSQL that survived its killed parent process, because nothing reads its log. It also removes the pid
 * file of a dead one: PostgreSQL would trust a reused process id or a zombie.
 */
export async function clearOrphan(cluster: string): Promise<void> {
  const pidFile = readPidFile(cluster);
  if (pidFile !== undefined && isPostgresIn(pidFile.pid, cluster)) await shutDown(pidFile.pid);
  // A killed PostgreSQL leaves its file, also during the shutdown above.
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

/** Resolves to undefined when the server is ready, or to its error messages if it ended. */
async function awaitReady(child: ChildProcess, log: EmbeddedLog): Promise<string | undefined> {
  const errors: string[] = [];
  return new Promise((resolve, reject) => {
    const error = new Error('PostgreSQL is not ready after five minutes');
    const timer = setTimeout(() => reject(error), READY_TIMEOUT_MS);
    const finish = (result: string | undefined): void => {
      clearTimeout(timer);
      resolve(result);
    };
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        log.debug(line);
        if (/FATAL|could not/.test(line)) errors.push(line.replace(/^.*?(FATAL|LOG):\s*/, ''));
        if (line.includes('database system is ready to accept connections')) finish(undefined);
      });
    }
    child.once('error', reject);
    child.once('close', () => finish(errors.join('; ') || 'it ended without a message'));
  });
}

/** Starts the server; retries if the free port was taken meanwhile or old backends still run. */
async function startServer(
  place: ClusterLocation,
  options: EmbeddedOptions,
): Promise<{ child: ChildProcess; port: number }> {
  const settings = { ...BASE_SETTINGS, ...options.settings };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let failure: string | undefined;
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = options.port ?? (await freePort());
    const args = (folder: string): string[] => ['-D', folder, '-p', String(port), ...pairs];
    const child = launch(place, place.binaries.postgres, clusterFolder(place.dataDir), args);
    child.stdin?.on('error', () => undefined).end();
    child.stdout?.resume();
    failure = await awaitReady(child, options.log);
    if (failure === undefined) return { child, port };
    const portTaken = options.port === undefined && failure.includes('could not bind');
    // The backends of a killed postmaster hold its shared memory for a moment.
    const oldBackends = failure.includes('shared memory block');
    if (!portTaken && !oldBackends) break;
    if (oldBackends) await pause(300);
  }
  throw new Error(`PostgreSQL in ${place.dataDir} did not start: ${failure ?? ''}`);
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
 * Starts the PostgreSQL 18 of the npm package in `dataDir`, and creates the cluster on first use (docs/decisions).
 * It works for root and for other users, also after a crash. It refuses a folder that another process uses.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  createFolder(options.dataDir);
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
