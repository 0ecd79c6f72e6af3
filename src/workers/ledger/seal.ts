import { seal } from '../../ledger/proofs/seals';
import type { Store } from '../../database/transactions/database';
import type { Task } from '../runner';

// What is not sealed yet could still be changed unseen; a block more often would make chains longer to verify.
const EVERY_MS = 5_000;
// A proof names the neighbours on the way up a block's tree: twelve at this size.
const BLOCK = 4_096;

/** Seals journals in blocks (ledger.md §4), beside the money and never in its way. */
export function ledgerSeal(store: Store): Task {
  return {
    name: 'ledger-seal',
    everyMs: EVERY_MS,
    run: async () => (await store.inTransaction((tx) => seal(tx, BLOCK))) === BLOCK,
  };
}
