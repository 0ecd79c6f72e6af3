import { keyOf } from '../domain/keys';
import { later } from '../domain/session';
import { ATTEMPTS_AT_ONCE, leaseSeconds, SECRET_UNREADABLE } from '../domain/webhook';
import type { Services } from '../operations/context';
import type { WebhookAnswer, WebhookSender } from '../operations/ports';
import { acknowledgeAttempts, type EndedAttempt } from '../operations/webhook-attempt';
import { claimDeliveries, type ClaimedDelivery, lookAtOnce, releaseClaims } from '../store/webhook-queue';
import type { Store } from '../store/tx';
import { forgetDeliveries } from '../store/webhooks';
import type { Task } from './runner';
import { SigningSecrets } from './webhook-secrets';

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
const ACKNOWLEDGED_AT_ONCE = 200;
/** Who is asked to stop waits so long for receivers; what they hold up longer is given back, for others to try. */
const GRACE_MS = 2_000;

/**
 * The delivery of webhooks (events.md §2): claims and acknowledges in batches, in transactions of their own; while an
 * attempt is under way none is open. Any number of processes may do this at once.
 */
export function webhookDelivery(store: Store, services: Services, sender: WebhookSender): Task {
  const underWay = new Map<ClaimedDelivery, Promise<void>>();
  const ended: EndedAttempt[] = [];
  const lease = leaseSeconds(services.settings.webhookTimeoutSeconds);
  const secrets = new SigningSecrets(services);

  const begin = (claimed: ClaimedDelivery, { attemptedAt, begunAt }: Begun): void => {
    const one = attempt(secrets, sender, claimed)
      .then((answer) => {
        // Given back: its word counts no more.
        if (underWay.has(claimed))
          ended.push({ claimed, attemptedAt, answer, tookMs: performance.now() - begunAt, jitter: Math.random() });
      })
      .catch((error: unknown) => {
        // Nothing is known of the attempt: its lease runs out and it is made again.
        services.log.error({ err: error, deliveryId: claimed.deliveryId }, 'a webhook could not be tried');
      })
      .finally(() => {
        underWay.delete(claimed);
        services.wake('webhooks');
      });
    underWay.set(claimed, one);
  };

  return {
    name: 'webhooks',
    everyMs: EVERY_MS,
    restMs: REST_MS,
    // What has ended is written, and more is claimed, in one transaction; what was claimed before is sent meanwhile.
    async run() {
      const batch = ended.slice(0, ACKNOWLEDGED_AT_ONCE);
      const endpoints = Math.min(CLAIMED_AT_ONCE, Math.floor((PLACES - underWay.size) / ATTEMPTS_AT_ONCE));
      const found = await store.inTransaction(async (tx) => {
        const begun: Begun = { attemptedAt: tx.now, begunAt: performance.now() };
        const freed = await acknowledgeAttempts({ tx, services }, batch);
        return { ...begun, ...(await claimDeliveries(tx, endpoints, lease, freed)) };
      });
      // Taken out once they are written: a database that is away for a moment makes no duplicates.
      ended.splice(0, batch.length);
      for (const claimed of found.claimed) begin(claimed, found);
      return found.more || ended.length > 0 || batch.length + found.claimed.length >= BUSY;
    },
    async ended() {
      await within(GRACE_MS, Promise.all(underWay.values()));
      try {
        await acknowledge(store, services, ended);
        await giveBack(store, services, underWay);
      } finally {
        await sender.stop();
      }
    },
  };
}

async function acknowledge(store: Store, services: Services, ended: EndedAttempt[]): Promise<void> {
  while (ended.length > 0) {
    const batch = ended.slice(0, ACKNOWLEDGED_AT_ONCE);
    await store.inTransaction(async (tx) => lookAtOnce(tx, await acknowledgeAttempts({ tx, services }, batch)));
    ended.splice(0, batch.length);
  }
}

async function giveBack(store: Store, services: Services, underWay: Map<ClaimedDelivery, unknown>): Promise<void> {
  const held = [...underWay.keys()];
  if (held.length === 0) return;
  underWay.clear();
  await store.inTransaction((tx) => releaseClaims(tx, held));
  services.wake('webhooks');
}

/** Waits for the work, and no longer than that. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

/** A moment by the database's clock, and by our own, which measures from there on. */
interface Begun {
  readonly attemptedAt: Date;
  readonly begunAt: number;
}

/** What an attempt came to for which there was nothing to sign with. */
const UNREADABLE: WebhookAnswer = {
  status: null,
  error: SECRET_UNREADABLE,
  retryAfter: null,
  durationMs: 0,
  response: null,
};

async function attempt(
  secrets: SigningSecrets,
  sender: WebhookSender,
  claimed: ClaimedDelivery,
): Promise<WebhookAnswer> {
  const { agentId, keyVersion } = claimed;
  const secret = secrets.of(claimed);
  if (secret === undefined) return UNREADABLE;
  return sender.send({
    endpoint: agentId,
    url: claimed.notificationUrl,
    webhookId: keyOf('evt', claimed.eventId),
    body: claimed.payload,
    secret,
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
