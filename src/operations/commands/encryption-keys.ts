import type { Db } from '../../database/transactions/statement';
import {
  encryptedRows,
  encryptionKeyDigests,
  encryptionKeyUses,
  insertEncryptionKeys,
  type EncryptedRow,
  type KeyUse,
} from '../../database/repositories/encryption-keys';
import type { SecretBox } from '../ports';

/** Compares ATS_SECRETS_KEYS with the keys that encrypted this database (docs/operations/secrets.md). */

/** The digest with which the owner of the schema declares a key lost. */
const LOST = Buffer.alloc(32);

/**
 * Returns a sentence for each key that is wrong or missing.
 * A key that encrypted nothing yet fits every database. A lost key, or one whose row the owner deleted, is not missing.
 */
export async function encryptionKeyErrors(db: Db, secrets: SecretBox): Promise<string[]> {
  const digests = await encryptionKeyDigests(db);
  const recorded = new Map([...digests].filter(([, digest]) => !digest.equals(LOST)));
  const wrong = [...secrets.keyDigests].filter(([id, digest]) => recorded.get(id)?.equals(digest) === false);
  const isLost = (id: string): boolean => digests.has(id) && !recorded.has(id);
  const isMissing = ({ keyId }: KeyUse): boolean =>
    !secrets.keyDigests.has(keyId) && !isLost(keyId) && (recorded.has(keyId) || recorded.size === 0);
  const missing = (await encryptionKeyUses(db)).filter(isMissing);
  const unverified = recorded.size === 0 ? unreadable(await encryptedRows(db), secrets) : [];
  return [...wrong.map(([id]) => wrongKey(id)), ...missing.map(missingKey), ...unverified.map(wrongKey)];
}

/** Checks the keys, and records new ones. @throws Error with a sentence for each error */
export async function verifyEncryptionKeys(db: Db, secrets: SecretBox): Promise<void> {
  const errors = await encryptionKeyErrors(db, secrets);
  if (errors.length > 0) throw new Error(errors.join('; '));
  await insertEncryptionKeys(db, secrets.keyDigests);
  // Another process may have recorded another key under the same id in between.
  const late = await encryptionKeyErrors(db, secrets);
  if (late.length > 0) throw new Error(late.join('; '));
}

/** Returns the ids of configured keys that cannot decrypt a row of their own id. */
function unreadable(rows: readonly EncryptedRow[], secrets: SecretBox): string[] {
  const own = rows.filter(({ keyId }) => secrets.keyDigests.has(keyId));
  return [...new Set(own.filter((row) => !isReadable(row, secrets)).map(({ keyId }) => keyId))];
}

/** Tells whether the keys decrypt a stored secret. */
export function isReadable({ ciphertext, keyId, purpose }: EncryptedRow, secrets: SecretBox): boolean {
  try {
    secrets.decrypt({ ciphertext, keyId }, purpose);
    return true;
  } catch {
    return false;
  }
}

function wrongKey(id: string): string {
  return `ATS_SECRETS_KEYS has another key ${id} than the one that encrypted this database: set the right key`;
}

function missingKey({ keyId, credentials, webhookKeys, sessionKeys }: KeyUse): string {
  const parts = [
    countOf(credentials, 'credential'),
    countOf(webhookKeys, 'webhook signing key'),
    countOf(sessionKeys, 'session key'),
  ].filter((part) => part !== undefined);
  return `ATS_SECRETS_KEYS has no key ${keyId}, which encrypts ${parts.join(', ')}: add it at the end of the list`;
}

function countOf(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
