import { later } from '../../domain/sessions/session';
import { ATTEMPTS_AT_ONCE, leaseSeconds } from '../../domain/events/webhook';
import type { Services } from '../../operations/context';
import type { WebhookSender } from '../../operations/ports';
import { type EndedAttempt, judgeAttempts } from '../../operations/commands/webhook-attempt';
import { sortOut, takeTurn } from '../../operations/commands/webhook-batch';
import type { Store } from '../../database/transactions/database';
import { releaseClaims } from '../../database/repositories/webhook-queue';
import type { ClaimedDelivery, Turn } from '../../database/repositories/webhook-batch';
import { forgetDeliveries } from '../../database/repositories/webhooks';
import type { Task } from '../runner';
import { Attempts } from './in-flight-deliveries';

/** What another process stamped is found by looking. */
const EVERY_MS = 500;
// Attempts that end in one moment are written together, and what they make room for is claimed together …
const REST_MS = 10;
/** … but where so much was written and claimed at once, as much has ended meanwhile. */
const BUSY = 32;
/** Attempts under way in one process: sockets that wait cost little, so that hundreds of slow endpoints take no place. */
const PLACES = 1024;
/** Endpoints claimed in one transaction; each has up to four deliveries. */
export const CLAIMED_AT_ONCE = 64;
/** Half of what that many endpoints may have under way: while this half is written, the other is being sent. */
export const WRITTEN_AT_ONCE = (CLAIMED_AT_ONCE * ATTEMPTS_AT_ONCE) / 2;
/** A busy worker that has claimed all there is waits for that half, no longer than this: a turn for a few costs nearly as much. */
const PATIENCE_MS = 5;
/** Who is asked to stop waits so long for receivers; what they hold up longer is given back, for others to try. */
const GRACE_MS = 2_000;

/**
 * The delivery of webhooks (events.md §2): claims and acknowledges in batches, in transactions of their own; while an
 * attempt is under way none is open. Any number of processes may do this at once.
 */
export function webhookDelivery(store: Store, services: Services, sender: WebhookSender): Task {
  const attempts = new Attempts(services, sender);
  let patient = false;
  const lease = leaseSeconds(services.settings.webhookTimeoutSeconds);
  /** Writes a batch of what has ended, and claims what is due at up to so many endpoints. */
  const write = async (batch: readonly EndedAttempt[], endpoints: number): Promise<Turn> => {
    const { arrived, judged } = sortOut(batch);
    if (judged.length > 0) await store.inTransaction((tx) => judgeAttempts({ tx, services }, judged));
    const turn = await takeTurn({ store, metrics: services.metrics }, arrived, { endpoints, leaseSeconds: lease });
    // Taken out once they are written: a database that is away for a moment makes no duplicates.
    attempts.ended.written(batch);
    return turn;
  };
  return {
    name: 'webhooks',
    everyMs: EVERY_MS,
    restMs: REST_MS,
    // What has ended is written, and more is claimed; what was claimed before is sent meanwhile.
    async run() {
      const { ended, underWay } = attempts;
      if (patient) await attempts.enoughEnded(WRITTEN_AT_ONCE, PATIENCE_MS);
      const batch = ended.first(WRITTEN_AT_ONCE);
      const endpoints = Math.min(CLAIMED_AT_ONCE, Math.floor((PLACES - underWay.size) / ATTEMPTS_AT_ONCE));
      const turn = await write(batch, endpoints);
      attempts.begin(turn);
      const busy = batch.length + turn.claimed.length >= BUSY;
      patient = busy && !turn.more;
      return turn.more || ended.size > 0 || busy;
    },
    async ended() {
      await attempts.allOver(GRACE_MS);
      try {
        while (attempts.ended.size > 0) await write(attempts.ended.first(WRITTEN_AT_ONCE), 0);
        await giveBack(store, services, attempts.takeBack());
      } finally {
        await sender.stop();
      }
    },
  };
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
