import { keyOf } from '../../domain/keys';
import { leaseSeconds, SECRET_UNREADABLE } from '../../domain/events/webhook';
import type { Services } from '../../operations/context';
import type { WebhookAnswer, WebhookSender } from '../../operations/ports';
import type { EndedAttempt } from '../../operations/commands/webhook-attempt';
import type { ClaimedDelivery, Turn } from '../../database/repositories/webhook-batch';
import { EndedAttempts } from './completed-attempts';
import { SigningSecrets } from './signing-secrets';

/** What this process has under way, and what came of it. */
export class Attempts {
  readonly underWay = new Set<ClaimedDelivery>();
  readonly ended = new EndedAttempts();
  private readonly secrets: SigningSecrets;
  /** Called after each attempt's end. */
  private tellOver: () => unknown = () => undefined;
  /** What begins later than so long after its claim may outlive its lease: this process may have been stopped since. */
  private readonly beginWithinMs: number;

  constructor(
    private readonly services: Services,
    private readonly sender: WebhookSender,
  ) {
    this.secrets = new SigningSecrets(services);
    const timeout = services.settings.webhookTimeoutSeconds;
    this.beginWithinMs = (leaseSeconds(timeout) - timeout) * 1000;
  }

  /** All of a turn. The statement of the next one goes out first: PostgreSQL works on it while these are sent. */
  begin(turn: Turn): void {
    for (const claimed of turn.claimed) {
      this.underWay.add(claimed);
      this.ended.begun(claimed);
    }
    setImmediate(() => {
      const inTime = performance.now() - turn.begunAt < this.beginWithinMs;
      for (const claimed of turn.claimed) {
        if (inTime) this.send(claimed, turn);
        // Nothing was sent: another may have it already.
        else this.over(claimed, undefined);
      }
    });
  }

  private send(claimed: ClaimedDelivery, { at: attemptedAt, begunAt }: Turn): void {
    attempt(this.secrets, this.sender, claimed).then(
      (answer) => {
        const tookMs = performance.now() - begunAt;
        this.over(claimed, { claimed, attemptedAt, answer, tookMs, jitter: Math.random() });
      },
      (error: unknown) => {
        // Nothing is known of the attempt: its lease runs out and it is made again.
        this.services.log.error({ err: error, deliveryId: claimed.deliveryId }, 'a webhook could not be tried');
        this.over(claimed, undefined);
      },
    );
  }

  /** Waits until nothing is under way, and no longer than that. */
  allOver(ms: number): Promise<void> {
    return this.until(() => this.underWay.size === 0, ms);
  }

  /** Waits until so many have ended or nothing is under way, and no longer than that. */
  enoughEnded(count: number, ms: number): Promise<void> {
    return this.until(() => this.ended.size >= count || this.underWay.size === 0, ms);
  }

  private async until(met: () => boolean, ms: number): Promise<void> {
    if (met()) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.tellOver = () => met() && resolve();
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  /** What is under way still: its word counts no more. */
  takeBack(): ClaimedDelivery[] {
    const held = [...this.underWay];
    this.underWay.clear();
    return held;
  }

  private over(claimed: ClaimedDelivery, ended: EndedAttempt | undefined): void {
    if (!this.underWay.delete(claimed)) return;
    this.ended.over(claimed, ended);
    this.tellOver();
    this.services.wake('webhooks');
  }
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
