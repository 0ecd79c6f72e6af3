import type { BindingRole } from '../../domain/sessions/caller';
import { decode, decodeAll } from '../sql/codec';
import type { Db } from '../transactions/statement';
import type { HumanRow } from '../entities/party';
import type { RefreshSessionRow, RefreshTokenRow, SignInRow } from '../entities/session';
import type { Tx } from '../transactions/database';

/** Sign-ins on their way, refresh sessions and their tokens (migrations/0001-baseline.sql). */

export async function insertSignIn(tx: Tx, row: SignInRow): Promise<void> {
  await tx.query({
    text: `INSERT INTO sign_in (state_hash, browser_hash, proof_ciphertext, proof_key_id, return_to,
             created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      row.stateHash,
      row.browserHash,
      row.proofCiphertext,
      row.proofKeyId,
      row.returnTo,
      row.createdAt,
      row.expiresAt,
    ],
  });
}

/** The sign-in of that state begun by that browser; it is gone then, so that it counts once. */
export async function consumeSignIn(tx: Tx, stateHash: Buffer, browserHash: Buffer): Promise<SignInRow | undefined> {
  const [row] = await tx.query<object>({
    text: 'DELETE FROM sign_in WHERE state_hash = $1 AND browser_hash = $2 RETURNING *',
    values: [stateHash, browserHash],
  });
  return row && decode<SignInRow>(row);
}

export async function insertSession(
  tx: Tx,
  row: Pick<RefreshSessionRow, 'sessionId' | 'humanId' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  await tx.query({
    text: 'INSERT INTO refresh_session (session_id, human_id, created_at, expires_at) VALUES ($1, $2, $3, $4)',
    values: [row.sessionId, row.humanId, row.createdAt, row.expiresAt],
  });
}

export async function insertToken(tx: Tx, row: Omit<RefreshTokenRow, 'rotatedAt'>): Promise<void> {
  await tx.query({
    text: 'INSERT INTO refresh_token (token_hash, session_id, created_at) VALUES ($1, $2, $3)',
    values: [row.tokenHash, row.sessionId, row.createdAt],
  });
}

/** The token as it stands, nothing locked. */
export async function findToken(db: Db, tokenHash: Buffer): Promise<RefreshTokenRow | undefined> {
  const [row] = await db.query<object>({
    name: 'refresh_token_by_hash',
    text: 'SELECT * FROM refresh_token WHERE token_hash = $1',
    values: [tokenHash],
  });
  return row && decode<RefreshTokenRow>(row);
}

/** A session and whose it is. */
export type SessionWithAccount = RefreshSessionRow &
  Pick<HumanRow, 'provider' | 'subject'> & { readonly accountClosedAt: Date | null };

const NAMED = `s.*, h.provider, h.subject, h.closed_at AS account_closed_at
  FROM refresh_session s JOIN human h USING (human_id) WHERE s.session_id = $1`;

export async function findSession(db: Db, sessionId: string): Promise<SessionWithAccount | undefined> {
  const [row] = await db.query<object>({
    name: 'refresh_session_by_id',
    text: `SELECT ${NAMED}`,
    values: [sessionId],
  });
  return row && decode<SessionWithAccount>(row);
}

/** Whom the human looks after, oldest first. */
export async function bindingsOfHuman(
  db: Db,
  humanId: string,
): Promise<{ readonly principalId: string; readonly role: BindingRole }[]> {
  const rows = await db.query<object>({
    name: 'bindings_of_human',
    text: 'SELECT principal_id, role FROM binding WHERE human_id = $1 ORDER BY binding_id',
    values: [humanId],
  });
  return decodeAll(rows);
}

/** The session, locked: its token is rotated once, whoever shows it at the same time. */
export async function lockSession(tx: Tx, sessionId: string): Promise<SessionWithAccount | undefined> {
  const [row] = await tx.query<object>({
    name: 'refresh_session_lock',
    text: `SELECT ${NAMED} FOR NO KEY UPDATE OF s`,
    values: [sessionId],
  });
  return row && decode<SessionWithAccount>(row);
}

export async function rotateToken(tx: Tx, old: Buffer, next: Omit<RefreshTokenRow, 'rotatedAt'>): Promise<void> {
  await tx.query({ text: 'UPDATE refresh_token SET rotated_at = $2 WHERE token_hash = $1', values: [old, tx.now] });
  await insertToken(tx, next);
}

export async function extendSession(tx: Tx, sessionId: string, expiresAt: Date): Promise<void> {
  await tx.query({
    text: 'UPDATE refresh_session SET expires_at = $2 WHERE session_id = $1',
    values: [sessionId, expiresAt],
  });
}

/** Ends a session, once: the first reason stays. */
export async function endSession(tx: Tx, sessionId: string, reason: 'signed_out' | 'reused'): Promise<void> {
  await tx.query({
    text: `UPDATE refresh_session SET ended_at = $2, ended_reason = $3 WHERE session_id = $1 AND ended_at IS NULL`,
    values: [sessionId, tx.now, reason],
  });
}

/** Closes an account and ends its sessions; false when it is not there or closed already. Nothing else is touched. */
export async function closeHuman(tx: Tx, provider: string, subject: string): Promise<boolean> {
  const [human] = await tx.query<{ human_id: string }>({
    text: `UPDATE human SET closed_at = $3 WHERE provider = $1 AND subject = $2 AND closed_at IS NULL RETURNING human_id`,
    values: [provider, subject, tx.now],
  });
  if (!human) return false;
  await tx.query({
    text: `UPDATE refresh_session SET ended_at = $2, ended_reason = 'account_closed'
           WHERE human_id = $1 AND ended_at IS NULL`,
    values: [human.human_id, tx.now],
  });
  return true;
}

/** Opens a closed account again; the sessions it had stay ended. */
export async function reopenHuman(tx: Tx, provider: string, subject: string): Promise<boolean> {
  const rows = await tx.query({
    text: `UPDATE human SET closed_at = NULL WHERE provider = $1 AND subject = $2 AND closed_at IS NOT NULL
           RETURNING human_id`,
    values: [provider, subject],
  });
  return rows.length > 0;
}

/** Forgets what is over: sign-ins nobody came back from, sessions past their end, keys whose last JWT is over. */
export async function deleteExpiredSessions(tx: Tx, sessionsEndedBefore: Date, limit: number): Promise<number> {
  const forget = (table: string, key: string, where: string, at: Date) =>
    tx.query({
      text: `DELETE FROM ${table} WHERE ${key} IN (
               SELECT ${key} FROM ${table} WHERE ${where} <= $1 LIMIT $2) RETURNING ${key}`,
      values: [at, limit],
    });
  const signIns = await forget('sign_in', 'state_hash', 'expires_at', tx.now);
  const sessions = await forget('refresh_session', 'session_id', 'expires_at', sessionsEndedBefore);
  const keys = await forget('session_key', 'key_id', 'served_until', tx.now);
  return Math.max(signIns.length, sessions.length, keys.length);
}
