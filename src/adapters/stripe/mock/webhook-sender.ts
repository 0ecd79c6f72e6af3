import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Log } from '../../../operations/ports';
import type { StripeMockState, StoredEvent } from './state';

/** Delivers events to our webhook, signed as Stripe signs, until each is acknowledged. */

/** Pauses between attempts in milliseconds; the last one repeats. Stripe goes on for three days, we while we live. */
const RETRY_DELAYS_MS = [100, 250, 500, 1_000, 2_000, 5_000, 15_000];
const ATTEMPT_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS_REACHED =
  'Stripe stand-in: the acknowledgement could not be kept; the event goes out again after the next start';

export interface WebhookSenderOptions {
  readonly state: StripeMockState;
  /** Undefined while our server does not listen yet: tried again later. */
  readonly webhookUrl: () => string | undefined;
  /** The Host it is asked for; undefined: the address's own. */
  readonly webhookHost?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export class WebhookSender {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: WebhookSenderOptions) {}

  /** Everything an earlier run left unacknowledged. */
  resume(): void {
    for (const event of this.options.state.undelivered.values()) void this.send(event);
  }

  /** Resolves when the event is acknowledged, or when the courier stops. Never rejects. */
  send(event: StoredEvent): Promise<void> {
    const run = this.deliver(event)
      .catch((error: unknown) =>
        this.options.log.warn({ event_id: event.id, failure: nameOf(error) }, MAX_ATTEMPTS_REACHED),
      )
      .finally(() => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async deliver(event: StoredEvent): Promise<void> {
    const { signal } = this.stopping;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const failure = await this.attempt(event);
      if (failure === undefined) {
        this.options.state.insert({ acknowledged: event.id });
        return;
      }
      this.report(event, attempt + 1, failure);
      // Without a reference of its own: a pending retry must not keep the process alive.
      await pause(RETRY_DELAYS_MS[attempt] ?? RETRY_DELAYS_MS.at(-1), undefined, { signal, ref: false }).catch(
        () => undefined,
      );
    }
  }

  /** An attempt that ended because we stop is no failure. */
  private report(event: StoredEvent, attempt: number, failure: string): void {
    if (this.stopping.signal.aborted) return;
    this.options.log.warn({ event_id: event.id, attempt, failure }, 'Stripe stand-in: webhook not taken');
  }

  /** Why it failed, or undefined. */
  private async attempt(event: StoredEvent): Promise<string | undefined> {
    const url = this.options.webhookUrl();
    if (url === undefined) return 'the endpoint has no address yet';
    try {
      const sent = request(url, {
        method: 'POST',
        headers: {
          // Where the service does not answer for the address it listens at. A fetch could not say it.
          ...(this.options.webhookHost === undefined ? {} : { host: this.options.webhookHost }),
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (stand-in)',
          'stripe-signature': this.signature(event.body),
        },
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
      }).end(event.body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      const { statusCode = 0 } = response;
      return statusCode >= 200 && statusCode < 300 ? undefined : `status ${statusCode}`;
    } catch (error) {
      return nameOf(error);
    }
  }

  /** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, made anew for each attempt: a retry must not be stale. */
  private signature(body: string): string {
    const time = Math.floor(this.options.clock.now().getTime() / 1000);
    const mac = createHmac('sha256', this.options.state.webhookSecret).update(`${time}.${body}`).digest('hex');
    return `t=${time},v1=${mac}`;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
