/** Finds readers that are slower than a minimum rate for some seconds. */
export class MinimumRate {
  private startedAtMs: number | undefined;
  private sentAtStart = 0;
  private allowedMs = 0;

  constructor(
    private readonly bytesPerSecond: number,
    private readonly seconds: number,
  ) {}

  /**
   * Tells whether the reader was too slow since the first call with unread bytes. The caller calls it about each second.
   * @param sentBytes bytes that the kernel has taken so far
   * @param waitingBytes bytes of the writes in progress; none: the reader is not slow
   */
  isTooSlow(sentBytes: number, waitingBytes: number, nowMs: number): boolean {
    if (waitingBytes === 0) {
      this.startedAtMs = undefined;
      return false;
    }
    if (this.startedAtMs === undefined) {
      this.start(sentBytes, waitingBytes, nowMs);
      return false;
    }
    const elapsedMs = nowMs - this.startedAtMs;
    if (elapsedMs < this.allowedMs) return false;
    const isSlow = sentBytes - this.sentAtStart < this.bytesPerSecond * this.seconds;
    this.start(sentBytes, waitingBytes, nowMs);
    return isSlow;
  }

  private start(sentBytes: number, waitingBytes: number, nowMs: number): void {
    this.startedAtMs = nowMs;
    this.sentAtStart = sentBytes;
    // One large write is reported as sent when all of it is.
    this.allowedMs = 1_000 * Math.max(this.seconds, waitingBytes / this.bytesPerSecond);
  }
}
