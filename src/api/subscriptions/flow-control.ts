import type { End } from './cancellation';

// Sent and not yet acknowledged: enough for a distant reader to go on at full speed, and all that may wait in the
// buffers between it and us.
const WINDOW = 500;
const PING_EVERY = 100;

/**
 * How far a socket's reader has come. What the kernel has taken is not what the reader has read: loopback buffers hold
 * thousands of events. So pings carry the number of events sent before them, and their pongs, which every WebSocket
 * implementation sends in its turn, say how many of them were received.
 */
export class Flow {
  private sent = 0;
  private received = 0;
  // Made when somebody waits: most sockets never do.
  private waiting: Set<() => void> | undefined;

  constructor(private readonly ping: (mark: string) => void) {}

  get unacknowledged(): number {
    return this.sent - this.received;
  }

  get full(): boolean {
    return this.unacknowledged >= WINDOW;
  }

  /** The text of a ping now. */
  get mark(): string {
    return String(this.sent);
  }

  sentSome(count: number): void {
    const passed = (this.sent % PING_EVERY) + count >= PING_EVERY;
    this.sent += count;
    if (passed) this.ping(this.mark);
  }

  /** A pong; one that we did not ask for, or of nonsense, says nothing. */
  pong(mark: string): void {
    const count = /^\d{1,15}$/.test(mark) ? Number(mark) : 0;
    if (count > this.sent) return;
    this.received = Math.max(this.received, count);
    if (this.waiting && !this.full) for (const go of [...this.waiting]) go();
  }

  /** Resolves when the window has room, or the reader ends. */
  async room(end: End): Promise<void> {
    if (!this.full || end.ended) return;
    const waiting = (this.waiting ??= new Set());
    await new Promise<void>((resolve) => {
      const go = (): void => {
        waiting.delete(go);
        end.onEnd(undefined);
        resolve();
      };
      waiting.add(go);
      end.onEnd(go);
    });
  }
}
