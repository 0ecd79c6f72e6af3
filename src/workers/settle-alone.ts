import { keyOf } from '../domain/keys';
import type { Services } from '../operations/context';
import { settleDueTrade, type SweepResult } from '../operations/commands/settle';
import { quarantineTrade, type DueTrade } from '../database/repositories/trade-queue';
import { isContention, isTransient } from '../database/connection/transient';
import type { Database } from '../database/transactions/database';

/** Counts of the sweeps since the start of the process. */
export interface SweepCounts {
  settled: number;
  passedSteps: number;
  quarantined: number;
}

/** Counts and logs what a sweep did to a due trade. */
export function report(services: Services, counts: SweepCounts, { tradeId }: DueTrade, outcome: SweepResult): void {
  if (outcome === 'settled') counts.settled += 1;
  if (outcome === 'passed_step') counts.passedSteps += 1;
  if (outcome !== 'settled' && outcome !== 'passed_step') return;
  services.metrics.tradeSwept(outcome);
  const text = outcome === 'settled' ? 'settled a due trade' : 'passed the due step of a trade';
  services.log.info({ tradeKey: keyOf('trd', tradeId), outcome }, text);
}

/**
 * Settles a due trade in its own transaction, or quarantines it.
 * @param waitMs how long to wait for each of its locks. Default: it skips a locked trade, and waits briefly for principals
 * @returns false if another transaction has its locks
 */
export async function settleAlone(
  store: Database,
  services: Services,
  counts: SweepCounts,
  due: DueTrade,
  waitMs?: number,
): Promise<boolean> {
  try {
    return await settleOrQuarantine(store, services, counts, due, waitMs);
  } catch (error) {
    if (!isContention(error)) throw error;
    // The next sweep retries the trade; the others continue.
    services.log.warn(
      { tradeKey: keyOf('trd', due.tradeId), err: error },
      'skipped a due trade that another transaction locks',
    );
    return false;
  }
}

async function settleOrQuarantine(
  store: Database,
  services: Services,
  counts: SweepCounts,
  due: DueTrade,
  waitMs: number | undefined,
): Promise<boolean> {
  const { tradeId } = due;
  try {
    const outcome = await store.inTransaction((tx) => settleDueTrade({ tx, services }, tradeId, waitMs));
    report(services, counts, due, outcome);
    return outcome !== 'away';
  } catch (error) {
    // If the database is unavailable, the trade is not the cause: the sweep fails and is retried.
    if (isTransient(error)) throw error;
    services.log.error(
      { tradeKey: keyOf('trd', tradeId), err: error },
      'the settlement of a trade failed; the trade is quarantined, unless it has changed meanwhile',
    );
    const message = error instanceof Error ? error.message : String(error);
    const isQuarantined = await store.inTransaction((tx) => quarantineTrade(tx, due, message, tx.now));
    if (!isQuarantined) return true;
    counts.quarantined += 1;
    services.metrics.tradeSwept('set_aside');
    return true;
  }
}
