import { keyOf } from '../../domain/keys';
import { leaseSeconds, SECRET_UNREADABLE } from '../../domain/events/webhook';
import type { Services } from '../../operations/context';
import type { WebhookResponse, WebhookSender } from '../../operations/ports';
import type { CompletedAttempt } from '../../operations/commands/webhook-attempt';
import type { ClaimedDelivery, WebhookBatch } from '../../database/repositories/webhook-batch';
import { CompletedAttempts } from './completed-attempts';
import { SigningSecretCache } from './signing-secrets';

/** Sends claimed deliveries and collects the completed attempts. */
export class InFlightDeliveries {
  readonly inFlight = new Set<ClaimedDelivery>();
  readonly completed = new CompletedAttempts();
  private readonly secrets: SigningSecretCache;
  /** Called after each attempt. */
  private onEnd: () => unknown = () => undefined;
  /** An attempt that starts later than this after its claim could outlive its lease. */
  private readonly maxStartDelayMs: number;

  constructor(
    private readonly services: Services,
    private readonly sender: WebhookSender,
  ) {
    this.secrets = new SigningSecretCache(services);
    const timeout = services.settings.webhookTimeoutSeconds;
    this.maxStartDelayMs = (leaseSeconds(timeout) - timeout) * 1000;
  }

  /** Sends a batch after the next statement is issued, so that PostgreSQL works in parallel. */
  start(batch: WebhookBatch): void {
    for (const claimed of batch.claimed) {
      this.inFlight.add(claimed);
      this.completed.onStarted(claimed);
    }
    setImmediate(() => {
      const isInTime = performance.now() - batch.startedAt < this.maxStartDelayMs;
      for (const claimed of batch.claimed) {
        if (isInTime) this.send(claimed, batch);
        // The process was suspended: another process may have claimed the delivery.
        else this.complete(claimed, undefined);
      }
    });
  }

  private send(claimed: ClaimedDelivery, { at: attemptedAt, startedAt }: WebhookBatch): void {
    attempt(this.secrets, this.sender, claimed).then(
      (answer) => {
        const tookMs = performance.now() - startedAt;
        this.complete(claimed, { claimed, attemptedAt, answer, tookMs, jitter: Math.random() });
      },
      (error: unknown) => {
        // The outcome is unknown: the delivery is retried after its lease expires.
        this.services.log.error(
          { err: error, deliveryKey: keyOf('dlv', claimed.deliveryId) },
          'could not attempt a webhook delivery',
        );
        this.complete(claimed, undefined);
      },
    );
  }

  /** Waits until nothing is in flight, for at most `ms`. */
  drain(ms: number): Promise<void> {
    return this.until(() => this.inFlight.size === 0, ms);
  }

  /** Waits until `count` attempts are completed or nothing is in flight, for at most `ms`. */
  waitForCompleted(count: number, ms: number): Promise<void> {
    return this.until(() => this.completed.size >= count || this.inFlight.size === 0, ms);
  }

  private async until(condition: () => boolean, ms: number): Promise<void> {
    if (condition()) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onEnd = () => condition() && resolve();
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  /** Returns the deliveries in flight, and ignores their outcomes from now on. */
  abandonInFlight(): ClaimedDelivery[] {
    const abandoned = [...this.inFlight];
    this.inFlight.clear();
    return abandoned;
  }

  private complete(claimed: ClaimedDelivery, attempt: CompletedAttempt | undefined): void {
    if (!this.inFlight.delete(claimed)) return;
    this.completed.onCompleted(claimed, attempt);
    this.onEnd();
    this.services.notifyWorker('webhooks');
  }
}

/** The outcome of an attempt whose signing secret cannot be decrypted. */
const UNREADABLE: WebhookResponse = {
  status: null,
  error: SECRET_UNREADABLE,
  retryAfter: null,
  durationMs: 0,
  response: null,
};

async function attempt(
  secrets: SigningSecretCache,
  sender: WebhookSender,
  claimed: ClaimedDelivery,
): Promise<WebhookResponse> {
  const { agentId, keyVersion } = claimed;
  const secret = secrets.get(claimed);
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
