import { foldDeferredPostings } from '../../ledger/ledger';
import type { Database } from '../../database/transactions/database';
import type { Task } from '../runner';

// The platform's balances are read by the audit and the operators only; a second behind is soon enough (ledger.md §3).
const POLL_INTERVAL_MS = 1_000;
const BATCH = 1_000;

/** Folds what trades left for the platform's accounts into their balances. */
export function deferredPostings(store: Database): Task {
  return {
    name: 'ledger-fold',
    pollIntervalMs: POLL_INTERVAL_MS,
    run: async () => (await store.inTransaction((tx) => foldDeferredPostings(tx, BATCH))) >= BATCH,
  };
}
