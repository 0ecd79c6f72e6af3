import { sealJournals } from '../../ledger/proofs/seals';
import type { Database } from '../../database/transactions/database';
import { batchTask } from '../batch-task';
import type { Task } from '../runner';

// A compromise: unsealed journals could be changed unnoticed, but more blocks make verification longer.
const POLL_INTERVAL_MS = 5_000;
// A proof contains the sibling hashes of a block's Merkle tree: twelve for this size.
const BLOCK = 4_096;

/** Seals journals in blocks (docs/concepts/ledger.md), without delaying ledger writes. */
export function ledgerSeal(store: Database): Task {
  return batchTask(store, { name: 'ledger-seal', pollIntervalMs: POLL_INTERVAL_MS, size: BLOCK }, sealJournals);
}
