/** Limits of answers that clients have not read yet. */
import type { RowMemory } from '../../operations/context';
import type { Metrics } from '../../operations/ports';
import type { Settings } from '../../settings/settings';
import { RateLimited } from '../auth/rate-limit';
import { MinimumRate } from './minimum-rate';
import { PacedBody } from './paced-body';

// Smaller answers fit into the buffers of the kernel.
const LARGE_BYTES = 64 * 1024;
// A query with fewer bytes of rows is never refused for the memory of others.
const LARGE_ROWS_BYTES = 1024 * 1024;
const CHECK_MS = 1_000;
const RETRY_AFTER_SECONDS = '5';

type Limits = Pick<
  Settings,
  'maxUnreadBytes' | 'maxUnreadBytesPerCaller' | 'minReadBytesPerSecond' | 'slowReaderSeconds'
>;

interface UnreadAnswer {
  readonly bytes: number;
  /** Cuts the connection. */
  readonly destroy: () => void;
}

interface Reader {
  /** Bytes of unread answers, and of rows in memory. */
  bytes: number;
  /** Oldest first. */
  readonly answers: Set<UnreadAnswer>;
  /** Queries whose rows are in memory. */
  running: number;
}

/** Whether an answer is so large that its bytes are counted until the client has read them. */
export function isLarge(body: unknown): body is string | Buffer {
  return (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > LARGE_BYTES;
}

/**
 * Counts the bytes of large answers from their rows to the last byte that the client reads, by caller and in all.
 *
 * States of an answer: rows in memory → unread → read. A caller past its limit gets 429 before its next request runs, or
 * while its rows arrive. Past the limit of all callers, the oldest unread answers of the caller with the most bytes are cut.
 * So clients that read slowly or request much at the same time cannot fill the memory.
 */
export class UnreadAnswers {
  private readonly readers = new Map<string, Reader>();
  private totalBytes = 0;

  constructor(
    private readonly limits: Limits,
    private readonly metrics: Pick<Metrics, 'limitReached' | 'unreadBytesChanged'>,
  ) {}

  /** @throws RateLimited 429 if the caller has too many unread bytes, or would have with this answer */
  assertCapacity(caller: string, moreBytes = 0): void {
    if (!this.hasCapacity(caller, moreBytes)) throw this.refusal();
  }

  private refusal(): RateLimited {
    this.metrics.limitReached('unread_answers');
    return new RateLimited(
      'unread_answers',
      { 'retry-after': RETRY_AFTER_SECONDS },
      'Too many bytes of answers are in memory. Read your earlier answers, or request smaller pages.',
    );
  }

  /** Whether the caller may get an answer of this size. One answer of any size is allowed. */
  hasCapacity(caller: string, moreBytes = 0): boolean {
    const unread = this.readers.get(caller)?.bytes ?? 0;
    return unread === 0 || unread + moreBytes < this.limits.maxUnreadBytesPerCaller;
  }

  /**
   * Counts an answer. The caller of this function calls the returned one when the answer is read or lost.
   * @param destroy cuts the connection
   */
  add(caller: string, bytes: number, destroy: () => void): () => void {
    const answer = { bytes, destroy };
    const reader = this.readerOf(caller);
    reader.answers.add(answer);
    reader.bytes += bytes;
    this.totalBytes += bytes;
    this.metrics.unreadBytesChanged(bytes);
    if (this.readers.size > 1) this.cutToCapacity();
    return () => this.remove(caller, answer);
  }

  /** Counts the rows of a query of this caller. Call `release` at its end, before its answer counts as unread. */
  holdRows(caller: string): RowMemory & { release(): void } {
    const reader = this.readerOf(caller);
    let held = 0;
    let isReleased = false;
    reader.running += 1;
    return {
      hold: (bytes) => {
        held += bytes;
        // A statement may go on after its request has ended. Its rows are not used, so only a large result is cut.
        if (isReleased) return held < LARGE_ROWS_BYTES;
        reader.bytes += bytes;
        this.totalBytes += bytes;
        return held < LARGE_ROWS_BYTES || this.fits(reader, held);
      },
      refusal: () => this.refusal(),
      release: () => {
        isReleased = true;
        reader.running -= 1;
        reader.bytes -= held;
        this.totalBytes -= held;
        this.removeIfIdle(caller, reader);
      },
    };
  }

  private fits(reader: Reader, held: number): boolean {
    if (reader.bytes > held && reader.bytes > this.limits.maxUnreadBytesPerCaller) return false;
    this.cutToCapacity();
    return !this.isFull || this.totalBytes === held;
  }

  private cutToCapacity(): void {
    let hasCut = true;
    while (hasCut && this.isFull && this.readers.size > 1) hasCut = this.cutLargestReader();
  }

  private get isFull(): boolean {
    return this.totalBytes > this.limits.maxUnreadBytes;
  }

  private readerOf(caller: string): Reader {
    const reader = this.readers.get(caller) ?? { bytes: 0, answers: new Set<UnreadAnswer>(), running: 0 };
    this.readers.set(caller, reader);
    return reader;
  }

  /** Returns a stream that sends a large answer no faster than the client reads it. */
  stream(caller: string, body: string | Buffer, destroy: () => void): PacedBody {
    const paced = new PacedBody(Buffer.isBuffer(body) ? body : Buffer.from(body));
    const rate = this.newMinimumRate();
    const timer = setInterval(() => {
      if (!rate.isTooSlow(paced.sentBytes, paced.waitingBytes, performance.now())) return;
      this.metrics.limitReached('slow_reader');
      destroy();
    }, CHECK_MS);
    const remove = this.add(caller, paced.length, destroy);
    paced.once('close', () => {
      clearInterval(timer);
      remove();
    });
    return paced;
  }

  newMinimumRate(): MinimumRate {
    return new MinimumRate(this.limits.minReadBytesPerSecond, this.limits.slowReaderSeconds);
  }

  /** Returns false if the reader with the most bytes has no answer to cut, because its rows are in memory. */
  private cutLargestReader(): boolean {
    const [caller, reader] = [...this.readers].reduce((most, one) => (one[1].bytes > most[1].bytes ? one : most));
    const [oldest] = reader.answers;
    if (!oldest) return false;
    this.remove(caller, oldest);
    this.metrics.limitReached('unread_bytes');
    oldest.destroy();
    return true;
  }

  private remove(caller: string, answer: UnreadAnswer): void {
    const reader = this.readers.get(caller);
    if (!reader?.answers.delete(answer)) return;
    reader.bytes -= answer.bytes;
    this.totalBytes -= answer.bytes;
    this.metrics.unreadBytesChanged(-answer.bytes);
    this.removeIfIdle(caller, reader);
  }

  private removeIfIdle(caller: string, { answers, running }: Reader): void {
    if (answers.size === 0 && running === 0) this.readers.delete(caller);
  }
}
