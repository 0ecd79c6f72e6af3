import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its parents. @throws Error for the operator
 *
 * Most of these folders hold secrets, so by default only the user of the process can enter them.
 * Node's option `recursive` never returns for a path such as `/proc/nope`: the parent exists, but cannot have folders.
 */
export function createFolder(path: string, mode = 0o700): void {
  const missing: string[] = [];
  let folder = resolve(path);
  try {
    for (; statSync(folder, { throwIfNoEntry: false }) === undefined; folder = dirname(folder)) missing.push(folder);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    for (folder of missing.reverse()) createOne(folder, mode);
  } catch (error) {
    const reason = codeOf(error) ?? 'unknown error';
    throw new Error(
      `the folder ${path} cannot be created (${reason} at ${folder}): set ATS_DATA_DIR to another folder`,
      {
        cause: error,
      },
    );
  }
}

function createOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process created it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
