import type { Db } from '../transactions/statement';
import type { Tx } from '../transactions/database';

/** Stored secrets without an expiry, for the rotation of the encryption key. Other encrypted data expires. */

export type SecretTable = 'signing' | 'webhook';

export interface StoredSecret {
  /** The id in the purpose of its encryption: `signing:{id}`, `webhook:{id}`. */
  readonly id: string;
  readonly ciphertext: Buffer;
  readonly keyId: string;
}

const TABLES = {
  signing: { table: 'credential', id: 'credential_id::text', at: 'credential_id = $1::uuid' },
  webhook: {
    table: 'webhook_signing_key',
    id: `agent_id || ':' || version`,
    at: `agent_id = split_part($1, ':', 1)::uuid AND version = split_part($1, ':', 2)::int`,
  },
} as const satisfies Record<SecretTable, object>;

/** Locks up to `limit` secrets under one of the keys. With `skip` it leaves out locked rows. */
export async function lockSecretsUnderKeys(
  tx: Tx,
  kind: SecretTable,
  { keyIds, limit, skip }: { readonly keyIds: readonly string[]; readonly limit: number; readonly skip: boolean },
): Promise<StoredSecret[]> {
  const { table, id } = TABLES[kind];
  return tx.query({
    text: `SELECT ${id} AS id, secret_ciphertext AS ciphertext, secret_key_id AS "keyId" FROM ${table}
      WHERE secret_key_id = ANY ($1) LIMIT $2 FOR NO KEY UPDATE ${skip ? 'SKIP LOCKED' : ''}`,
    values: [keyIds, limit],
  });
}

/** Returns the ids of keys outside `keyIds` that secrets of the table are under. */
export async function otherKeysOf(db: Db, kind: SecretTable, keyIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ keyId: string }>({
    text: `SELECT DISTINCT secret_key_id AS "keyId" FROM ${TABLES[kind].table} WHERE secret_key_id <> ALL ($1)`,
    values: [keyIds],
  });
  return rows.map(({ keyId }) => keyId);
}

export async function updateSecret(db: Db, kind: SecretTable, secret: StoredSecret): Promise<void> {
  const { table, at } = TABLES[kind];
  await db.query({
    name: `put_sealed_${kind}`,
    text: `UPDATE ${table} SET secret_ciphertext = $2, secret_key_id = $3 WHERE ${at}`,
    values: [secret.id, secret.ciphertext, secret.keyId],
  });
}
