import { ConcurrencyLimit } from './concurrency-limit';
import type { Settings } from '../../settings/settings';

// A read may take 5 s in all, so it must not wait longer.
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 5_000;
// An answer that turns out to be large holds its rows while it waits.
const MAX_WAITING_LARGE = 8;
const MAX_WAITING_LARGE_IN_ALL = 200;
const MAX_WAIT_LARGE_MS = 3_000;
const ALL = 'all';

type Limits = Pick<Settings, 'concurrentRequests' | 'largeAnswers' | 'maxLargeAnswers'>;

/** The permits of one read. */
interface ReadPermits {
  /** Waits until the principal may have one more large answer. @throws RateLimited */
  readonly acquireLargeAnswer: () => Promise<void>;
  readonly release: () => void;
}

/**
 * Limits the requests of one principal, human or platform credential that run at the same time.
 * They wait before they use a connection or the event loop. So a principal with many requests does not delay others.
 */
export class PrincipalLimits {
  private readonly reads: ConcurrencyLimit;
  private readonly writes: ConcurrencyLimit;
  private readonly largeAnswers: ConcurrencyLimit;
  /** So that large answers leave most of the database connections and of the memory to others. */
  private readonly allLargeAnswers: ConcurrencyLimit;

  constructor({ concurrentRequests, largeAnswers, maxLargeAnswers }: Limits) {
    const waiting = { maximum: concurrentRequests, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS };
    const detail = 'Too many of your requests are running. Send fewer at the same time.';
    this.reads = new ConcurrencyLimit({ name: 'concurrent_reads', detail, ...waiting });
    this.writes = new ConcurrencyLimit({ name: 'concurrent_writes', detail, ...waiting });
    this.largeAnswers = new ConcurrencyLimit({
      name: 'large_answers',
      detail: 'Too many of your large answers are being prepared. Request smaller pages, or fewer at the same time.',
      maximum: largeAnswers,
      maxWaiting: MAX_WAITING_LARGE,
      maxWaitMs: MAX_WAIT_LARGE_MS,
    });
    this.allLargeAnswers = new ConcurrencyLimit({
      name: 'large_answers',
      detail: 'The service is preparing too many large answers. Request smaller pages, or try again.',
      maximum: maxLargeAnswers,
      maxWaiting: MAX_WAITING_LARGE_IN_ALL,
      maxWaitMs: MAX_WAIT_LARGE_MS,
    });
  }

  /**
   * @param isLarge whether the answer is expected to be large; then it waits before it reads
   * @throws RateLimited
   */
  async acquireRead(key: string, isLarge: boolean): Promise<ReadPermits> {
    const releases = [await this.reads.acquire(key)];
    const state = { isReleased: false, isLarge: false };
    const release = (): void => {
      state.isReleased = true;
      for (const one of releases.splice(0)) one();
    };
    const acquire = async (limit: ConcurrencyLimit, limitKey: string): Promise<void> => {
      const releaseOne = await limit.acquire(limitKey);
      // The request may have ended while it waited.
      if (state.isReleased) releaseOne();
      else releases.push(releaseOne);
    };
    const acquireLargeAnswer = async (): Promise<void> => {
      if (state.isLarge) return;
      state.isLarge = true;
      await acquire(this.largeAnswers, key);
      await acquire(this.allLargeAnswers, ALL);
    };
    try {
      if (isLarge) await acquireLargeAnswer();
      return { acquireLargeAnswer, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** @throws RateLimited */
  acquireWrite(key: string): Promise<() => void> {
    return this.writes.acquire(key);
  }
}
