import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Pause before a reader that is too slow gets the text again. */
const RETRY_MS = 20;
/** How long the end of the process waits for a slow reader. */
const MAX_EXIT_MS = 5_000;
/** Bytes that wait for a slow reader. Further lines are dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FULL_PIPE = new Set(['EAGAIN', 'EBUSY']);
const NEWLINE = Buffer.from('\n');

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Writes each line of the log at once to a descriptor, so that a process that ends has written its last lines.
 *
 * If a write fails, as on a full disk, its lines are dropped and later lines are tried again. pino's own destination ends
 * the process on such an error, and then tries the write for ever in its exit handler.
 *
 * States: a full pipe makes it waiting, and a failed write makes it failing. The next complete write makes it working again.
 * Without a reader it is closed.
 */
export class LogOutput implements DestinationStream {
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private isFailing = false;
  private isClosed = false;
  /** The last write ended within a line. */
  private isLineOpen = false;

  constructor(
    private readonly descriptor: number,
    private readonly warn: (message: string) => void,
  ) {
    process.once('exit', () => this.flush());
  }

  write(line: string): void {
    if (this.isClosed) return;
    const text = Buffer.from(line);
    if (this.waitingBytes + text.length > MAX_WAITING_BYTES) {
      this.report('its reader is too slow');
      return;
    }
    this.waiting.push(text);
    this.waitingBytes += text.length;
    if (this.timer === undefined && !this.tryWaiting()) this.retry();
  }

  private retry(): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.tryWaiting()) this.retry();
    }, RETRY_MS).unref();
  }

  /** Writes what waits before the process ends. */
  private flush(): void {
    const endsAt = performance.now() + MAX_EXIT_MS;
    while (!this.tryWaiting() && performance.now() < endsAt) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }

  /** Writes what waits. Returns false if the pipe is full. */
  private tryWaiting(): boolean {
    try {
      for (let [text] = this.waiting; text !== undefined; [text] = this.waiting) this.writePart(text);
      this.isFailing = false;
      return true;
    } catch (error) {
      if (FULL_PIPE.has(codeOf(error))) return false;
      this.dropWaiting(error);
      return true;
    }
  }

  private writePart(text: Buffer): void {
    const written = writeSync(this.descriptor, text);
    this.waitingBytes -= written;
    if (written > 0) this.isLineOpen = text[written - 1] !== NEWLINE[0];
    if (written < text.length) this.waiting[0] = text.subarray(written);
    else this.waiting.shift();
  }

  private dropWaiting(error: unknown): void {
    this.isClosed = codeOf(error) === 'EPIPE';
    this.waiting = this.isLineOpen ? [NEWLINE] : [];
    this.waitingBytes = this.waiting.length;
    if (!this.isClosed) this.report(error instanceof Error ? error.message : String(error));
  }

  private report(reason: string): void {
    if (!this.isFailing) this.warn(`the log cannot be written, and its lines are lost: ${reason}`);
    this.isFailing = true;
  }
}
