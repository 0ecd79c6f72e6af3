import { addSeconds } from '../domain/time';
import { updateLastUsedAt } from '../database/repositories/credentials';
import { deleteExpiredAnswers, deleteExpiredSessions } from '../database/repositories/retention';
import type { Database } from '../database/transactions/database';
import type { Task } from './runner';

const RETENTION_INTERVAL_MS = 60_000;
const RETENTION_BATCH = 1_000;
// `last_used_at` is minute-coarse (contract §7): a few writes a minute are enough for any number of requests.
const LAST_USE_EVERY_MS = 15_000;

/** Forgets the answers kept for idempotency keys that are past their time (contract §4). */
export function idempotencyRetention(store: Database): Task {
  return {
    name: 'housekeeping',
    pollIntervalMs: RETENTION_INTERVAL_MS,
    run: async () =>
      (await store.inTransaction((tx) => deleteExpiredAnswers(tx, tx.now, RETENTION_BATCH))) === RETENTION_BATCH,
  };
}

// What a session was and why it ended stays readable for a month after its end.
const SESSION_RETENTION_SECONDS = 30 * 86_400;

/** Forgets sign-ins nobody came back from, old sessions, and keys whose last JWT is over (docs/guides/sign-in.md). */
export function sessionRetention(store: Database): Task {
  return {
    name: 'session-housekeeping',
    pollIntervalMs: RETENTION_INTERVAL_MS,
    run: async () =>
      (await store.inTransaction((tx) =>
        deleteExpiredSessions(tx, addSeconds(tx.now, -SESSION_RETENTION_SECONDS), RETENTION_BATCH),
      )) === RETENTION_BATCH,
  };
}

/** Writes when credentials were used; belongs to the process that serves, whose authenticator knows. */
export function credentialUse(store: Database, authenticator: { drainLastUsed(): Map<string, Date> }): Task {
  const write = async (): Promise<void> => {
    const used = authenticator.drainLastUsed();
    if (used.size > 0) await store.inTransaction((tx) => updateLastUsedAt(tx, used));
  };
  return {
    name: 'credential-use',
    pollIntervalMs: LAST_USE_EVERY_MS,
    run: async () => {
      await write();
      return false;
    },
    onStop: write,
  };
}
