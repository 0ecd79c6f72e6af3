import type { Db } from '../transactions/statement';

/** The keys that encrypted data of this database, and what they still encrypt. */

/** Returns the digest of each key by its id. */
export async function encryptionKeyDigests(db: Db): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await db.query<{ id: string; digest: Buffer }>({
    text: 'SELECT key_id AS id, digest FROM encryption_key',
    values: [],
  });
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/** Records keys. A key that another process recorded meanwhile stays as it is. */
export async function insertEncryptionKeys(db: Db, digests: ReadonlyMap<string, Buffer>): Promise<void> {
  await db.query({
    text: `INSERT INTO encryption_key (key_id, digest) SELECT * FROM unnest($1::text[], $2::bytea[])
      ON CONFLICT (key_id) DO NOTHING`,
    values: [[...digests.keys()], [...digests.values()]],
  });
}

export interface KeyUse {
  readonly keyId: string;
  readonly credentials: number;
  readonly webhookKeys: number;
  readonly sessionKeys: number;
}

/** Returns what each key still encrypts, apart from data that expires within three days. */
export async function encryptionKeyUses(db: Db): Promise<KeyUse[]> {
  return db.query({
    text: `SELECT key_id AS "keyId", count(*) FILTER (WHERE kind = 'credential')::integer AS "credentials",
        count(*) FILTER (WHERE kind = 'webhook')::integer AS "webhookKeys",
        count(*) FILTER (WHERE kind = 'session')::integer AS "sessionKeys"
      FROM (SELECT secret_key_id AS key_id, 'credential' AS kind FROM credential WHERE revoked_at IS NULL
        UNION ALL SELECT secret_key_id, 'webhook' FROM webhook_signing_key
        UNION ALL SELECT private_key_id, 'session' FROM session_key) AS encrypted
      GROUP BY key_id ORDER BY key_id`,
    values: [],
  });
}

/** An encrypted secret with the purpose that it was encrypted for. */
export interface EncryptedRow {
  readonly purpose: `signing:${string}` | `webhook:${string}` | `session-key:${string}`;
  readonly ciphertext: Buffer;
  readonly keyId: string;
}

/** Returns the encrypted secrets of live credentials, webhook keys and session keys. */
export async function encryptedRows(db: Db): Promise<EncryptedRow[]> {
  return db.query({
    text: `SELECT 'signing:' || credential_id AS purpose, secret_ciphertext AS ciphertext, secret_key_id AS "keyId"
        FROM credential WHERE revoked_at IS NULL
      UNION ALL SELECT 'webhook:' || agent_id || ':' || version, secret_ciphertext, secret_key_id FROM webhook_signing_key
      UNION ALL SELECT 'session-key:' || key_id, private_ciphertext, private_key_id FROM session_key`,
    values: [],
  });
}
