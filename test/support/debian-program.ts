import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';

/** Finds programs that tests need beyond npm: installed ones, else those of Debian's packages. */

const ROOT = resolve(__dirname, '..', '..');
const UNPACK = join(ROOT, 'scripts', 'unpack-packages.sh');
// A test that runs as root starts servers as another user, who may not enter the folder of the repository.
const CACHE =
  process.getuid?.() === 0 ? '/var/cache/ats-test-programs' : join(ROOT, 'node_modules', '.cache', 'ats-test-programs');
// All libraries but the C library, which is that of the system, and LLVM, which is large.
const LIBRARIES = 'lib[^cl].*|libc[^6].*|libl[^l].*';
const FOLDERS_OF_PATH = ['/usr/bin', '/usr/sbin', '/usr/local/sbin'];

export interface Program {
  readonly path: string;
  /** The environment that the program needs. */
  readonly env: NodeJS.ProcessEnv;
}

/** Returns the program at its usual path. One in a folder of `PATH` can also be in any other of them. */
function installed(path: string): string | undefined {
  const folders = FOLDERS_OF_PATH.includes(dirname(path))
    ? [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS_OF_PATH]
    : [dirname(path)];
  return folders.map((folder) => join(folder, basename(path))).find((file) => existsSync(file));
}

/** Unpacks the package once, and what it needs. Returns its folder. */
function unpacked(name: string, needs: string): string {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  // Renamed as a whole, so that concurrent or interrupted runs leave no partial copy.
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  try {
    execFileSync(UNPACK, [draft, needs, name], { stdio: 'pipe' });
    chmodSync(draft, 0o755);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function librariesOf(folder: string): string[] {
  return ['lib', 'usr/lib'].flatMap((parent) => {
    const path = join(folder, parent);
    const names = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('-linux-gnu')) : [];
    return names.flatMap((name) => [join(path, name), join(path, name, 'systemd')]);
  });
}

/**
 * Returns a program of a package of Debian. It throws if there is none, so that no test passes without it.
 * @param path where the package installs it
 * @param needs pattern of the packages that it needs; default: libraries
 */
export function debianProgram(name: string, path: string, needs = LIBRARIES): Program {
  const found = installed(path);
  if (found !== undefined) return { path: found, env: process.env };
  try {
    const folder = unpacked(name, needs);
    const libraries = librariesOf(folder).join(delimiter);
    return { path: join(folder, path), env: { ...process.env, LD_LIBRARY_PATH: libraries } };
  } catch (error) {
    throw new Error(`there is no ${path}: install the package ${name}, or run this on Debian with apt-get`, {
      cause: error,
    });
  }
}
