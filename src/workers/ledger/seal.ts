import { sealJournals } from '../../ledger/proofs/seals';
import type { Database } from '../../database/transactions/database';
import type { Task } from '../runner';

// What is not sealed yet could still be changed unseen; a block more often would make chains longer to verify.
const POLL_INTERVAL_MS = 5_000;
// A proof names the neighbours on the way up a block's tree: twelve at this size.
const BLOCK = 4_096;

/** Seals journals in blocks (ledger.md §4), beside the money and never in its way. */
export function ledgerSeal(store: Database): Task {
  return {
    name: 'ledger-seal',
    pollIntervalMs: POLL_INTERVAL_MS,
    run: async () => (await store.inTransaction((tx) => sealJournals(tx, BLOCK))) === BLOCK,
  };
}
