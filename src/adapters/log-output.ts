import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Pause before a reader that is too slow gets the text again. */
const RETRY_MS = 20;
/** How long the end of the process waits for a slow reader. */
const MAX_EXIT_MS = 5_000;
const FULL_PIPE = new Set(['EAGAIN', 'EBUSY']);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Writes the lines of the log to a descriptor in the background. Lines that wait are written together.
 *
 * If a write fails, as on a full disk, its lines are dropped and later lines are tried again. pino's own destination ends
 * the process on such an error, and then tries the write for ever in its exit handler.
 *
 * States: working → failing, by a failed write; failing → working, by a write; any → closed, when no reader is left.
 */
export class LogOutput implements DestinationStream {
  private waiting: string[] = [];
  private isWriting = false;
  private isFailing = false;
  private isClosed = false;
  /** A failed write has left a part of a line. */
  private isLineOpen = false;

  constructor(
    private readonly descriptor: number,
    private readonly warn: (message: string) => void,
  ) {
    process.once('exit', () => this.flush());
  }

  write(line: string): void {
    if (this.isClosed) return;
    this.waiting.push(line);
    if (!this.isWriting) this.writeNext();
  }

  private writeNext(): void {
    this.isWriting = this.waiting.length > 0;
    if (this.isWriting) this.writePart(this.takeWaiting());
  }

  private writePart(text: Buffer): void {
    write(this.descriptor, text, (error, written) => {
      if (error !== null && FULL_PIPE.has(codeOf(error))) {
        setTimeout(() => this.writePart(text), RETRY_MS);
        return;
      }
      if (error !== null) this.fail(error);
      else if (this.advance(text, written)) { this.writePart(text.subarray(written)); return; }
      this.writeNext();
    });
  }

  /** Writes what waits before the process ends. */
  private flush(): void {
    const endsAt = performance.now() + MAX_EXIT_MS;
    let text = this.takeWaiting();
    while (text.length > 0 && !this.isClosed) {
      try {
        const written = writeSync(this.descriptor, text);
        this.advance(text, written);
        text = text.subarray(written);
      } catch (error) {
        if (!FULL_PIPE.has(codeOf(error)) || performance.now() > endsAt) { this.fail(error as Error); return; }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  }

  private takeWaiting(): Buffer {
    const text = `${this.isLineOpen && this.waiting.length > 0 ? '\n' : ''}${this.waiting.join('')}`;
    this.waiting = [];
    return Buffer.from(text);
  }

  /** Returns whether a part of the text is left. */
  private advance(text: Buffer, written: number): boolean {
    if (written > 0) this.isLineOpen = text[written - 1] !== 0x0a;
    const isLeft = written < text.length;
    if (!isLeft) this.isFailing = false;
    return isLeft;
  }

  private fail(error: Error): void {
    if (codeOf(error) === 'EPIPE') {
      this.isClosed = true;
      this.waiting = [];
    } else if (!this.isFailing) {
      this.isFailing = true;
      this.warn(`the log cannot be written, and its lines are lost: ${error.message}`);
    }
  }
}
