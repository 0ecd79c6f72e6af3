import { readFileSync } from 'node:fs';
import type { Credential } from '../client';

/** What a file with a credential says; `agentId` only where it stands beside the pair. */
export interface SavedCredential {
  readonly credential: Credential;
  readonly agentId: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** The text of a file, of standard input for `-`. @throws Error with one line */
export function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const missing = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
    throw new Error(missing ? `there is no file ${file}` : `${file} cannot be read`, { cause: error });
  }
}

/**
 * Reads the pair out of whatever was saved: a line of `platform-credential create --json`, or the whole answer of a
 * mutation that showed one, in REST's names or in GraphQL's.
 * @throws Error with one line, without the text of the file
 */
export function readCredential(file: string): SavedCredential {
  const name = file === '-' ? 'standard input' : file;
  const text = textOf(file);
  if (text.trim() === '') throw new Error(`${name} is empty: there should be a credential in it`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Node's message repeats what it could not read, which may be half a secret.
    throw new Error(`${name} is not JSON; a credential is {"api_key": …, "signing_secret": …}`);
  }
  const [found, second] = pairsIn(value);
  if (!found) throw new Error(`${name} holds no credential: it needs api_key and signing_secret`);
  if (second) throw new Error(`${name} holds several credentials: keep each in a file of its own`);
  return found;
}

function pairsIn(value: unknown): SavedCredential[] {
  if (typeof value !== 'object' || value === null) return [];
  const { api_key, apiKey, signing_secret, signingSecret, agent_id, agentId } = value as Json;
  const key = api_key ?? apiKey;
  const secret = signing_secret ?? signingSecret;
  if (typeof key === 'string' && typeof secret === 'string') {
    const agent = agent_id ?? agentId;
    const credential = { apiKey: key, signingSecret: secret };
    return [{ credential, agentId: typeof agent === 'string' ? agent : undefined }];
  }
  return Object.values(value).flatMap(pairsIn);
}
