import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The prefix of a run's folder names; the process id follows. */
export const FOLDER = 'ats-test-';

const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/** The folders in which runs have their folders. */
export const roots: readonly string[] = [...new Set([tmpdir(), ...(existsSync(MEMORY) ? [MEMORY] : [])])];

/**
 * The folder of files in memory, if it has enough space, else the one for temporary files.
 *
 * PostgreSQL creates hundreds of files for each database, which takes 0.2 s on a disk and 0.03 s in memory.
 */
function rootWithSpace(): string {
  if (process.env['TMPDIR'] !== undefined || !roots.includes(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES ? MEMORY : tmpdir();
}

/** Creates a folder for this process. After an interruption the run's watcher removes it (run-watcher.ts). */
export function newFolder(name: string): string {
  return mkdtempSync(join(rootWithSpace(), `${FOLDER}${String(process.pid)}-${name}-`));
}
