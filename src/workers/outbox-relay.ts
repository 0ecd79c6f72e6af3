import { assignFreeSequences, assignSequences } from '../database/events/event-log';
import { releaseLease, isLeaseHeld, acquireLease } from '../database/connection/leases';
import { sqlState } from '../database/connection/failures';
import { isContention } from '../database/connection/transient';
import type { Database, Tx } from '../database/transactions/database';
import type { Task } from './runner';

const LEASE = 'relay';
// Longer than any batch. After this time another process replaces a relay that died.
const LEASE_SECONDS = 5;
const POLL_INTERVAL_MS = 500;
// Collects the commits of 20 ms, because a transaction for each commit would cost more than the wait.
const MIN_INTERVAL_MS = 20;
const MAX_BATCH = 500;
// Shorter than the lease. An event can have thousands of deliveries, so a batch can be too large for any fixed time.
const BATCH_STATEMENT_MS = 2_000;
const QUERY_CANCELED = '57014';
// A request locks endpoints in the order of its fields, so a wait for one can be a deadlock. It costs less than the
// second after which PostgreSQL would end it.
const BATCH_LOCK_MS = 200;
// After a wait that failed, the relay waits for no rows of parties for this time. Then one batch waits again, so that a
// party whose rows are nearly always locked gets its events too.
const SKIP_LOCKED_MS = 1_000;
const SKIP_LOCKED_POLL_MS = 50;

/**
 * Assigns sequence numbers to committed events (docs/concepts/events.md).
 * A lease allows one relay at a time, so that events of earlier commits get lower numbers. Within a batch the order is
 * the order of writing, which for a trade is the order of its changes. Two relays for a short time would keep
 * this order, and leave no gaps and duplicates: see `assignSequences`.
 * After a timeout the next batch has half the events. After each success it may have twice as many again.
 * A request can lock an endpoint of a principal. Then the relay leaves out the events of this principal for a while.
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
  let batch = MAX_BATCH;
  const locked = new LockedPrincipals();
  const assign = (token: bigint): Promise<boolean> =>
    store.inTransaction(async (tx) => {
      // The lease may have expired if this process was suspended, so the database checks it.
      if (await isLeaseHeld(tx, LEASE, token)) {
        await limitWaits(tx, batch);
        return locked.assign(tx, batch, onDeliveries);
      }
      lease = undefined;
      return true;
    });
  return {
    name: 'relay',
    get pollIntervalMs() {
      return locked.areSkipped ? SKIP_LOCKED_POLL_MS : POLL_INTERVAL_MS;
    },
    minIntervalMs: MIN_INTERVAL_MS,
    isRemote: () => lease === undefined,
    async run() {
      const token = await renewLease();
      if (token === undefined) return false;
      try {
        const hasMore = await assign(token);
        batch = Math.min(batch * 2, MAX_BATCH);
        return hasMore;
      } catch (error) {
        // A request or another relay has the locks: poll.
        if (isContention(error) && sqlState(error) !== QUERY_CANCELED) return false;
        if (batch === 1 || sqlState(error) !== QUERY_CANCELED) throw error;
        batch = Math.floor(batch / 2);
        return true;
      }
    },
    onStop: () => releaseLease(store, LEASE, holder),
  };
}

/** Numbers batches of events, and leaves out principals with locked rows for a while. */
class LockedPrincipals {
  private skipUntil = 0;
  /** They are left out until the relay has read all other events, so that their events do not fill each batch. */
  private postponed: readonly string[] = [];

  get areSkipped(): boolean {
    return performance.now() < this.skipUntil;
  }

  /** Returns whether there may be more events. After a wait that failed, the transaction is repeated: then it skips. */
  async assign(tx: Tx, batch: number, onDeliveries?: () => void): Promise<boolean> {
    if (this.areSkipped) return this.assignFree(tx, batch, onDeliveries);
    try {
      return (await assignSequences(tx, batch, onDeliveries)) === batch;
    } catch (error) {
      if (isContention(error)) {
        this.skipUntil = performance.now() + SKIP_LOCKED_MS;
        this.postponed = [];
      }
      throw error;
    }
  }

  private async assignFree(tx: Tx, batch: number, onDeliveries?: () => void): Promise<boolean> {
    const { count, held } = await assignFreeSequences(tx, batch, this.postponed, onDeliveries);
    const isFull = count === batch;
    this.postponed = isFull ? [...this.postponed, ...held] : [];
    return isFull;
  }
}

async function limitWaits(tx: Tx, batch: number): Promise<void> {
  const locks = `SET LOCAL lock_timeout = ${String(BATCH_LOCK_MS)}`;
  // One event cannot be split, so it has the whole time of a worker.
  const statements = batch === 1 ? '' : `; SET LOCAL statement_timeout = ${String(BATCH_STATEMENT_MS)}`;
  await tx.query({ text: locks + statements });
}
