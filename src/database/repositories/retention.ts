import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** Deletes rows whose retention time is over. */

/** Deletes stored answers of expired idempotency keys. Returns how many. */
export async function deleteExpiredAnswers(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db.query({
    name: 'delete_expired_answers',
    text: `DELETE FROM idempotency_answer WHERE (scope, key) IN (
        SELECT scope, key FROM idempotency_answer WHERE expires_at <= $1
        ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
      RETURNING key`,
    values: [now, limit],
  });
  return rows.length;
}

/** Deletes deliveries that ended before this time, with their attempts. Returns how many. */
export async function deleteOldDeliveries(tx: Tx, endedBefore: Date, limit: number): Promise<number> {
  const rows = await tx.query({
    name: 'webhook_deliveries_delete',
    text: `DELETE FROM webhook_delivery WHERE delivery_id IN (
        SELECT delivery_id FROM webhook_delivery WHERE ended_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING delivery_id`,
    values: [endedBefore, limit],
  });
  return rows.length;
}

/** Deletes sign-ins, sessions, keys and records of OAuth past their end. Returns the largest count of them. */
export async function deleteExpiredSessions(tx: Tx, sessionsEndedBefore: Date, limit: number): Promise<number> {
  const deleteBatch = (table: string, key: string, where: string, at: Date) =>
    tx.query({
      text: `DELETE FROM ${table} WHERE ${key} IN (
               SELECT ${key} FROM ${table} WHERE ${where} <= $1 LIMIT $2) RETURNING ${key}`,
      values: [at, limit],
    });
  const signIns = await deleteBatch('sign_in', 'state_hash', 'expires_at', tx.realNow);
  const sessions = await deleteBatch('refresh_session', 'session_id', 'expires_at', sessionsEndedBefore);
  const keys = await deleteBatch('session_key', 'key_id', 'served_until', tx.realNow);
  const records = await deleteBatch('oauth_record', 'id_hash', 'expires_at', tx.realNow);
  return Math.max(signIns.length, sessions.length, keys.length, records.length);
}
