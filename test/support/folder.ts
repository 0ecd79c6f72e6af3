import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The prefix of a run's folder names; the process id follows. */
export const FOLDER = 'ats-test-';

/** Creates a folder for this process. After an interruption the run's watcher removes it (run-watcher.ts). */
export function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `${FOLDER}${String(process.pid)}-${name}-`));
}
