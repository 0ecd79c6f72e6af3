import { existsSync, readFileSync } from 'node:fs';
import { parseCredentialFile, type SavedCredential } from '../client';

const NEXT = 'name a credential by -c or ATS_CREDENTIAL; `npx ats sandbox` writes one to agent.json in its folder';

/** Reads a file, or standard input for `-`. @throws Error with one line */
export function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const missing = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
    throw new Error(missing ? `the file ${file} does not exist` : `the file ${file} cannot be read`, { cause: error });
  }
}

/** Reads a credential from a file, or from standard input for `-`. @throws Error with one line, without the text of the file */
export function readCredential(file: string): SavedCredential {
  if (file !== '-' && !existsSync(file)) throw new Error(`the file ${file} does not exist; ${NEXT}`);
  return parseCredentialFile(textOf(file), file === '-' ? 'standard input' : file);
}
