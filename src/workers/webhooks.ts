import { keyOf } from '../domain/keys';
import { later } from '../domain/session';
import { leaseSeconds } from '../domain/webhook';
import type { Services } from '../operations/context';
import type { WebhookSender } from '../operations/ports';
import { acknowledgeAttempts, type EndedAttempt } from '../operations/webhook-attempt';
import { claimDeliveries, type ClaimedDelivery } from '../store/webhook-queue';
import type { Store } from '../store/tx';
import { forgetDeliveries } from '../store/webhooks';
import type { Task } from './runner';

/** What another process stamped is found by looking. */
const EVERY_MS = 500;
// Attempts that end in one moment are written together, and what they make room for is claimed together.
const REST_MS = 10;
/** Attempts under way in one process: sockets that wait cost little, so that hundreds of slow endpoints take no place. */
const PLACES = 1024;
/** Endpoints claimed in one transaction; each has up to four deliveries. */
const CLAIMED_AT_ONCE = 64;
const ACKNOWLEDGED_AT_ONCE = 200;

/**
 * The delivery of webhooks (events.md §2): claims and acknowledges in batches, in transactions of their own; while an
 * attempt is under way none is open. Any number of processes may do this at once.
 */
export function webhookDelivery(store: Store, services: Services, sender: WebhookSender): Task {
  const underWay = new Set<Promise<void>>();
  const ended: EndedAttempt[] = [];
  const lease = leaseSeconds(services.settings.webhookTimeoutSeconds);

  const begin = (claimed: ClaimedDelivery, attemptedAt: Date): void => {
    const one = attempt(services, sender, claimed)
      .then((answer) => {
        ended.push({ claimed, attemptedAt, answer, jitter: Math.random() });
      })
      .catch((error: unknown) => {
        // Nothing is known of the attempt: its lease runs out and it is made again.
        services.log.error({ err: error, deliveryId: claimed.deliveryId }, 'a webhook could not be tried');
      })
      .finally(() => {
        underWay.delete(one);
        services.wake('webhooks');
      });
    underWay.add(one);
  };

  const acknowledge = async (): Promise<void> => {
    while (ended.length > 0) {
      const batch = ended.slice(0, ACKNOWLEDGED_AT_ONCE);
      await store.inTransaction((tx) => acknowledgeAttempts({ tx, services }, batch));
      // Taken out once they are written: a database that is away for a moment makes no duplicates.
      ended.splice(0, batch.length);
    }
  };

  return {
    name: 'webhooks',
    everyMs: EVERY_MS,
    restMs: REST_MS,
    async run() {
      await acknowledge();
      const endpoints = Math.min(CLAIMED_AT_ONCE, Math.floor((PLACES - underWay.size) / 4));
      if (endpoints === 0) return false;
      const found = await store.inTransaction(async (tx) => ({
        ...(await claimDeliveries(tx, endpoints, lease)),
        now: tx.now,
      }));
      for (const claimed of found.claimed) begin(claimed, found.now);
      return found.endpoints === endpoints;
    },
    async ended() {
      await Promise.all(underWay);
      await acknowledge();
      await sender.stop();
    },
  };
}

async function attempt({ secrets }: Services, sender: WebhookSender, claimed: ClaimedDelivery) {
  const { agentId, keyVersion, secretCiphertext, secretKeyId } = claimed;
  const sealed = { ciphertext: secretCiphertext, keyId: secretKeyId };
  return sender.send({
    endpoint: agentId,
    url: claimed.notificationUrl,
    webhookId: keyOf('evt', claimed.eventId),
    body: claimed.payload,
    secret: secrets.open(sealed, `webhook:${agentId}:${String(keyVersion)}`),
    keyVersion,
  });
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
