import { keyOf } from '../domain/keys';
import type { Services } from '../operations/context';
import { expireProposal } from '../operations/commands/expire';
import { closeExpiredListings } from '../database/repositories/listings';
import { type ExpiredProposal, expiredProposals } from '../database/repositories/proposal-queue';
import { isContention, isTransient } from '../database/connection/transient';
import type { Database } from '../database/transactions/database';
import { batchTask } from './batch-task';
import type { Task } from './runner';

// Calls are refused from the instant of expiry, so the rows may change a few seconds later.
const POLL_INTERVAL_MS = 5_000;
const BATCH = 200;

/**
 * Expires all due proposals, one transaction each, and emits their events.
 * @param openUntil until when the service was open: a later expiry may still move
 */
export function proposalExpiry(
  store: Database,
  services: Services,
  openUntil: () => Promise<Date | null> = () => store.now(),
): Task {
  return {
    name: 'proposal-expiry',
    pollIntervalMs: POLL_INTERVAL_MS,
    async run() {
      const until = await openUntil();
      if (until === null) return false;
      const failures: unknown[] = [];
      // Pages continue after the last row, so that a proposal that fails or is locked is retried in the next run.
      let last: ExpiredProposal | undefined;
      for (;;) {
        const batch = await expiredProposals(store, until, last, BATCH);
        for (const { proposalId } of batch) {
          await store
            .inTransaction((tx) => expireProposal({ tx, services }, proposalId, 'skip'))
            .catch((error: unknown) => {
              if (isContention(error)) {
                services.log.warn(
                  { proposalKey: keyOf('prp', proposalId), err: error },
                  'skipped a due proposal that another transaction locks',
                );
                return;
              }
              // If the database is unavailable, the proposal is not the cause: the run fails and is retried.
              if (isTransient(error)) throw error;
              services.log.error(
                { proposalKey: keyOf('prp', proposalId), err: error },
                'could not expire a due proposal',
              );
              failures.push(error);
            });
        }
        last = batch.at(-1);
        if (batch.length < BATCH) break;
      }
      if (failures.length > 0) throw failures[0];
      return false;
    },
  };
}

/** Closes expired listings. */
export function listingExpiry(store: Database): Task {
  return batchTask(store, { name: 'listing-expiry', pollIntervalMs: POLL_INTERVAL_MS, size: BATCH }, (tx, size) =>
    closeExpiredListings(tx, tx.now, size),
  );
}
