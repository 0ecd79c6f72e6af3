/** Limits of answers that clients have not read yet. */
import type { Metrics } from '../../operations/ports';
import type { Settings } from '../../settings/settings';
import { RateLimited } from '../auth/rate-limit';
import { MinimumRate } from './minimum-rate';
import { PacedBody } from './paced-body';

// Smaller answers fit into the buffers of the kernel.
const LARGE_BYTES = 64 * 1024;
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
  bytes: number;
  /** Oldest first. */
  readonly answers: Set<UnreadAnswer>;
}

/** Whether an answer is so large that its bytes are counted until the client has read them. */
export function isLarge(body: unknown): body is string | Buffer {
  return (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > LARGE_BYTES;
}

/**
 * Counts the bytes of large answers from the first byte to the last, by caller and in all.
 *
 * A caller past its limit gets 429 before its next request runs. Past the limit of all callers, the oldest answers of
 * the caller with the most unread bytes are cut. So clients that read slowly cannot fill the memory.
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
    if (this.hasCapacity(caller, moreBytes)) return;
    this.metrics.limitReached('unread_answers');
    throw new RateLimited(
      'unread_answers',
      { 'retry-after': RETRY_AFTER_SECONDS },
      'Your earlier answers are not read yet. Read them first, or request smaller pages.',
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
    const reader = this.readers.get(caller) ?? { bytes: 0, answers: new Set<UnreadAnswer>() };
    this.readers.set(caller, reader);
    reader.answers.add(answer);
    reader.bytes += bytes;
    this.changeTotal(bytes);
    while (this.totalBytes > this.limits.maxUnreadBytes && this.readers.size > 1) this.cutLargestReader();
    return () => this.remove(caller, answer);
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

  private cutLargestReader(): void {
    const [caller, reader] = [...this.readers].reduce((most, one) => (one[1].bytes > most[1].bytes ? one : most));
    const [oldest] = reader.answers;
    if (!oldest) return;
    this.remove(caller, oldest);
    this.metrics.limitReached('unread_bytes');
    oldest.destroy();
  }

  private remove(caller: string, answer: UnreadAnswer): void {
    const reader = this.readers.get(caller);
    if (!reader?.answers.delete(answer)) return;
    reader.bytes -= answer.bytes;
    if (reader.answers.size === 0) this.readers.delete(caller);
    this.changeTotal(-answer.bytes);
  }

  private changeTotal(bytes: number): void {
    this.totalBytes += bytes;
    this.metrics.unreadBytesChanged(bytes);
  }
}
