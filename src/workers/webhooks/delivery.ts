import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_CONCURRENT_ATTEMPTS, leaseSeconds } from '../../domain/events/webhook';
import type { Services } from '../../operations/context';
import type { WebhookSender } from '../../operations/ports';
import { type CompletedAttempt, recordDecidedAttempts } from '../../operations/commands/webhook-attempt';
import { partitionByOutcome, processWebhookBatch } from '../../operations/commands/webhook-batch';
import type { Database } from '../../database/transactions/database';
import { releaseClaims } from '../../database/repositories/webhook-queue';
import type { ClaimedDelivery, PrincipalCapacity, WebhookBatch } from '../../database/repositories/webhook-batch';
import type { Task } from '../runner';
import type { CompletedAttempts } from './completed-attempts';
import { InFlightDeliveries } from './in-flight-deliveries';

// Polling finds deliveries of events that another process numbered.
const POLL_INTERVAL_MS = 500;
// Attempts that complete within 10 ms are written together, unless the last batch was large.
const MIN_INTERVAL_MS = 10;
const BUSY_THRESHOLD = 32;
/** Maximum attempts in flight of a process; it is high because waiting sockets cost little. */
const MAX_IN_FLIGHT = 1024;
/** Maximum attempts in flight of one principal. So its slow receivers leave most of the capacity to others. */
const MAX_PER_PRINCIPAL = MAX_IN_FLIGHT / 4;
/** A claim lists the principals with at least this many attempts in flight. They are few, so the list is short. */
const LISTED_FROM = 32;
/** Maximum endpoints claimed in one transaction; each has up to four deliveries. */
export const CLAIM_BATCH = 64;
/** Half of the deliveries of a claim: one half is written while the other is sent. */
export const WRITE_BATCH = (CLAIM_BATCH * MAX_CONCURRENT_ATTEMPTS) / 2;
/** How long a busy worker waits for a full batch, because a small batch costs nearly as much. */
const BATCH_WAIT_MS = 5;
/** How long a stop waits for receivers, then for locks; other processes retry the deliveries that remain. */
const SHUTDOWN_GRACE_MS = 2_000;
const SHUTDOWN_PAUSE_MS = 20;

/**
 * Delivers webhooks (docs/concepts/events.md); any number of processes may run it.
 * It claims and records deliveries in batches. No transaction is open during an attempt.
 */
export function webhookDelivery(store: Database, services: Services, sender: WebhookSender): Task {
  const attempts = new InFlightDeliveries(services, sender);
  let waitsForBatch = false;
  const lease = leaseSeconds(services.settings.webhookTimeoutSeconds);
  /** Writes completed attempts, and claims the due deliveries of up to `maxEndpoints` endpoints. */
  const write = async (
    batch: readonly CompletedAttempt[],
    maxEndpoints: number,
  ): Promise<{ readonly claims: WebhookBatch; readonly written: number }> => {
    const { acknowledged, mixed } = partitionByOutcome(batch);
    const busyAgents =
      mixed.length === 0 ? [] : await store.inTransaction((tx) => recordDecidedAttempts({ tx, services }, mixed));
    const claims = await processWebhookBatch({ store, metrics: services.metrics }, acknowledged, {
      maxEndpoints,
      leaseSeconds: lease,
      capacity: remainingCapacity(attempts.inFlight),
    });
    const skippedAgents = new Set([...busyAgents, ...claims.busyAgents]);
    // Removed only after the write, so that a failed write is retried and causes no duplicate delivery.
    const written = batch.filter(({ claimed }) => !skippedAgents.has(claimed.agentId));
    attempts.completed.removeWritten(written);
    attempts.completed.postpone(skippedAgents);
    return { claims, written: written.length };
  };
  return {
    name: 'webhooks',
    pollIntervalMs: POLL_INTERVAL_MS,
    minIntervalMs: MIN_INTERVAL_MS,
    async run() {
      const { completed, inFlight } = attempts;
      if (waitsForBatch) await attempts.waitForCompleted(WRITE_BATCH, BATCH_WAIT_MS);
      const batch = completed.nextBatch(WRITE_BATCH);
      const maxEndpoints = Math.min(CLAIM_BATCH, Math.floor((MAX_IN_FLIGHT - inFlight.size) / MAX_CONCURRENT_ATTEMPTS));
      const { claims, written } = await write(batch, maxEndpoints);
      attempts.start(claims);
      const isBusy = written + claims.claimed.length >= BUSY_THRESHOLD;
      waitsForBatch = isBusy && !claims.more;
      // Skipped attempts wait for a pause: the next write would find their rows locked again.
      return claims.more || completed.hasUnskipped || isBusy;
    },
    async onStop() {
      await attempts.drain(SHUTDOWN_GRACE_MS);
      try {
        await writeRest(attempts.completed, (batch) => write(batch, 0));
        await releaseUnsent(store, services, attempts.abandonInFlight());
      } finally {
        await sender.stop();
      }
    },
  };
}

/** How many attempts a claim may add for each principal. */
function remainingCapacity(inFlight: Iterable<ClaimedDelivery>): PrincipalCapacity {
  const counts = new Map<string, number>();
  for (const { principalId } of inFlight) counts.set(principalId, (counts.get(principalId) ?? 0) + 1);
  const listed = [...counts].filter(([, count]) => count >= LISTED_FROM);
  return {
    others: MAX_PER_PRINCIPAL - LISTED_FROM,
    left: new Map(listed.map(([principalId, count]) => [principalId, Math.max(MAX_PER_PRINCIPAL - count, 0)])),
  };
}

/** Writes all completed attempts. It waits a short time for endpoints that other transactions have locked. */
async function writeRest(
  completed: CompletedAttempts,
  write: (batch: readonly CompletedAttempt[]) => Promise<unknown>,
): Promise<void> {
  const endAt = performance.now() + SHUTDOWN_GRACE_MS;
  while (completed.size > 0) {
    const before = completed.size;
    await write(completed.nextBatch(WRITE_BATCH));
    if (completed.size < before) continue;
    if (performance.now() > endAt) return;
    await sleep(SHUTDOWN_PAUSE_MS);
  }
}

async function releaseUnsent(store: Database, services: Services, claims: readonly ClaimedDelivery[]): Promise<void> {
  if (claims.length === 0) return;
  await store.inTransaction((tx) => releaseClaims(tx, claims));
  services.notifyWorker('webhooks');
}
