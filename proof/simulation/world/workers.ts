import type { Task } from '../../../src/workers/runner';
import { deferredPostings } from '../../../src/workers/ledger/deferred-postings';
import { ledgerInvariantCheck } from '../../../src/workers/ledger/invariant-check';
import { ledgerSeal } from '../../../src/workers/ledger/seal';
import { listingExpiry, proposalExpiry } from '../../../src/workers/proposal-expiry';
import { outboxRelay } from '../../../src/workers/outbox-relay';
import { settleSweep } from '../../../src/workers/settle-sweep';
import type { World } from './virtual-service';

const MINUTE = 60;
// Interval that the specification promises for the settle sweep.
const EVERY = 5 * MINUTE;
const TICKS_AN_HOUR = 12;
const TICKS_A_DAY = 288;

/** The service's own workers on virtual time. */
export interface Workers {
  /** Runs what must be done once more before the ledger is read. */
  finish(): Promise<void>;
}

/**
 * Settles due trades and numbers new events every five minutes, then calls `news`. Other tasks run every hour, the
 * audit once a day. The workers stop when `idle` returns true.
 */
export function startWorkers(world: World, news: () => Promise<void>, idle: () => Promise<boolean>): Workers {
  const { store, services } = world;
  const settle = settleSweep(store, services);
  const relay = outboxRelay(store, 'simulated');
  const hourly = [proposalExpiry(store, services), listingExpiry(store), deferredPostings(store), ledgerSeal(store)];
  const daily = [ledgerInvariantCheck(store, services.log)];
  const tick = async (count: number): Promise<void> => {
    await whole(settle);
    if (count % TICKS_AN_HOUR === 0) for (const task of hourly) await whole(task);
    if (count % TICKS_A_DAY === 0) for (const task of daily) await whole(task);
    if (services.woken.relay) {
      services.woken.relay = false;
      await whole(relay);
      await news();
    }
    if (count % TICKS_AN_HOUR !== 0 || !(await idle())) world.after(EVERY, () => tick(count + 1));
  };
  world.after(EVERY, () => tick(1));
  return {
    finish: async () => {
      for (const task of [...hourly, ...daily]) await whole(task);
    },
  };
}

/** Repeats a task until it finds nothing more to do. */
async function whole(task: Task): Promise<void> {
  while (await task.run());
}
