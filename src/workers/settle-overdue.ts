import { keyOf } from '../domain/keys';
import type { Services } from '../operations/context';
import type { Database } from '../database/transactions/database';
import type { Task } from './runner';
import { settleAlone } from './settle-alone';
import type { SettleSweep } from './settle-sweep';

// By then every call that came before it has left the queue of the row. A call waits 4 s for a lock, and runs for 5 s.
const LOCK_WAIT_MS = 12_000;

/**
 * Settles the overdue trades that a sweep found locked, one in each run.
 *
 * It waits in the queue of their rows, so a party that holds them again and again cannot prevent its settlement. It is a
 * task of its own, so that no other trade waits too.
 */
export function settleOverdue(
  store: Database,
  services: Services,
  sweep: SettleSweep,
  lockWaitMs = LOCK_WAIT_MS,
): Task {
  const { lockedOverdue, counts } = sweep;
  return {
    name: 'settle-overdue',
    pollIntervalMs: sweep.pollIntervalMs,
    async run() {
      const [due] = lockedOverdue.values();
      if (due === undefined) return false;
      const { tradeId, dueAt } = due;
      const fields = { tradeKey: keyOf('trd', tradeId), dueAt };
      services.log.info(fields, 'waits for an overdue trade that another transaction locks');
      try {
        if (!(await settleAlone(store, services, counts, due, lockWaitMs)))
          services.log.warn(fields, 'an overdue trade is not settled, because other transactions still lock it');
      } finally {
        // The next sweep adds it again, after the others.
        lockedOverdue.delete(tradeId);
      }
      return lockedOverdue.size > 0;
    },
  };
}
