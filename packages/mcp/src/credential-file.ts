import { readFileSync, statSync } from 'node:fs';
import { parseCredentialFile, type SavedCredential } from '#client';

const OTHERS = 0o077;
const NEXT =
  'give the full path of a credential by --credential or ATS_CREDENTIAL, for example of .ats-sandbox/agent.json';

/**
 * Reads the credential that `ats request` or `ats demo --save` wrote. Refuses a file that other users can access.
 * @throws Error with one line, without the text of the file
 */
export function readCredentialFile(file: string): SavedCredential {
  return parseCredentialFile(readPrivate(file), `the file ${file}`);
}

function readPrivate(file: string): string {
  try {
    const { mode } = statSync(file);
    // Windows has no such modes.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) throw new OpenFile();
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof OpenFile) {
      throw new Error(`other users can access the file ${file}; run: chmod 600 ${file}`, { cause: error });
    }
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const fault = isMissing ? `does not exist; ${NEXT}` : 'cannot be read';
    throw new Error(`the file ${file} ${fault}`, { cause: error });
  }
}

/** The mode of the file lets other users in. */
class OpenFile extends Error {}
