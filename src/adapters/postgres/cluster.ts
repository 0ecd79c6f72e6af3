import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries';
import type { RunAs } from './unprivileged';

/** User and database of the embedded cluster. */
export const NAME = 'ats';

/** Where things lie and who runs them: the same for initdb and the server. */
export interface ClusterLocation {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly runAs: RunAs | undefined;
}

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Starts one of the binaries in `folder`. The folder is entered before the privileges are dropped, and PostgreSQL is
 * told to find its data at /proc/self/cwd: so its user needs no way through the folders above, which root may have
 * closed. Detached, so that Ctrl-C in a terminal reaches us alone and the database stops last. Of our environment it
 * gets nothing: there are secrets in it, and PG… variables would change what it does.
 */
export function launch(
  place: ClusterLocation,
  binary: string,
  folder: string,
  args: (data: string) => string[],
): ChildProcess {
  const closed = place.runAs !== undefined && existsSync('/proc/self/cwd');
  return spawn(binary, args(closed ? '/proc/self/cwd' : folder), {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(place.runAs ?? {}),
  });
}

/** Runs a binary to its end; throws its last words if it fails. */
async function run(child: ChildProcess, what: string, input = ''): Promise<void> {
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = (said + chunk.toString('utf8')).slice(-2000);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${what} failed: ${said.trim().split('\n').slice(-3).join(' ')}`);
}

export function passwordOf(dataDir: string): string | undefined {
  const file = join(dataDir, 'postgres.password');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function ownFolder(path: string, runAs: RunAs | undefined): void {
  mkdirSync(path, { mode: 0o700 });
  if (runAs !== undefined) chownSync(path, runAs.uid, runAs.gid);
}

/**
 * Makes the cluster if there is none: in a folder of its own that is moved into place when all is done, so that a
 * process killed half-way leaves nothing that looks like a cluster. `sync` false (tests) skips the flush to disk.
 */
export async function ensureCluster(place: ClusterLocation, sync: boolean): Promise<void> {
  const { dataDir, runAs, binaries } = place;
  const staging = join(dataDir, 'postgres.new');
  rmSync(staging, { recursive: true, force: true });
  const final = clusterFolder(dataDir);
  if (existsSync(final)) {
    if (passwordOf(dataDir) === undefined) throw new Error(`${dataDir} has a cluster but no postgres.password`);
    return;
  }
  const password = passwordOf(dataDir) ?? randomBytes(24).toString('base64url');
  writeFileSync(join(dataDir, 'postgres.password'), `${password}\n`, { mode: 0o600 });
  const data = join(staging, 'data');
  ownFolder(staging, runAs);
  ownFolder(data, runAs);
  // initdb reads the password as its own user, who may not see our file; this copy goes when initdb is done.
  const handed = join(staging, 'password');
  writeFileSync(handed, `${password}\n`, { mode: 0o600 });
  if (runAs !== undefined) chownSync(handed, runAs.uid, runAs.gid);
  // The built-in C.UTF-8 sorts by code point on every machine: no index depends on the system's C library.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', `--username=${NAME}`, '--pwfile=../password'];
  const flush = sync ? [] : ['--no-sync'];
  await run(
    launch(place, binaries.initdb, data, (folder) => ['-D', folder, ...locale, ...access, ...flush]),
    'initdb',
  );
  await run(
    launch(place, binaries.postgres, data, (folder) => ['--single', '-D', folder, 'postgres']),
    'CREATE DATABASE',
    `CREATE DATABASE ${NAME};\n`,
  );
  renameSync(data, final);
  rmSync(staging, { recursive: true, force: true });
}
