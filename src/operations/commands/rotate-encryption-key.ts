import { lockSecretsUnderKeys, updateSecret, type SecretTable } from '../../database/repositories/encrypted-secrets';
import type { AuthorityObject } from '../../database/repositories/authority';
import type { Tx } from '../../database/transactions/database';
import type { SecretBox } from '../ports';
import { recordAuthority } from './authority';

function objectOf(kind: SecretTable, secretId: string): AuthorityObject {
  const [id = '', version] = secretId.split(':');
  return kind === 'signing' ? { object: 'credential', id } : { object: 'signing_key', id, version: Number(version) };
}

/** The id of the key that encrypts now. */
export function currentEncryptionKey(secrets: SecretBox): string {
  return secrets.encrypt('', 'signing:').keyId;
}

/**
 * Re-encrypts secrets of the older keys of ATS_SECRETS_KEYS under the current key. Returns how many.
 * Secrets of other keys cannot be decrypted. They stay as they are, because a lost key must not end later rotations.
 *
 * `many` takes a batch and skips locked rows, so 0 can leave some. `one` takes a single row and waits for its lock: 0 means that
 * none is left.
 */
export async function rotateEncryptionKey(
  tx: Tx,
  secrets: SecretBox,
  kind: SecretTable,
  manner: 'many' | 'one',
): Promise<number> {
  const limit = manner === 'many' ? 100 : 1;
  const current = currentEncryptionKey(secrets);
  const secretsToRotate = await lockSecretsUnderKeys(tx, kind, {
    keyIds: [...secrets.keyDigests.keys()].filter((keyId) => keyId !== current),
    limit,
    skip: manner === 'many',
  });
  for (const { id, ...encrypted } of secretsToRotate) {
    await updateSecret(tx, kind, {
      id,
      ...secrets.encrypt(secrets.decrypt(encrypted, `${kind}:${id}`), `${kind}:${id}`),
    });
    recordAuthority({ tx }, 'secret_encrypted', objectOf(kind, id));
  }
  return secretsToRotate.length;
}
