import { type FindOptionsWhere, IsNull, Not } from 'typeorm';
import { HumanRow } from '../entities/party';
import { executeReturning, repository } from '../entities/repository';
import { RefreshSessionRow, RefreshTokenRow, SignInRow } from '../entities/session';
import { decode } from '../sql/codec';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** Pending sign-ins, refresh sessions and their tokens. */

export async function insertSignIn(tx: Tx, row: SignInRow): Promise<void> {
  await repository(tx, SignInRow).insert(row);
}

/** Deletes and returns the sign-in that this browser began with this state, so that it works once. */
export async function consumeSignIn(tx: Tx, stateHash: Buffer, browserHash: Buffer): Promise<SignInRow | undefined> {
  const [row] = await executeReturning<object>(
    repository(tx, SignInRow).createQueryBuilder().delete().where({ stateHash, browserHash }).returning('*'),
  );
  return row && decode<SignInRow>(row);
}

export async function insertSession(
  tx: Tx,
  row: Pick<RefreshSessionRow, 'sessionId' | 'humanId' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  await repository(tx, RefreshSessionRow).insert(row);
}

export async function insertToken(tx: Tx, row: Omit<RefreshTokenRow, 'rotatedAt'>): Promise<void> {
  await repository(tx, RefreshTokenRow).insert(row);
}

/** Finds a token without a lock. */
export async function findToken(db: Db, tokenHash: Buffer): Promise<RefreshTokenRow | undefined> {
  return (await repository(db, RefreshTokenRow).findOneBy({ tokenHash })) ?? undefined;
}

/** A session with the account of its human. */
export type SessionWithAccount = Omit<RefreshSessionRow, 'human'> &
  Pick<HumanRow, 'provider' | 'subject'> & { readonly accountClosedAt: Date | null };

export async function findSession(db: Db, sessionId: string): Promise<SessionWithAccount | undefined> {
  return withAccount(
    await repository(db, RefreshSessionRow).find({ where: { sessionId }, relations: { human: true } }),
  );
}

/** Locks the session, so that concurrent requests rotate its token once. */
export async function lockSignInSession(tx: Tx, sessionId: string): Promise<SessionWithAccount | undefined> {
  const rows = await repository(tx, RefreshSessionRow).find({
    where: { sessionId },
    relations: { human: true },
    lock: { mode: 'for_no_key_update', tables: ['refresh_session'] },
  });
  return withAccount(rows);
}

function withAccount([row]: RefreshSessionRow[]): SessionWithAccount | undefined {
  if (!row?.human) return undefined;
  const { human, ...session } = row;
  return { ...session, provider: human.provider, subject: human.subject, accountClosedAt: human.closedAt };
}

export async function rotateToken(tx: Tx, tokenHash: Buffer, next: Omit<RefreshTokenRow, 'rotatedAt'>): Promise<void> {
  await repository(tx, RefreshTokenRow).update({ tokenHash }, { rotatedAt: tx.realNow });
  await insertToken(tx, next);
}

export async function extendSession(tx: Tx, sessionId: string, expiresAt: Date): Promise<void> {
  await repository(tx, RefreshSessionRow).update({ sessionId }, { expiresAt });
}

/** Ends a session. If it has ended, its first reason stays. */
export async function endSession(tx: Tx, sessionId: string, reason: 'signed_out' | 'reused'): Promise<void> {
  const ended = { endedAt: tx.realNow, endedReason: reason };
  await repository(tx, RefreshSessionRow).update({ sessionId, endedAt: IsNull() }, ended);
}

/** Closes an account and ends its sessions. Returns false if it is unknown or closed. */
export async function closeHuman(tx: Tx, provider: string, subject: string): Promise<boolean> {
  const humanId = await setClosedAt(tx, { provider, subject, closedAt: IsNull() }, tx.realNow);
  if (humanId === undefined) return false;
  const ended = { endedAt: tx.realNow, endedReason: 'account_closed' };
  await repository(tx, RefreshSessionRow).update({ humanId, endedAt: IsNull() }, ended);
  return true;
}

/** Opens a closed account. Its earlier sessions stay ended. */
export async function reopenHuman(tx: Tx, provider: string, subject: string): Promise<boolean> {
  return (await setClosedAt(tx, { provider, subject, closedAt: Not(IsNull()) }, null)) !== undefined;
}

async function setClosedAt(
  tx: Tx,
  where: FindOptionsWhere<HumanRow>,
  closedAt: Date | null,
): Promise<string | undefined> {
  const rows = await executeReturning<{ human_id: string }>(
    repository(tx, HumanRow).createQueryBuilder().update().set({ closedAt }).where(where).returning('human_id'),
  );
  return rows[0]?.human_id;
}
