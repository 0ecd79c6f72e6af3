/** The budget of what a client may send on one socket. */

const WINDOW_MS = 60_000;
// A longer message is more work, so each started 4 KiB counts as one.
const BYTES_PER_UNIT = 4 * 1024;

/** Counts messages in windows of a minute that start with the first message. */
export class MessageBudget {
  private startedAtMs = -WINDOW_MS;
  private used = 0;

  constructor(private readonly perMinute: number) {}

  /** Counts a message. Returns false past the budget. */
  consume(bytes: number, nowMs: number): boolean {
    if (nowMs - this.startedAtMs >= WINDOW_MS) {
      this.startedAtMs = nowMs;
      this.used = 0;
    }
    this.used += Math.max(1, Math.ceil(bytes / BYTES_PER_UNIT));
    return this.used <= this.perMinute;
  }
}
