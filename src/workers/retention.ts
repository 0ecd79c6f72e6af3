import { addSeconds } from '../domain/time';
import { updateLastUsedAt } from '../database/repositories/credentials';
import { deleteExpiredAnswers, deleteExpiredSessions, deleteOldDeliveries } from '../database/repositories/retention';
import { deleteOldUsage } from '../database/repositories/usage';
import type { Database } from '../database/transactions/database';
import { batchTask } from './batch-task';
import type { Task } from './runner';

const RETENTION = { pollIntervalMs: 60_000, size: 1_000 };
// `last_used_at` is accurate to the minute, so a few writes a minute are enough.
const LAST_USED_INTERVAL_MS = 15_000;

/** Deletes expired responses of idempotency keys (docs/concepts/idempotency.md), and old usage counts. */
export function idempotencyRetention(store: Database): Task {
  return batchTask(store, { name: 'housekeeping', ...RETENTION }, async (tx, size) => {
    await deleteOldUsage(tx);
    return deleteExpiredAnswers(tx, tx.now, size);
  });
}

// A session and the reason of its end stay readable for 30 days.
const SESSION_RETENTION_SECONDS = 30 * 86_400;

/** Deletes abandoned sign-ins, old sessions and keys without valid JWTs (docs/guides/sign-in.md). */
export function sessionRetention(store: Database): Task {
  return batchTask(store, { name: 'session-housekeeping', ...RETENTION }, (tx, size) =>
    deleteExpiredSessions(tx, addSeconds(tx.realNow, -SESSION_RETENTION_SECONDS), size),
  );
}

/** The delivery log is readable for 30 days. */
const DELIVERY_RETENTION_SECONDS = 30 * 86_400;

/** Deletes deliveries that ended 30 days ago. */
export function webhookRetention(store: Database): Task {
  return batchTask(store, { name: 'webhook-housekeeping', ...RETENTION }, (tx, size) =>
    deleteOldDeliveries(tx, addSeconds(tx.now, -DELIVERY_RETENTION_SECONDS), size),
  );
}

/** Writes `last_used_at` of credentials; runs in the process that serves requests. */
export function credentialUse(store: Database, authenticator: { drainLastUsed(): Map<string, Date> }): Task {
  const write = async (): Promise<void> => {
    const lastUsed = authenticator.drainLastUsed();
    if (lastUsed.size > 0) await store.inTransaction((tx) => updateLastUsedAt(tx, lastUsed));
  };
  return {
    name: 'credential-use',
    pollIntervalMs: LAST_USED_INTERVAL_MS,
    run: async () => {
      await write();
      return false;
    },
    onStop: write,
  };
}
