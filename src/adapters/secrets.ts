import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../create-folder';
import { type EncryptionKey, parseEncryptionKey, parseEncryptionKeys } from '../domain/encryption-keys';
import type { Encrypted, SecretPurpose, SecretBox } from '../operations/ports';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE = 'secrets.key';
/** The constant whose HMAC identifies a key. */
const DIGESTED = 'agent-trading-service encryption key';

export interface SecretsOptions {
  /** ATS_SECRETS_KEYS: comma list of `<id>:<base64 of 32 bytes>` or base64. The first encrypts, all decrypt. */
  readonly keys: string | undefined;
  readonly dataDir: string;
  /** Generated keys exist outside production only. */
  readonly production: boolean;
}

export interface OpenedSecrets {
  readonly secrets: SecretBox;
  /** A warning for the log if the key was generated; else null. */
  readonly notice: string | null;
}

/** Tells whether there is a key, so that opening the box creates none. */
export function hasSecretsKey({ keys, dataDir }: Pick<SecretsOptions, 'keys' | 'dataDir'>): boolean {
  return (keys !== undefined && keys.trim() !== '') || existsSync(join(dataDir, KEY_FILE));
}

/** Opens the box that encrypts secrets with AES-256-GCM. @throws Error if the setting is wrong, without the key */
export function openSecrets(options: SecretsOptions): OpenedSecrets {
  if (options.keys !== undefined && options.keys.trim() !== '')
    return { secrets: secretsWith(keysOf(options.keys)), notice: null };
  if (options.production) throw new Error('ATS_SECRETS_KEYS must be set in production: it encrypts stored secrets');
  const path = join(options.dataDir, KEY_FILE);
  const notice = `ATS_SECRETS_KEYS is not set: secrets are encrypted with the key generated in ${path} (development only)`;
  return { secrets: secretsWith([generatedKey(options.dataDir, path)]), notice };
}

function keysOf(setting: string): readonly EncryptionKey[] {
  try {
    return parseEncryptionKeys(setting);
  } catch (error) {
    throw new Error(`ATS_SECRETS_KEYS ${(error as Error).message}`, { cause: error });
  }
}

/** Reads or creates the key file. `link` is atomic: a crash leaves no partial key, two processes use one key. */
function generatedKey(dataDir: string, path: string): EncryptionKey {
  const existing = readKeyFile(path);
  if (existing !== undefined) return existing;
  createFolder(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  const key = readKeyFile(path);
  if (key === undefined) throw new Error(`${path} cannot be read back`);
  return key;
}

function readKeyFile(path: string): EncryptionKey | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  try {
    return parseEncryptionKey(text.trim());
  } catch (error) {
    throw new Error(`the key in ${path} ${(error as Error).message}`, { cause: error });
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

function secretsWith(keys: readonly EncryptionKey[]): SecretBox {
  const current = keys[0];
  if (current === undefined) throw new Error('ATS_SECRETS_KEYS holds no key');
  const byId = new Map(keys.map((key) => [key.id, key]));
  return {
    keyDigests: new Map(keys.map(({ id, bytes }) => [id, createHmac('sha256', bytes).update(DIGESTED).digest()])),
    encrypt: (plain, purpose) => encrypt(current, plain, purpose),
    decrypt: (encrypted, purpose) => {
      const key = byId.get(encrypted.keyId);
      if (key === undefined)
        throw new Error(`a secret is encrypted with key ${encrypted.keyId}: add this key to ATS_SECRETS_KEYS`);
      return decrypt(key, encrypted, purpose);
    },
  };
}

/** Encrypts to nonce ‖ tag ‖ ciphertext. Random nonces are safe for 2^32 messages of a key, far beyond our use. */
function encrypt(key: EncryptionKey, plain: string, purpose: SecretPurpose): Encrypted {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(aad(key, purpose));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return { ciphertext: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId: key.id };
}

function decrypt(key: EncryptionKey, { ciphertext }: Encrypted, purpose: SecretPurpose): string {
  const nonce = ciphertext.subarray(0, NONCE_BYTES);
  const tag = ciphertext.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  // Without a fixed length Node accepts a tag of 4 bytes, which can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad(key, purpose)).setAuthTag(tag);
  const body = decipher.update(ciphertext.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}

function aad(key: EncryptionKey, purpose: SecretPurpose): Buffer {
  return Buffer.from(`ats:${key.id}:${purpose}`, 'utf8');
}
