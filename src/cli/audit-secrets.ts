import { hasSecretsKey, openSecrets } from '../adapters/secrets';
import { encryptionKeyErrors, isReadable } from '../operations/commands/encryption-keys';
import { encryptedRows } from '../database/repositories/encryption-keys';
import type { Db } from '../database/transactions/statement';
import type { Outcome } from '../ledger/audit';
import type { Settings } from '../settings/settings';

export type KeySettings = Pick<Settings, 'secretsKeys' | 'dataDir' | 'env'>;

/** C4: the secrets of the database and the keys of this service fit. */
export const secretsCheck = { id: 'C4', title: 'ATS_SECRETS_KEYS decrypts every stored secret' };

/** Decrypts every stored secret. With wrong or missing keys it says what could not be checked. */
export async function auditSecrets(db: Db, { secretsKeys: keys, dataDir, env }: KeySettings): Promise<Outcome> {
  if (!hasSecretsKey({ keys, dataDir })) return { check: secretsCheck, findings: [], skipped: 'no key is configured' };
  const { secrets } = openSecrets({ keys, dataDir, production: env === 'production' });
  const errors = await encryptionKeyErrors(db, secrets);
  if (errors.length > 0) return { check: secretsCheck, findings: [], skipped: errors.join('; ') };
  const damaged = (await encryptedRows(db)).filter(
    (row) => secrets.keyDigests.has(row.keyId) && !isReadable(row, secrets),
  );
  return {
    check: secretsCheck,
    findings: damaged.map(({ purpose, keyId }) => ({
      check: secretsCheck.id,
      detail: `${purpose} cannot be decrypted with key ${keyId}: its bytes were changed`,
    })),
  };
}
