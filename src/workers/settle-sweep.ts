import type { Services } from '../operations/context';
import { settleDueTrade } from '../operations/commands/settle';
import { dueTrades, quarantineTrade, type DueTrade } from '../database/repositories/trade-queue';
import { isContention, isTransient } from '../database/connection/transient';
import type { Database } from '../database/transactions/database';
import type { Task } from './runner';

const BATCH = 100;
// Trades settled at once, on as many connections: one after the other, the worker falls behind what 16 callers confirm.
const CONCURRENCY = 4;
// A sweep for each checkpoint that is confirmed would read the queue over and over.
const MIN_INTERVAL_MS = 20;
// A party that is never idle must not keep its trades from being settled: what is overdue for so long waits its turn.
const OVERDUE_MS = 60_000;
const QUARANTINE_AFTER_MS = 2_000;

/** The settle worker (settlement.md §2): any number of them may run. */
export interface SettleSweep extends Task {
  /** Since the start of the process. */
  readonly counts: { settled: number; passedSteps: number; setAside: number };
}

interface Due extends DueTrade {
  readonly now: Date;
}

/** Settles what is due, one transaction a trade and a few at a time, through the whole queue once. */
export function settleSweep(store: Database, services: Services): SettleSweep {
  const counts = { settled: 0, passedSteps: 0, setAside: 0 };
  return {
    name: 'settle',
    pollIntervalMs: services.settings.settleSweepSeconds * 1000,
    minIntervalMs: MIN_INTERVAL_MS,
    counts,
    async run() {
      const now = await store.now();
      // By place in the queue, not from its head again: a trade that another worker holds is passed by.
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

/** Does the work on all items, in their order and a few at a time; after a failure nothing more is begun. */
async function forEachConcurrent<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      try {
        await work(item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason as Error;
}

async function settleOne(store: Database, services: Services, counts: SettleSweep['counts'], due: Due): Promise<void> {
  try {
    await settleOrQuarantine(store, services, counts, due);
  } catch (error) {
    if (!isContention(error)) throw error;
    // Whoever is in its way says nothing of the others, which go on; the next sweep comes to it again.
    services.log.warn(
      { tradeId: due.tradeId, err: error },
      'a due trade was passed by: others are at work on what it needs',
    );
  }
}

async function settleOrQuarantine(
  store: Database,
  services: Services,
  counts: SettleSweep['counts'],
  { tradeId, dueAt, now }: Due,
): Promise<void> {
  const waitMs = now.getTime() - dueAt.getTime() > OVERDUE_MS ? QUARANTINE_AFTER_MS : undefined;
  try {
    const did = await store.inTransaction((tx) => settleDueTrade({ tx, services }, tradeId, waitMs));
    if (did === 'settled') counts.settled += 1;
    if (did === 'passed_step') counts.passedSteps += 1;
    if (did === 'settled' || did === 'passed_step') services.metrics.tradeSwept(did);
  } catch (error) {
    // A database that is away says nothing of the trade: the whole sweep fails and comes back.
    if (isTransient(error)) throw error;
    counts.setAside += 1;
    services.metrics.tradeSwept('set_aside');
    services.log.error({ tradeId, err: error }, 'the settlement of a trade failed; the trade is set aside');
    const told = error instanceof Error ? error.message : String(error);
    await store.inTransaction((tx) => quarantineTrade(tx, { tradeId, dueAt }, told, tx.now));
  }
}
