import { keyOf } from '../../domain/keys';
import { leaseSeconds, SECRET_UNREADABLE } from '../../domain/events/webhook';
import type { Services } from '../../operations/context';
import type { WebhookResponse, WebhookSender } from '../../operations/ports';
import type { CompletedAttempt } from '../../operations/commands/webhook-attempt';
import type { ClaimedDelivery, WebhookBatch } from '../../database/repositories/webhook-batch';
import { CompletedAttempts } from './completed-attempts';
import { SigningSecretCache } from './signing-secrets';

/** What this process has under way, and what came of it. */
export class InFlightDeliveries {
  readonly inFlight = new Set<ClaimedDelivery>();
  readonly completed = new CompletedAttempts();
  private readonly secrets: SigningSecretCache;
  /** Called after each attempt's end. */
  private onSettled: () => unknown = () => undefined;
  /** What begins later than so long after its claim may outlive its lease: this process may have been stopped since. */
  private readonly beginWithinMs: number;

  constructor(
    private readonly services: Services,
    private readonly sender: WebhookSender,
  ) {
    this.secrets = new SigningSecretCache(services);
    const timeout = services.settings.webhookTimeoutSeconds;
    this.beginWithinMs = (leaseSeconds(timeout) - timeout) * 1000;
  }

  /** All of a turn. The statement of the next one goes out first: PostgreSQL works on it while these are sent. */
  start(turn: WebhookBatch): void {
    for (const claimed of turn.claimed) {
      this.inFlight.add(claimed);
      this.completed.onStarted(claimed);
    }
    setImmediate(() => {
      const inTime = performance.now() - turn.begunAt < this.beginWithinMs;
      for (const claimed of turn.claimed) {
        if (inTime) this.send(claimed, turn);
        // Nothing was sent: another may have it already.
        else this.settle(claimed, undefined);
      }
    });
  }

  private send(claimed: ClaimedDelivery, { at: attemptedAt, begunAt }: WebhookBatch): void {
    attempt(this.secrets, this.sender, claimed).then(
      (answer) => {
        const tookMs = performance.now() - begunAt;
        this.settle(claimed, { claimed, attemptedAt, answer, tookMs, jitter: Math.random() });
      },
      (error: unknown) => {
        // Nothing is known of the attempt: its lease runs out and it is made again.
        this.services.log.error({ err: error, deliveryId: claimed.deliveryId }, 'a webhook could not be tried');
        this.settle(claimed, undefined);
      },
    );
  }

  /** Waits until nothing is under way, and no longer than that. */
  drain(ms: number): Promise<void> {
    return this.until(() => this.inFlight.size === 0, ms);
  }

  /** Waits until so many have ended or nothing is under way, and no longer than that. */
  waitForCompleted(count: number, ms: number): Promise<void> {
    return this.until(() => this.completed.size >= count || this.inFlight.size === 0, ms);
  }

  private async until(met: () => boolean, ms: number): Promise<void> {
    if (met()) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onSettled = () => met() && resolve();
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  /** What is under way still: its word counts no more. */
  abandonInFlight(): ClaimedDelivery[] {
    const held = [...this.inFlight];
    this.inFlight.clear();
    return held;
  }

  private settle(claimed: ClaimedDelivery, ended: CompletedAttempt | undefined): void {
    if (!this.inFlight.delete(claimed)) return;
    this.completed.onCompleted(claimed, ended);
    this.onSettled();
    this.services.notifyWorker('webhooks');
  }
}

/** What an attempt came to for which there was nothing to sign with. */
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
