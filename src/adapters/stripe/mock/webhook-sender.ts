import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Log } from '../../../operations/ports';
import type { StripeMockState, StoredEvent } from './state';

/** Pauses between attempts in milliseconds. The last one repeats, without an end. */
const RETRY_DELAYS_MS = [100, 250, 500, 1_000, 2_000, 5_000, 15_000];
const ATTEMPT_TIMEOUT_MS = 10_000;

export interface WebhookSenderOptions {
  readonly state: StripeMockState;
  /** Undefined until our server listens. */
  readonly webhookUrl: () => string | undefined;
  /** Host header; undefined: the address's own. */
  readonly webhookHost?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends events with Stripe's signature to our webhook endpoint until it acknowledges each. */
export class WebhookSender {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: WebhookSenderOptions) {}

  /** Sends the undelivered events of an earlier run. */
  resume(): void {
    for (const event of this.options.state.undelivered.values()) void this.send(event);
  }

  /** Resolves when the event is acknowledged or the sender stops. It never rejects. */
  send(event: StoredEvent): Promise<void> {
    const delivery = this.deliver(event)
      .catch((error: unknown) => {
        const fields = { event_id: event.id, failure: nameOf(error) };
        this.options.log.warn(fields, 'Stripe mock: acknowledgement not stored; the next start sends the event again');
      })
      .finally(() => this.running.delete(delivery));
    this.running.add(delivery);
    return delivery;
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
      // `ref: false`: a pending retry must not keep the process alive.
      await pause(RETRY_DELAYS_MS[attempt] ?? RETRY_DELAYS_MS.at(-1), undefined, { signal, ref: false }).catch(
        () => undefined,
      );
    }
  }

  private report(event: StoredEvent, attempt: number, failure: string): void {
    if (this.stopping.signal.aborted) return;
    this.options.log.warn({ event_id: event.id, attempt, failure }, 'Stripe mock: webhook not acknowledged');
  }

  /** Returns the reason of a failure, or undefined. */
  private async attempt(event: StoredEvent): Promise<string | undefined> {
    const url = this.options.webhookUrl();
    if (url === undefined) return 'the endpoint has no address yet';
    try {
      const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
      // A listener keeps the timeout, to which `any` refers weakly: a garbage collection could lose it.
      timeout.addEventListener('abort', () => undefined);
      const sent = request(url, {
        method: 'POST',
        headers: {
          // The service may answer for its public host only. `fetch` cannot set this header.
          ...(this.options.webhookHost === undefined ? {} : { host: this.options.webhookHost }),
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (mock)',
          'stripe-signature': this.signature(event.body),
        },
        signal: AbortSignal.any([this.stopping.signal, timeout]),
      }).end(event.body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      const { statusCode = 0 } = response;
      return statusCode >= 200 && statusCode < 300 ? undefined : `status ${statusCode}`;
    } catch (error) {
      return nameOf(error);
    }
  }

  /** Signs each attempt with its own time: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
  private signature(body: string): string {
    const time = Math.floor(this.options.clock.now().getTime() / 1000);
    const mac = createHmac('sha256', this.options.state.webhookSecret).update(`${time}.${body}`).digest('hex');
    return `t=${time},v1=${mac}`;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
