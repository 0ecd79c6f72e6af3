import { createHash } from 'node:crypto';

/** A key for secrets at rest, with the id that encrypted values name. */
export interface EncryptionKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const KEY_BYTES = 32;
/** The form of a list of keys, for messages. */
export const ENCRYPTION_KEYS_FORM =
  'a comma list of <key id>:<base64 of 32 bytes> (or only the base64); the first one encrypts';
/** Hexadecimal digits of the SHA-256 of a key that has no id of its own. */
const ID_DIGITS = 8;

/**
 * Parses a comma list of `<id>:<base64 of 32 bytes>` or base64.
 * @throws Error that completes "ATS_SECRETS_KEYS …", without a key
 */
export function parseEncryptionKeys(list: string): readonly EncryptionKey[] {
  const keys = list.split(',').map((item, index) => {
    try {
      return parseEncryptionKey(item.trim());
    } catch (error) {
      const reason = `key ${String(index + 1)} ${(error as Error).message}`;
      throw new Error(`must be ${ENCRYPTION_KEYS_FORM}: ${reason}`, { cause: error });
    }
  });
  if (new Set(keys.map(({ id }) => id)).size !== keys.length)
    throw new Error('has two keys with the same id: give each key an id, as <id>:<base64>, or remove one');
  return keys;
}

/** Parses one key. @throws Error that completes "the key …", without the key */
export function parseEncryptionKey(text: string): EncryptionKey {
  const colon = text.indexOf(':');
  const encoded = text.slice(colon + 1);
  const bytes = Buffer.from(encoded, 'base64');
  // Node ignores invalid base64, so compare with the encoded bytes.
  if (bytes.length !== KEY_BYTES || bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, ''))
    throw new Error(
      `is not base64 of ${String(KEY_BYTES)} bytes: create one with openssl rand -base64 ${String(KEY_BYTES)}`,
    );
  if (colon < 0) return { id: createHash('sha256').update(bytes).digest('hex').slice(0, ID_DIGITS), bytes };
  const id = text.slice(0, colon);
  if (!/^[A-Za-z0-9._-]{1,32}$/.test(id)) throw new Error('has an invalid id: use 1 to 32 of A-Z a-z 0-9 . _ -');
  return { id, bytes };
}
