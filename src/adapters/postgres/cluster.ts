import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../../private-file';
import type { Binaries } from './binaries';
import type { RunAs } from './unprivileged';

/** User and database of the embedded cluster. */
export const NAME = 'ats';

/** Folder, binaries and user of a cluster. */
export interface ClusterLocation {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly runAs: RunAs | undefined;
}

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Starts a binary in `folder`. PostgreSQL gets its data folder as /proc/self/cwd, so that its user needs no access to the
 * folders above. The process is detached, so that Ctrl-C reaches only us and the database stops last. It gets none of
 * our environment, which has secrets and perhaps PG… variables.
 */
export function launch(
  place: ClusterLocation,
  binary: string,
  folder: string,
  args: (data: string) => string[],
): ChildProcess {
  const usesCwd = place.runAs !== undefined && existsSync('/proc/self/cwd');
  return spawn(binary, args(usesCwd ? '/proc/self/cwd' : folder), {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(place.runAs ?? {}),
  });
}

/** Runs a binary to its end. @throws Error with its last three lines if it fails */
async function run(child: ChildProcess, what: string, input = ''): Promise<void> {
  let output = '';
  const append = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-2000);
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${what} failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
}

/** Returns the stored password. Undefined: there is no file, or an older release was killed before it wrote the text. */
export function passwordOf(dataDir: string): string | undefined {
  const file = join(dataDir, 'postgres.password');
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return text === '' ? undefined : text;
}

function ownFolder(path: string, runAs: RunAs | undefined): void {
  mkdirSync(path, { mode: 0o700 });
  if (runAs !== undefined) chownSync(path, runAs.uid, runAs.gid);
}

/**
 * Creates the cluster if there is none. A rename moves the finished cluster into place, so that a killed process leaves
 * no partial cluster. `sync` false (tests) skips the flush to disk.
 */
export async function ensureCluster(place: ClusterLocation, sync: boolean): Promise<void> {
  const { dataDir, runAs, binaries } = place;
  const staging = join(dataDir, 'postgres.new');
  rmSync(staging, { recursive: true, force: true });
  const final = clusterFolder(dataDir);
  if (existsSync(final)) {
    if (passwordOf(dataDir) === undefined)
      throw new Error(`${dataDir} has a cluster but no postgres.password: restore that file, or move the folder away`);
    return;
  }
  const password = passwordOf(dataDir) ?? randomBytes(24).toString('base64url');
  writePrivateFile(join(dataDir, 'postgres.password'), `${password}\n`);
  const data = join(staging, 'data');
  ownFolder(staging, runAs);
  ownFolder(data, runAs);
  // The user of initdb cannot read our file, so it gets a temporary copy.
  const passwordCopy = join(staging, 'password');
  writeFileSync(passwordCopy, `${password}\n`, { mode: 0o600 });
  if (runAs !== undefined) chownSync(passwordCopy, runAs.uid, runAs.gid);
  // The built-in C.UTF-8 sorts by code point, so that indexes do not depend on the system's C library.
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
