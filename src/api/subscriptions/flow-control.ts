/** Flow control of one socket: counts the events that its reader has not acknowledged. */

// Enough for a distant reader to go on at full speed. This is also the most that waits in buffers on the way.
const MAX_UNACKNOWLEDGED = 500;
const EVENTS_PER_PING = 100;

/**
 * Counts the events that were sent and not yet acknowledged.
 *
 * A full kernel buffer comes too late as a signal: loopback buffers hold thousands of events. So a ping carries the
 * number of events sent before it. The pong, which every WebSocket client sends automatically, acknowledges that number.
 */
export class AckWindow {
  private sent = 0;
  private acknowledged = 0;
  // Created on the first wait, because most sockets never wait.
  private waiting: Set<() => void> | undefined;

  constructor(private readonly ping: (payload: string) => void) {}

  get unacknowledged(): number {
    return this.sent - this.acknowledged;
  }

  get isFull(): boolean {
    return this.unacknowledged >= MAX_UNACKNOWLEDGED;
  }

  /** The payload of a ping that is sent now. */
  get pingPayload(): string {
    return String(this.sent);
  }

  /** Counts sent events and pings the client after every 100 of them. */
  recordSent(count: number): void {
    const isPingDue = (this.sent % EVENTS_PER_PING) + count >= EVENTS_PER_PING;
    this.sent += count;
    if (isPingDue) this.ping(this.pingPayload);
  }

  /** Acknowledges events. A pong that answers no ping of this socket is ignored. */
  handlePong(payload: string): void {
    const count = /^\d{1,15}$/.test(payload) ? Number(payload) : 0;
    if (count > this.sent) return;
    this.acknowledged = Math.max(this.acknowledged, count);
    if (this.waiting && !this.isFull) for (const wake of [...this.waiting]) wake();
  }

  /** Resolves when the window has capacity or the signal aborts. */
  async waitForCapacity(signal: AbortSignal): Promise<void> {
    if (!this.isFull || signal.aborted) return;
    const waiting = (this.waiting ??= new Set());
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
