import type { Services } from '../operations/context';
import { settleDueTrade } from '../operations/commands/settle';
import { runTogether } from '../database/batching/run-together';
import { dueTrades, type DueTrade } from '../database/repositories/trade-queue';
import type { Database, Tx } from '../database/transactions/database';
import { disjointBatches } from './disjoint-batches';
import { report, settleAlone, type SweepCounts } from './settle-alone';
import type { Task } from './runner';

const PAGE = 100;
// A batch holds the locks of its principals until its commit, so a larger one delays their requests.
const MAX_BATCH = 16;
// Bytes of the facts of a batch. A trade of 32 steps can have 16 MB, which take the event loop seconds.
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
// Batches that are settled in parallel, each on its connection; one at a time cannot keep up with 16 callers.
const CONCURRENCY = 4;
// Limits the sweeps, because every confirmed checkpoint wakes the worker.
const MIN_INTERVAL_MS = 20;
// After this time `settleOverdue` waits for locks, because a party that is always busy must not block its settlement.
const OVERDUE_MS = 60_000;

/** The settlement worker, with what it has done. */
export interface SettleSweep extends Task {
  readonly counts: SweepCounts;
  /** Overdue trades that the sweep found locked, by id. `settleOverdue` takes them from here. */
  readonly lockedOverdue: Map<string, DueTrade>;
}

interface Due extends DueTrade {
  readonly now: Date;
}

/**
 * The settlement worker (docs/concepts/settlement.md); any number of them may run.
 *
 * Due trades without a common principal share a transaction (docs/decisions/0054-batched-settlements.md). A
 * trade that cannot be settled in it is settled alone: its rows are locked, or it or another trade failed. Trades with
 * very long texts are settled one by one after all others.
 * @param openUntil until when the service was open: a later deadline may still move. Null: it is closed
 * @param maxBatchBytes the most bytes of the facts of a batch; a trade with more is large
 */
export function settleSweep(
  store: Database,
  services: Services,
  openUntil: () => Promise<Date | null> = () => store.now(),
  maxBatchBytes = MAX_BATCH_BYTES,
): SettleSweep {
  const maxBatch = services.settings.batching === 'on' ? MAX_BATCH : 1;
  const counts = { settled: 0, passedSteps: 0, quarantined: 0 };
  const lockedOverdue = new Map<string, DueTrade>();
  const settle = async (batch: readonly Due[]): Promise<void> => {
    for (const due of await settleBatch(store, services, counts, batch)) {
      if (due.now.getTime() - due.dueAt.getTime() > OVERDUE_MS) lockedOverdue.set(due.tradeId, due);
    }
  };
  /** Settles all due trades but the large ones, and returns these. */
  const settleUsual = async (): Promise<Due[]> => {
    const now = await store.now();
    const large: Due[] = [];
    // Pages continue after the last row, so that a trade that another worker locks is skipped.
    let last: DueTrade | undefined;
    for (;;) {
      const page = await dueTrades(store, now, last, PAGE);
      const until = page.some(({ isLapse }) => isLapse) ? await openUntil() : now;
      const due = page
        .filter(({ isLapse, dueAt }) => !isLapse || (until !== null && dueAt <= until))
        .map((trade) => ({ ...trade, now }));
      const usual = due.filter(({ bytes }) => bytes <= maxBatchBytes);
      large.push(...due.filter((trade) => !usual.includes(trade)));
      await forEachConcurrent(disjointBatches(usual, maxBatch, maxBatchBytes), settle);
      last = page.at(-1);
      if (page.length < PAGE) return large;
    }
  };
  return {
    name: 'settle',
    pollIntervalMs: services.settings.settleSweepSeconds * 1000,
    minIntervalMs: MIN_INTERVAL_MS,
    counts,
    lockedOverdue,
    async run() {
      for (const trade of await settleUsual()) {
        await settle([trade]);
        // Trades that are due since then do not wait for the other large ones.
        await settleUsual();
      }
      return false;
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

/** Settles trades together, and those that this does not settle one by one. Returns those that are locked. */
async function settleBatch(
  store: Database,
  services: Services,
  counts: SweepCounts,
  batch: readonly Due[],
): Promise<Due[]> {
  const workOf = ({ tradeId }: Due) => ({ run: (tx: Tx) => settleDueTrade({ tx, services }, tradeId) });
  const outcomes = batch.length === 1 ? [] : await runTogether(store, batch.map(workOf));
  const left: Due[] = [];
  for (const [at, due] of batch.entries()) {
    const outcome = outcomes[at];
    if (outcome?.status === 'fulfilled') report(services, counts, due, outcome.value);
    else left.push(due);
  }
  const locked: Due[] = [];
  for (const due of left) if (!(await settleAlone(store, services, counts, due))) locked.push(due);
  return locked;
}
