import { readFileSync, statSync } from 'node:fs';
import type { Credential } from 'agent-trading-client';

/** A credential from a file, with the agent id beside it. */
export interface SavedCredential {
  readonly credential: Credential;
  readonly agentId: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

const OTHERS = 0o077;

/**
 * Reads the credential that `ats request` or `ats demo --save` wrote, in the names of REST or GraphQL. Refuses a file that
 * other users can access. @throws Error with one line, without the text of the file
 */
export function readCredentialFile(file: string): SavedCredential {
  const text = readPrivate(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Node's message quotes the text, which may be a secret.
    throw new Error(`the file ${file} is not JSON; a credential is {"api_key": …, "signing_secret": …}`);
  }
  const [saved, second] = credentialsIn(value);
  if (!saved) throw new Error(`the file ${file} has no credential; it needs api_key and signing_secret`);
  if (second) throw new Error(`the file ${file} has several credentials; save each in its own file`);
  return saved;
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
    throw new Error(`the file ${file} ${isMissing ? 'does not exist' : 'cannot be read'}`, { cause: error });
  }
}

/** The mode of the file lets other users in. */
class OpenFile extends Error {}

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
