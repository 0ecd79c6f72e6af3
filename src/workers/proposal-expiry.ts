import type { Services } from '../operations/context';
import { expireProposal } from '../operations/expire';
import { closeExpiredListings, expiredProposals } from '../store/due';
import type { Store } from '../store/tx';
import type { Task } from './runner';

// Callers are refused at the instant of expiry, worker or not (contract §7): the rows may follow a little later.
const EVERY_MS = 5_000;
const BATCH = 200;

/** Ends proposals past their time, one transaction each, and tells their participants. */
export function proposalExpiry(store: Store, services: Services): Task {
  return {
    name: 'proposal-expiry',
    everyMs: EVERY_MS,
    async run() {
      const ids = await expiredProposals(store, await store.now(), BATCH);
      let expired = 0;
      for (const id of ids) {
        if (await store.inTransaction((tx) => expireProposal({ tx, services }, id))) expired += 1;
      }
      // A full batch of which none could be had is in other hands: no use in asking again at once.
      return ids.length === BATCH && expired > 0;
    },
  };
}

/** Closes listings past their time. */
export function listingExpiry(store: Store): Task {
  return {
    name: 'listing-expiry',
    everyMs: EVERY_MS,
    async run() {
      return (await store.inTransaction((tx) => closeExpiredListings(tx, tx.now, BATCH))) === BATCH;
    },
  };
}
