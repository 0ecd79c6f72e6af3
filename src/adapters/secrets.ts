import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../create-folder';
import type { Encrypted, SecretPurpose, SecretBox } from '../operations/ports';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE = 'secrets.key';
/** The constant whose HMAC identifies a key. */
const DIGESTED = 'agent-trading-service encryption key';

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

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
  if (options.keys !== undefined && options.keys.trim() !== '') {
    return { secrets: secretsWith(parseKeys(options.keys)), notice: null };
  }
  if (options.production) throw new Error('ATS_SECRETS_KEYS must be set in production: it encrypts stored secrets');
  const path = join(options.dataDir, KEY_FILE);
  const notice = `ATS_SECRETS_KEYS is not set: secrets are encrypted with the key generated in ${path} (development only)`;
  return { secrets: secretsWith([generatedKey(options.dataDir, path)]), notice };
}

function parseKeys(setting: string): readonly Key[] {
  const keys = setting.split(',').map((item, index) => parseKey(item.trim(), `key ${index + 1} of ATS_SECRETS_KEYS`));
  const ids = new Set(keys.map((key) => key.id));
  if (ids.size !== keys.length) throw new Error('ATS_SECRETS_KEYS has two keys with the same id');
  return keys;
}

function parseKey(text: string, name: string): Key {
  const colon = text.indexOf(':');
  const encoded = text.slice(colon + 1);
  const bytes = Buffer.from(encoded, 'base64');
  // Node ignores invalid base64, so compare with the encoded bytes.
  if (bytes.length !== KEY_BYTES || bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) {
    throw new Error(`${name} is not base64 of ${KEY_BYTES} bytes`);
  }
  if (colon < 0) return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
  const id = text.slice(0, colon);
  if (!/^[A-Za-z0-9._-]{1,32}$/.test(id))
    throw new Error(`${name} has an invalid id: use 1 to 32 of A-Z a-z 0-9 . _ -`);
  return { id, bytes };
}

/** Reads or creates the key file. `link` is atomic: a crash leaves no partial key, two processes use one key. */
function generatedKey(dataDir: string, path: string): Key {
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

function readKeyFile(path: string): Key | undefined {
  try {
    return parseKey(readFileSync(path, 'utf8').trim(), path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

function secretsWith(keys: readonly Key[]): SecretBox {
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
function encrypt(key: Key, plain: string, purpose: SecretPurpose): Encrypted {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(aad(key, purpose));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return { ciphertext: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId: key.id };
}

function decrypt(key: Key, { ciphertext }: Encrypted, purpose: SecretPurpose): string {
  const nonce = ciphertext.subarray(0, NONCE_BYTES);
  const tag = ciphertext.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  // Without a fixed length Node accepts a tag of 4 bytes, which can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad(key, purpose)).setAuthTag(tag);
  const body = decipher.update(ciphertext.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}

function aad(key: Key, purpose: SecretPurpose): Buffer {
  return Buffer.from(`ats:${key.id}:${purpose}`, 'utf8');
}
