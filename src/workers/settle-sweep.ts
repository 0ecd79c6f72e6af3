import { keyOf } from '../domain/keys';
import type { Services } from '../operations/context';
import { settleDueTrade } from '../operations/commands/settle';
import { dueTrades, quarantineTrade, type DueTrade } from '../database/repositories/trade-queue';
import { isContention, isTransient } from '../database/connection/transient';
import type { Database } from '../database/transactions/database';
import type { Task } from './runner';

const BATCH = 100;
// Trades that are settled in parallel, each on its connection; one at a time cannot keep up with 16 callers.
const CONCURRENCY = 4;
// Limits the sweeps, because every confirmed checkpoint wakes the worker.
const MIN_INTERVAL_MS = 20;
// After this time the sweep waits for locks, because a party that is always busy must not block its settlement.
const OVERDUE_MS = 60_000;
const OVERDUE_LOCK_WAIT_MS = 2_000;

/** The settlement worker (docs/concepts/settlement.md); any number of them may run. */
export interface SettleSweep extends Task {
  /** Counts since the start of the process. */
  readonly counts: { settled: number; passedSteps: number; quarantined: number };
}

interface Due extends DueTrade {
  readonly now: Date;
}

/** Settles all due trades, one transaction each and a few in parallel. */
export function settleSweep(store: Database, services: Services): SettleSweep {
  const counts = { settled: 0, passedSteps: 0, quarantined: 0 };
  return {
    name: 'settle',
    pollIntervalMs: services.settings.settleSweepSeconds * 1000,
    minIntervalMs: MIN_INTERVAL_MS,
    counts,
    async run() {
      const now = await store.now();
      // Pages continue after the last row, so that a trade that another worker locks is skipped.
      let last: DueTrade | undefined;
      for (;;) {
        const batch = await dueTrades(store, now, last, BATCH);
        await forEachConcurrent(batch, (due) => settleOne(store, services, counts, { ...due, now }));
        last = batch.at(-1);
        if (batch.length < BATCH) return false;
      }
    },
  };
}

/** Runs work on all items in order, a few in parallel; after a failure it starts no more. */
async function forEachConcurrent<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const runLane = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      try {
        await work(item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, runLane));
  for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
}

async function settleOne(store: Database, services: Services, counts: SettleSweep['counts'], due: Due): Promise<void> {
  try {
    await settleOrQuarantine(store, services, counts, due);
  } catch (error) {
    if (!isContention(error)) throw error;
    // The next sweep retries the trade; the others continue.
    services.log.warn(
      { tradeKey: keyOf('trd', due.tradeId), err: error },
      'skipped a due trade that another transaction locks',
    );
  }
}

async function settleOrQuarantine(
  store: Database,
  services: Services,
  counts: SettleSweep['counts'],
  { tradeId, dueAt, now }: Due,
): Promise<void> {
  const waitMs = now.getTime() - dueAt.getTime() > OVERDUE_MS ? OVERDUE_LOCK_WAIT_MS : undefined;
  try {
    const outcome = await store.inTransaction((tx) => settleDueTrade({ tx, services }, tradeId, waitMs));
    if (outcome === 'settled') counts.settled += 1;
    if (outcome === 'passed_step') counts.passedSteps += 1;
    if (outcome !== 'settled' && outcome !== 'passed_step') return;
    services.metrics.tradeSwept(outcome);
    services.log.info({ tradeKey: keyOf('trd', tradeId), outcome }, 'settled a due trade');
  } catch (error) {
    // If the database is unavailable, the trade is not at fault: the sweep fails and is retried.
    if (isTransient(error)) throw error;
    counts.quarantined += 1;
    services.metrics.tradeSwept('set_aside');
    services.log.error(
      { tradeKey: keyOf('trd', tradeId), err: error },
      'the settlement of a trade failed; the trade is quarantined',
    );
    const message = error instanceof Error ? error.message : String(error);
    await store.inTransaction((tx) => quarantineTrade(tx, { tradeId, dueAt }, message, tx.now));
  }
}
