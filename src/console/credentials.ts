import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential } from '../client';
import { createFolder } from '../create-folder';
import { signingCredentials } from '../database/repositories/credentials';
import type { Database } from '../database/transactions/database';
import { createPlatformCredential } from '../operations/commands/platform-credential';
import type { Services } from '../operations/context';
import type { Encrypted } from '../operations/ports';
import type { Settings } from '../settings/settings';

/**
 * The two credentials with which the console signs requests.
 *
 * Settings give them. Outside production a missing one is created at the first start, and kept encrypted in the data
 * folder. In production a missing one is not created, because then several nodes would each have their own.
 */
export interface ConsoleCredentials {
  /** Acts for humans. */
  readonly console: Credential;
  /** Acts for the operators among the humans. Undefined: the console has no operator screens. */
  readonly operator: Credential | undefined;
}

type Role = keyof ConsoleCredentials;
type Deps = Pick<Services, 'newId' | 'newCredential' | 'secrets'> & { readonly settings: Settings };

/** Returns the credentials; undefined in production if the setting of the console's credential is missing. */
export async function openCredentials(store: Database, deps: Deps): Promise<ConsoleCredentials | undefined> {
  const { settings } = deps;
  const console = credentialOfSetting(settings.consoleCredential) ?? (await ownCredential(store, deps, 'console'));
  const operator =
    credentialOfSetting(settings.consoleOperatorCredential) ?? (await ownCredential(store, deps, 'operator'));
  return console && { console, operator };
}

function credentialOfSetting(setting: string | undefined): Credential | undefined {
  const [apiKey, signingSecret] = setting?.split(':') ?? [];
  return apiKey !== undefined && signingSecret !== undefined ? { apiKey, signingSecret } : undefined;
}

async function ownCredential(store: Database, deps: Deps, role: Role): Promise<Credential | undefined> {
  const { settings, secrets } = deps;
  if (settings.env === 'production') return undefined;
  const path = join(settings.dataDir, `console-credential.${role}.json`);
  const stored = readStored(path, deps);
  // The data folder can outlive the database that it was used with.
  if (stored && (await isActive(store, stored))) return stored;
  // Before the credential, which could not be stored without the file.
  createFolder(settings.dataDir);
  const draft = `${path}.${String(process.pid)}`;
  writeFileSync(draft, '', { mode: 0o600 });
  const { apiKey, signingSecret } = await store.inTransaction((tx) => createPlatformCredential(tx, deps, role));
  const { ciphertext, keyId } = secrets.encrypt(JSON.stringify({ apiKey, signingSecret }), 'console-credential');
  const text = JSON.stringify({ keyId, ciphertext: ciphertext.toString('base64') });
  // Renamed as a whole, so that an interrupted start leaves no partial file.
  writeFileSync(draft, `${text}\n`, { flush: true });
  renameSync(draft, path);
  return { apiKey, signingSecret };
}

function readStored(path: string, { secrets }: Deps): Credential | undefined {
  try {
    const { keyId, ciphertext } = JSON.parse(readFileSync(path, 'utf8')) as { keyId: string; ciphertext: string };
    const encrypted: Encrypted = { keyId, ciphertext: Buffer.from(ciphertext, 'base64') };
    return JSON.parse(secrets.decrypt(encrypted, 'console-credential')) as Credential;
  } catch {
    // No file, or one of another key: a new credential replaces it.
    return undefined;
  }
}

async function isActive(store: Database, { apiKey }: Credential): Promise<boolean> {
  const row = (await signingCredentials(store, [apiKey])).get(apiKey);
  return row !== undefined && row.revoked_at === null;
}
