/** Limits of the bytes of request bodies, from their arrival to the answer. */
import type { Metrics } from '../../operations/ports';
import type { Settings } from '../../settings/settings';
import { Refusal } from '../../domain/errors/errors';
import { RateLimited } from '../auth/rate-limit';

type Limits = Pick<Settings, 'maxBodyBytes' | 'maxBodyBytesPerCaller'>;

/** A body in memory. */
export interface RequestBody {
  bytes: number;
  /** The verified caller, whose bytes it counts for. */
  caller: string | undefined;
  /** Cuts the connection. */
  readonly destroy: () => void;
}

/**
 * Counts the bytes of request bodies, by caller and in all.
 *
 * States of a body: arriving → complete → answered. Past the limit of all, the body that arrives for the longest time is
 * cut, because a client that sends quickly is never the oldest. So clients that stop sending cannot fill the memory.
 */
export class RequestBodies {
  /** Oldest first. */
  private readonly arriving = new Set<RequestBody>();
  private readonly callers = new Map<string, number>();
  private totalBytes = 0;

  constructor(
    private readonly limits: Limits,
    private readonly metrics: Pick<Metrics, 'limitReached'>,
  ) {}

  /**
   * Starts counting a body.
   * @throws Refusal 503 `service_unavailable` if complete bodies alone fill the memory
   */
  begin(destroy: () => void): RequestBody {
    if (this.totalBytes >= this.limits.maxBodyBytes && this.arriving.size === 0) {
      this.metrics.limitReached('body_bytes');
      throw new Refusal('service_unavailable', 'Too many large requests are being processed. Send it again.');
    }
    const body = { bytes: 0, caller: undefined, destroy };
    this.arriving.add(body);
    return body;
  }

  receive(body: RequestBody, bytes: number): void {
    if (!this.arriving.has(body)) return;
    body.bytes += bytes;
    this.totalBytes += bytes;
    while (this.totalBytes > this.limits.maxBodyBytes && this.arriving.size > 1) this.cutOldest();
  }

  /** The whole body has arrived, or will not. */
  complete(body: RequestBody): void {
    this.arriving.delete(body);
  }

  /**
   * Counts a complete body for its verified caller.
   * @throws RateLimited 429 if the caller's other bodies already take its bytes
   */
  assign(body: RequestBody, caller: string): void {
    const others = this.callers.get(caller) ?? 0;
    if (others > 0 && others + body.bytes > this.limits.maxBodyBytesPerCaller) {
      this.metrics.limitReached('body_bytes');
      const detail = 'Your earlier requests with large bodies are not answered yet. Send fewer at the same time.';
      throw new RateLimited('body_bytes', { 'retry-after': '1' }, detail);
    }
    body.caller = caller;
    this.callers.set(caller, others + body.bytes);
  }

  /** The request is answered, or its connection is lost. */
  end(body: RequestBody): void {
    this.complete(body);
    this.totalBytes -= body.bytes;
    if (body.caller !== undefined) {
      const rest = (this.callers.get(body.caller) ?? 0) - body.bytes;
      if (rest > 0) this.callers.set(body.caller, rest);
      else this.callers.delete(body.caller);
    }
    body.bytes = 0;
  }

  private cutOldest(): void {
    const [oldest] = this.arriving;
    if (!oldest) return;
    this.metrics.limitReached('body_bytes');
    this.end(oldest);
    oldest.destroy();
  }
}
