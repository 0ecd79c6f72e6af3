import { setTimeout as sleep } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';
import { DatabaseUnusable } from './connection-error';
import { sqlState } from './failures';

/**
 * Repeats a change of the schema while another session holds a lock that it needs.
 *
 * An audit or a dump holds a lock on each table and view that it has read, until its end. A change that waits for one makes all
 * later statements on that table wait too, so requests would fail. So a change gives its lock up soon and tries again later.
 */

/** `lock_timeout` of the session that changes the schema. A request waits for its locks for longer. */
export const SCHEMA_LOCK_MS = 2_000;

const PAUSE_MS = 5_000;
const ATTEMPTS = 60;

/** The notice for operators while a change waits. */
export const LOCK_NOTICE =
  'another session, such as an audit or a dump, holds a lock that the change of the schema needs: it is tried again for seven minutes';

export interface LockWait {
  /** Called before the first pause. */
  readonly onWait?: () => void;
  readonly pauseMs?: number;
}

/** The advisory lock of migrations. A second process waits for it without a limit, and then finds nothing to do. */
export const MIGRATION_LOCK = `SET lock_timeout = 0; SELECT pg_advisory_lock(hashtext('agent-trading-service migrations'));
  SET lock_timeout = ${String(SCHEMA_LOCK_MS)}`;

/** @throws DatabaseUnusable if the lock is still held after the last attempt, some seven minutes later */
export async function retryWhileLocked<T>(
  change: () => Promise<T>,
  { onWait = () => undefined, pauseMs = PAUSE_MS }: LockWait,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (attempt === ATTEMPTS)
        throw new DatabaseUnusable(
          'another session still holds a lock that the change of the schema needs: wait until audits and dumps have ended, then run ats migrate again',
          error,
        );
      if (attempt === 1) onWait();
      await sleep(pauseMs);
    }
  }
}

function isLocked(error: unknown): boolean {
  const inner = error instanceof QueryFailedError ? (error.driverError as unknown) : error;
  if (sqlState(inner) === '55P03') return true;
  return inner instanceof Error && inner.cause !== undefined && isLocked(inner.cause);
}
