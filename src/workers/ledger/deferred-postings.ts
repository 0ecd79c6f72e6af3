import { foldDeferredPostings } from '../../ledger/ledger';
import type { Database } from '../../database/transactions/database';
import { batchTask } from '../batch-task';
import type { Task } from '../runner';

// Only the audit and operators read the platform's balances, so a delay of a second is acceptable.
const POLL_INTERVAL_MS = 1_000;
const BATCH = 1_000;

/** Adds deferred postings to the balances of the platform's accounts (docs/concepts/ledger.md). */
export function deferredPostings(store: Database): Task {
  return batchTask(store, { name: 'ledger-fold', pollIntervalMs: POLL_INTERVAL_MS, size: BATCH }, foldDeferredPostings);
}
