import { lockSecretsNotUnderKey, updateSecret, type SecretTable } from '../../database/repositories/encrypted-secrets';
import type { Tx } from '../../database/transactions/database';
import type { SecretBox } from '../ports';

/** Which of our keys seals now. */
export function currentEncryptionKey(secrets: SecretBox): string {
  return secrets.encrypt('', 'signing:').keyId;
}

/**
 * Seals anew, under the first key, some of what rests under others; how many. Many at a time but for those that callers
 * are at work with; then one at a time, which is waited for. 0: nothing is left.
 * @throws Error when one rests under a key that is not there
 */
export async function rotateEncryptionKey(
  tx: Tx,
  secrets: SecretBox,
  kind: SecretTable,
  manner: 'many' | 'one',
): Promise<number> {
  const limit = manner === 'many' ? 100 : 1;
  const found = await lockSecretsNotUnderKey(tx, kind, {
    keyId: currentEncryptionKey(secrets),
    limit,
    skip: manner === 'many',
  });
  for (const { id, ...sealed } of found) {
    await updateSecret(tx, kind, { id, ...secrets.encrypt(secrets.decrypt(sealed, `${kind}:${id}`), `${kind}:${id}`) });
  }
  return found.length;
}
