import { MoreThan } from 'typeorm';
import { repository } from '../entities/repository';
import { SessionKeyRow } from '../entities/session';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** Keys that sign the JWTs of sessions. Rows are inserted and deleted, never updated. */

export type ServedKey = Pick<SessionKeyRow, 'keyId' | 'publicKey'>;

const NEWEST_FIRST = { createdAt: 'DESC', keyId: 'DESC' } as const;

/** Every key that may verify a JWT, newest first. */
export async function servedKeys(db: Db, now: Date): Promise<ServedKey[]> {
  return repository(db, SessionKeyRow).find({
    select: { keyId: true, publicKey: true },
    where: { servedUntil: MoreThan(now) },
    order: NEWEST_FIRST,
  });
}

/** The key that signs now. */
export async function signingKey(db: Db, now: Date): Promise<SessionKeyRow | undefined> {
  const keys = repository(db, SessionKeyRow);
  return (await keys.findOne({ where: { signsUntil: MoreThan(now) }, order: NEWEST_FIRST })) ?? undefined;
}

/** Serializes the creation of keys, so that two first sign-ins share one. */
export async function lockKeyMaking(tx: Tx): Promise<void> {
  await tx.query({ text: `SELECT pg_advisory_xact_lock(hashtext('agent-trading-service session keys'))` });
}

export async function insertKey(tx: Tx, row: SessionKeyRow): Promise<void> {
  await repository(tx, SessionKeyRow).insert(row);
}
