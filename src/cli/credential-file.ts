import { readFileSync } from 'node:fs';
import type { Credential } from '../client';

/** A credential from a file, with the agent id beside it. */
export interface SavedCredential {
  readonly credential: Credential;
  readonly agentId: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads a file, or standard input for `-`. @throws Error with one line */
export function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const missing = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
    throw new Error(missing ? `the file ${file} does not exist` : `the file ${file} cannot be read`, { cause: error });
  }
}

/**
 * Reads a credential from the output of `platform-credential create --json` or a saved response, in REST's or GraphQL's
 * names. @throws Error with one line, without the text of the file
 */
export function readCredential(file: string): SavedCredential {
  const name = file === '-' ? 'standard input' : file;
  const text = textOf(file);
  if (text.trim() === '') throw new Error(`${name} is empty: save a credential in it`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Node's message quotes the text, which may be a secret.
    throw new Error(`${name} is not JSON; a credential is {"api_key": …, "signing_secret": …}`);
  }
  const [saved, second] = credentialsIn(value);
  if (!saved) throw new Error(`${name} has no credential: it needs api_key and signing_secret`);
  if (second) throw new Error(`${name} has several credentials: save each in its own file`);
  return saved;
}

function credentialsIn(value: unknown): SavedCredential[] {
  if (typeof value !== 'object' || value === null) return [];
  const { api_key, apiKey, signing_secret, signingSecret, agent_id, agentId } = value as Json;
  const key = api_key ?? apiKey;
  const secret = signing_secret ?? signingSecret;
  if (typeof key === 'string' && typeof secret === 'string') {
    const agent = agent_id ?? agentId;
    const credential = { apiKey: key, signingSecret: secret };
    return [{ credential, agentId: typeof agent === 'string' ? agent : undefined }];
  }
  return Object.values(value).flatMap(credentialsIn);
}
