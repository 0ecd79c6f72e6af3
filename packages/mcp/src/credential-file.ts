import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseCredentialFile, type SavedCredential } from '#client';

const OTHERS = 0o077;
const AGENT = 'give the file of a credential of its principal by --credential, in a sandbox .ats-sandbox/agent.json';
const NEXT =
  'give the full path of a credential by --credential or ATS_CREDENTIAL, for example of .ats-sandbox/agent.json';

/**
 * Reads the credential that `ats request` or `ats demo --save` wrote. Refuses a file that other users can access.
 * @throws Error with one line, without the text of the file
 */
export function readCredentialFile(file: string): SavedCredential {
  const text = readPrivate(file);
  const saved = parseCredentialFile(text, `the file ${file}`);
  if (saved.acting !== undefined || isOfPlatform(text)) {
    throw new Error(
      `the file ${file} has the credential of a console, which acts for humans; the tools act for one agent; ${AGENT}`,
    );
  }
  return saved;
}

/** Whether the text is that of `ats platform-credential create --json`. */
function isOfPlatform(text: string): boolean {
  return (JSON.parse(text) as { readonly role?: unknown }).role !== undefined;
}

function readPrivate(file: string): string {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) throw new Folder();
    const { mode } = stats;
    // Windows has no such modes.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) throw new OpenFile();
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof OpenFile) {
      throw new Error(`other users can access the file ${file}; run: chmod 600 ${file}`, { cause: error });
    }
    if (error instanceof Folder) throw new Error(`${file} is a folder; ${adviceForFolder(file)}`, { cause: error });
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const problem = isMissing ? `does not exist; ${NEXT}` : 'cannot be read';
    throw new Error(`the file ${file} ${problem}`, { cause: error });
  }
}

/** Names the file of a sandbox if the folder has one. */
function adviceForFolder(folder: string): string {
  const files = ['agent.json', join('.ats-sandbox', 'agent.json')].map((name) => join(folder, name));
  const found = files.find((file) => existsSync(file));
  return found === undefined ? NEXT : `give the file: --credential ${found}`;
}

/** The path is that of a folder. */
class Folder extends Error {}

/** The mode of the file lets other users in. */
class OpenFile extends Error {}
