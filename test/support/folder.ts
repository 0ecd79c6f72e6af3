import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the names of a run's folders begin; the id of its process follows. */
export const FOLDER = 'ats-test-';

/** A folder of this process's own. What is left of it by a run that was interrupted, the next one removes (cluster.ts). */
export function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `${FOLDER}${String(process.pid)}-${name}-`));
}
