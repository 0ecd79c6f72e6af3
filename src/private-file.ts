import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner can read.
 *
 * It replaces an existing file, because a write into that file would keep a mode with which others can read it. A killed
 * process leaves the old file or the new one.
 */
export function writePrivateFile(file: string, text: string): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, file);
}
