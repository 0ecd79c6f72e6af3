import { fold } from '../../ledger/ledger';
import type { Store } from '../../database/transactions/database';
import type { Task } from '../runner';

// The platform's balances are read by the audit and the operators only; a second behind is soon enough (ledger.md §3).
const EVERY_MS = 1_000;
const BATCH = 1_000;

/** Folds what trades left for the platform's accounts into their balances. */
export function ledgerFold(store: Store): Task {
  return {
    name: 'ledger-fold',
    everyMs: EVERY_MS,
    run: async () => (await store.inTransaction((tx) => fold(tx, BATCH))) >= BATCH,
  };
}
