import { assignSequences } from '../database/events/event-log';
import { releaseLease, isLeaseHeld, acquireLease } from '../database/connection/leases';
import type { Database } from '../database/transactions/database';
import type { Task } from './runner';

const LEASE = 'relay';
// Longer than any batch. After this time another process replaces a relay that died.
const LEASE_SECONDS = 5;
const POLL_INTERVAL_MS = 500;
// Collects the commits of 20 ms, because a transaction for each commit would cost more than the wait.
const MIN_INTERVAL_MS = 20;
const BATCH = 500;

/**
 * Assigns sequence numbers to committed events (docs/concepts/events.md).
 * A lease allows one relay at a time, so that events of earlier commits get lower numbers. Within a batch the order is
 * the order of writing, which for a trade is the order of its changes. Two relays for a short time would keep
 * this order, and leave no gaps and duplicates: see `assignSequences`.
 * @param holder identifies this process
 * @param onDeliveries is called when there are webhooks to send
 */
export function outboxRelay(store: Database, holder: string, onDeliveries?: () => void): Task {
  let lease: { readonly token: bigint; readonly renewAt: number } | undefined;
  const renewLease = async (): Promise<bigint | undefined> => {
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
      const token = await renewLease();
      if (token === undefined) return false;
      return store.inTransaction(async (tx) => {
        // The lease may have expired if this process was suspended, so the database checks it.
        if (await isLeaseHeld(tx, LEASE, token)) return (await assignSequences(tx, BATCH, onDeliveries)) === BATCH;
        lease = undefined;
        return true;
      });
    },
    onStop: () => releaseLease(store, LEASE, holder),
  };
}
