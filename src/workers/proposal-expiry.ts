import type { Services } from '../operations/context';
import { expireProposal } from '../operations/commands/expire';
import { closeExpiredListings } from '../database/repositories/listings';
import { type ExpiredProposal, expiredProposals } from '../database/repositories/proposal-queue';
import { isContention, isTransient } from '../database/connection/transient';
import type { Database } from '../database/transactions/database';
import type { Task } from './runner';

// Callers are refused at the instant of expiry, worker or not (contract §7): the rows may follow a little later.
const POLL_INTERVAL_MS = 5_000;
const BATCH = 200;

/** Ends proposals past their time, one transaction each, through the whole queue once, and tells their participants. */
export function proposalExpiry(store: Database, services: Services): Task {
  return {
    name: 'proposal-expiry',
    pollIntervalMs: POLL_INTERVAL_MS,
    async run() {
      const now = await store.now();
      const failures: unknown[] = [];
      // By place in the queue: one that fails, or is in other hands, is passed by and tried again in the next round.
      let last: ExpiredProposal | undefined;
      for (;;) {
        const batch = await expiredProposals(store, now, last, BATCH);
        for (const { proposalId } of batch) {
          await store
            .inTransaction((tx) => expireProposal({ tx, services }, proposalId))
            .catch((error: unknown) => {
              if (isContention(error)) {
                services.log.warn(
                  { proposalId, err: error },
                  'a proposal past its time was passed by: others are at work on it',
                );
                return;
              }
              // A database that is away says nothing of the proposal: the round fails and comes back.
              if (isTransient(error)) throw error;
              services.log.error({ proposalId, err: error }, 'a proposal past its time could not be ended');
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

/** Closes listings past their time. */
export function listingExpiry(store: Database): Task {
  return {
    name: 'listing-expiry',
    pollIntervalMs: POLL_INTERVAL_MS,
    async run() {
      return (await store.inTransaction((tx) => closeExpiredListings(tx, tx.now, BATCH))) === BATCH;
    },
  };
}
