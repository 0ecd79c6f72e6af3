import { later } from '../domain/session';
import { ATTEMPTS_AT_ONCE, leaseSeconds } from '../domain/webhook';
import type { Services } from '../operations/context';
import type { WebhookSender } from '../operations/ports';
import { acknowledgeAttempts } from '../operations/webhook-attempt';
import { claimDeliveries, type ClaimedDelivery, lookAtOnce, releaseClaims } from '../store/webhook-queue';
import type { Store } from '../store/tx';
import { forgetDeliveries } from '../store/webhooks';
import type { Task } from './runner';
import { Attempts, type Begun } from './webhook-attempts';
import type { EndedAttempts } from './webhook-ended';

/** What another process stamped is found by looking. */
const EVERY_MS = 500;
// Attempts that end in one moment are written together, and what they make room for is claimed together …
const REST_MS = 10;
/** … but where so much was written and claimed at once, as much has ended meanwhile. */
const BUSY = 32;
/** Attempts under way in one process: sockets that wait cost little, so that hundreds of slow endpoints take no place. */
const PLACES = 1024;
/** Endpoints claimed in one transaction; each has up to four deliveries. */
const CLAIMED_AT_ONCE = 64;
/** Half of what that many endpoints may have under way: while this half is written, the other is being sent. */
const WRITTEN_AT_ONCE = (CLAIMED_AT_ONCE * ATTEMPTS_AT_ONCE) / 2;
/** Who is asked to stop waits so long for receivers; what they hold up longer is given back, for others to try. */
const GRACE_MS = 2_000;

/**
 * The delivery of webhooks (events.md §2): claims and acknowledges in batches, in transactions of their own; while an
 * attempt is under way none is open. Any number of processes may do this at once.
 */
export function webhookDelivery(store: Store, services: Services, sender: WebhookSender): Task {
  const attempts = new Attempts(services, sender);
  const lease = leaseSeconds(services.settings.webhookTimeoutSeconds);
  return {
    name: 'webhooks',
    everyMs: EVERY_MS,
    restMs: REST_MS,
    // What has ended is written, and more is claimed, in one transaction; what was claimed before is sent meanwhile.
    async run() {
      const { ended, underWay } = attempts;
      const batch = ended.first(WRITTEN_AT_ONCE);
      const endpoints = Math.min(CLAIMED_AT_ONCE, Math.floor((PLACES - underWay.size) / ATTEMPTS_AT_ONCE));
      const found = await store.inTransaction(async (tx) => {
        const begun: Begun = { attemptedAt: tx.now, begunAt: performance.now() };
        const freed = await acknowledgeAttempts({ tx, services }, batch);
        return { ...begun, ...(await claimDeliveries(tx, endpoints, lease, freed)) };
      });
      // Taken out once they are written: a database that is away for a moment makes no duplicates.
      ended.written(batch);
      for (const claimed of found.claimed) attempts.begin(claimed, found);
      return found.more || ended.size > 0 || batch.length + found.claimed.length >= BUSY;
    },
    async ended() {
      await attempts.allOver(GRACE_MS);
      try {
        await acknowledge(store, services, attempts.ended);
        await giveBack(store, services, attempts.takeBack());
      } finally {
        await sender.stop();
      }
    },
  };
}

async function acknowledge(store: Store, services: Services, ended: EndedAttempts): Promise<void> {
  while (ended.size > 0) {
    const batch = ended.first(WRITTEN_AT_ONCE);
    await store.inTransaction(async (tx) => lookAtOnce(tx, await acknowledgeAttempts({ tx, services }, batch)));
    ended.written(batch);
  }
}

async function giveBack(store: Store, services: Services, held: readonly ClaimedDelivery[]): Promise<void> {
  if (held.length === 0) return;
  await store.inTransaction((tx) => releaseClaims(tx, held));
  services.wake('webhooks');
}

const FORGET_EVERY_MS = 60_000;
const FORGET_BATCH = 1_000;
/** The delivery log is readable for 30 days (events.md §2). */
const KEPT_SECONDS = 30 * 86_400;

/** Forgets deliveries that ended 30 days ago. */
export function webhookHousekeeping(store: Store): Task {
  return {
    name: 'webhook-housekeeping',
    everyMs: FORGET_EVERY_MS,
    run: async () =>
      (await store.inTransaction((tx) => forgetDeliveries(tx, later(tx.now, -KEPT_SECONDS), FORGET_BATCH))) ===
      FORGET_BATCH,
  };
}
