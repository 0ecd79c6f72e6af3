import { decode, decodeAll } from '../sql/codec';
import type { Db } from '../transactions/statement';
import type { SessionKeyRow } from '../entities/session';
import type { Tx } from '../transactions/database';

/** Keys of the JWT. Rows are made and forgotten, never changed. */

export type ServedKey = Pick<SessionKeyRow, 'keyId' | 'publicKey'>;

/** Every key a JWT may still be verified with, newest first. */
export async function servedKeys(db: Db, now: Date): Promise<ServedKey[]> {
  const rows = await db.query<object>({
    name: 'session_keys_served',
    text: 'SELECT key_id, public_key FROM session_key WHERE served_until > $1 ORDER BY created_at DESC, key_id DESC',
    values: [now],
  });
  return decodeAll<ServedKey>(rows);
}

/** The key that signs now. */
export async function signingKey(db: Db, now: Date): Promise<SessionKeyRow | undefined> {
  const [row] = await db.query<object>({
    name: 'session_key_signing',
    text: 'SELECT * FROM session_key WHERE signs_until > $1 ORDER BY created_at DESC, key_id DESC LIMIT 1',
    values: [now],
  });
  return row && decode<SessionKeyRow>(row);
}

/** One at a time makes a key, until the end of its transaction: two first sign-ins at once share one. */
export async function lockKeyMaking(tx: Tx): Promise<void> {
  await tx.query({ text: `SELECT pg_advisory_xact_lock(hashtext('agent-trading-service session keys'))` });
}

export async function insertKey(tx: Tx, row: SessionKeyRow): Promise<void> {
  await tx.query({
    text: `INSERT INTO session_key (key_id, public_key, private_ciphertext, private_key_id, created_at, signs_until,
             served_until) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      row.keyId,
      row.publicKey,
      row.privateCiphertext,
      row.privateKeyId,
      row.createdAt,
      row.signsUntil,
      row.servedUntil,
    ],
  });
}
