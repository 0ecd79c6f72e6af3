import { lockSealedUnderOthers, putSealed, type SealedKind } from '../../database/repositories/encrypted-secrets';
import type { Tx } from '../../database/transactions/database';
import type { Secrets } from '../ports';

/** Which of our keys seals now. */
export function sealingKey(secrets: Secrets): string {
  return secrets.seal('', 'signing:').keyId;
}

/**
 * Seals anew, under the first key, some of what rests under others; how many. Many at a time but for those that callers
 * are at work with; then one at a time, which is waited for. 0: nothing is left.
 * @throws Error when one rests under a key that is not there
 */
export async function reseal(tx: Tx, secrets: Secrets, kind: SealedKind, manner: 'many' | 'one'): Promise<number> {
  const limit = manner === 'many' ? 100 : 1;
  const found = await lockSealedUnderOthers(tx, kind, { keyId: sealingKey(secrets), limit, skip: manner === 'many' });
  for (const { id, ...sealed } of found) {
    await putSealed(tx, kind, { id, ...secrets.seal(secrets.open(sealed, `${kind}:${id}`), `${kind}:${id}`) });
  }
  return found.length;
}
