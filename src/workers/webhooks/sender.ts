import { addSeconds } from '../../domain/time';
import { MAX_CONCURRENT_ATTEMPTS, leaseSeconds } from '../../domain/events/webhook';
import type { Services } from '../../operations/context';
import type { WebhookSender } from '../../operations/ports';
import { type CompletedAttempt, recordFailedAttempts } from '../../operations/commands/webhook-attempt';
import { partitionByOutcome, processWebhookBatch } from '../../operations/commands/webhook-batch';
import type { Database } from '../../database/transactions/database';
import { releaseClaims } from '../../database/repositories/webhook-queue';
import type { ClaimedDelivery, WebhookBatch } from '../../database/repositories/webhook-batch';
import { deleteOldDeliveries } from '../../database/repositories/retention';
import type { Task } from '../runner';
import { InFlightDeliveries } from './in-flight-deliveries';

/** What another process stamped is found by looking. */
const POLL_INTERVAL_MS = 500;
// Attempts that end in one moment are written together, and what they make room for is claimed together …
const MIN_INTERVAL_MS = 10;
/** … but where so much was written and claimed at once, as much has ended meanwhile. */
const BUSY_THRESHOLD = 32;
/** Attempts under way in one process: sockets that wait cost little, so that hundreds of slow endpoints take no place. */
const MAX_IN_FLIGHT = 1024;
/** Endpoints claimed in one transaction; each has up to four deliveries. */
export const CLAIM_BATCH = 64;
/** Half of what that many endpoints may have under way: while this half is written, the other is being sent. */
export const WRITE_BATCH = (CLAIM_BATCH * MAX_CONCURRENT_ATTEMPTS) / 2;
/** A busy worker that has claimed all there is waits for that half, no longer than this: a turn for a few costs nearly as much. */
const BATCH_WAIT_MS = 5;
/** Who is asked to stop waits so long for receivers; what they hold up longer is given back, for others to try. */
const SHUTDOWN_GRACE_MS = 2_000;

/**
 * The delivery of webhooks (events.md §2): claims and acknowledges in batches, in transactions of their own; while an
 * attempt is under way none is open. Any number of processes may do this at once.
 */
export function webhookDelivery(store: Database, services: Services, sender: WebhookSender): Task {
  const attempts = new InFlightDeliveries(services, sender);
  let patient = false;
  const lease = leaseSeconds(services.settings.webhookTimeoutSeconds);
  /** Writes a batch of what has ended, and claims what is due at up to so many endpoints. */
  const write = async (batch: readonly CompletedAttempt[], endpoints: number): Promise<WebhookBatch> => {
    const { acknowledged: arrived, failed: judged } = partitionByOutcome(batch);
    if (judged.length > 0) await store.inTransaction((tx) => recordFailedAttempts({ tx, services }, judged));
    const turn = await processWebhookBatch({ store, metrics: services.metrics }, arrived, {
      endpoints,
      leaseSeconds: lease,
    });
    // Taken out once they are written: a database that is away for a moment makes no duplicates.
    attempts.completed.removeWritten(batch);
    return turn;
  };
  return {
    name: 'webhooks',
    pollIntervalMs: POLL_INTERVAL_MS,
    minIntervalMs: MIN_INTERVAL_MS,
    // What has ended is written, and more is claimed; what was claimed before is sent meanwhile.
    async run() {
      const { completed: ended, inFlight: underWay } = attempts;
      if (patient) await attempts.waitForCompleted(WRITE_BATCH, BATCH_WAIT_MS);
      const batch = ended.nextBatch(WRITE_BATCH);
      const endpoints = Math.min(CLAIM_BATCH, Math.floor((MAX_IN_FLIGHT - underWay.size) / MAX_CONCURRENT_ATTEMPTS));
      const turn = await write(batch, endpoints);
      attempts.start(turn);
      const busy = batch.length + turn.claimed.length >= BUSY_THRESHOLD;
      patient = busy && !turn.more;
      return turn.more || ended.size > 0 || busy;
    },
    async onStop() {
      await attempts.drain(SHUTDOWN_GRACE_MS);
      try {
        while (attempts.completed.size > 0) await write(attempts.completed.nextBatch(WRITE_BATCH), 0);
        await releaseUnsent(store, services, attempts.abandonInFlight());
      } finally {
        await sender.stop();
      }
    },
  };
}

async function releaseUnsent(store: Database, services: Services, held: readonly ClaimedDelivery[]): Promise<void> {
  if (held.length === 0) return;
  await store.inTransaction((tx) => releaseClaims(tx, held));
  services.notifyWorker('webhooks');
}

const RETENTION_INTERVAL_MS = 60_000;
const RETENTION_BATCH = 1_000;
/** The delivery log is readable for 30 days (events.md §2). */
const RETENTION_SECONDS = 30 * 86_400;

/** Forgets deliveries that ended 30 days ago. */
export function webhookRetention(store: Database): Task {
  return {
    name: 'webhook-housekeeping',
    pollIntervalMs: RETENTION_INTERVAL_MS,
    run: async () =>
      (await store.inTransaction((tx) =>
        deleteOldDeliveries(tx, addSeconds(tx.now, -RETENTION_SECONDS), RETENTION_BATCH),
      )) === RETENTION_BATCH,
  };
}
