import { assignSequences } from '../database/events/event-log';
import { releaseLease, isLeaseHeld, acquireLease } from '../database/connection/leases';
import type { Database } from '../database/transactions/database';
import type { Task } from './runner';

const LEASE = 'relay';
// Longer than a batch ever takes; a relay that died is followed by another after so long.
const LEASE_SECONDS = 5;
const POLL_INTERVAL_MS = 500;
// Commits of one moment are stamped together: a transaction for each would cost what it saves in waiting.
const MIN_INTERVAL_MS = 20;
const BATCH = 500;

/**
 * The event relay (events.md §1): one at a time by a lease, so that what was committed before a batch is numbered before
 * what comes after it; within one in the order in which they were written, which for one trade is that of its changes. Two
 * relays at once, for a moment, would still number without gap or double: see `stampEvents`.
 * @param holder names this relay among all processes
 * @param deliveries is told when webhooks are to be sent
 */
export function outboxRelay(store: Database, holder: string, deliveries?: () => void): Task {
  let lease: { readonly token: bigint; readonly renewAt: number } | undefined;
  const hold = async (): Promise<bigint | undefined> => {
    if (lease && performance.now() < lease.renewAt) return lease.token;
    const renewAt = performance.now() + (LEASE_SECONDS * 1000) / 3;
    const token = await acquireLease(store, LEASE, holder, LEASE_SECONDS);
    lease = token === undefined ? undefined : { token, renewAt };
    return token;
  };
  return {
    name: 'relay',
    pollIntervalMs: POLL_INTERVAL_MS,
    minIntervalMs: MIN_INTERVAL_MS,
    isRemote: () => lease === undefined,
    async run() {
      const token = await hold();
      if (token === undefined) return false;
      return store.inTransaction(async (tx) => {
        // The database has the last word: this process may have slept since it took the lease.
        if (await isLeaseHeld(tx, LEASE, token)) return (await assignSequences(tx, BATCH, deliveries)) === BATCH;
        lease = undefined;
        return true;
      });
    },
    onStop: () => releaseLease(store, LEASE, holder),
  };
}
