import { ConcurrencyLimit } from '../auth/concurrency-limit';
import type { Settings } from '../../settings/settings';

// A read may take 5 s in all, so it must not wait longer.
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 5_000;
// A waiting large answer holds its rows in memory.
const MAX_WAITING_LARGE = 8;
const MAX_WAIT_LARGE_MS = 3_000;

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

  constructor({ concurrentRequests, largeAnswers }: Pick<Settings, 'concurrentRequests' | 'largeAnswers'>) {
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
  }

  /** @throws RateLimited */
  async acquireRead(key: string): Promise<ReadPermits> {
    const releaseRead = await this.reads.acquire(key);
    const state: { isReleased: boolean; releaseLarge?: () => void } = { isReleased: false };
    return {
      acquireLargeAnswer: async () => {
        const release = await this.largeAnswers.acquire(key);
        // The request may have ended while it waited.
        if (state.isReleased) release();
        else state.releaseLarge = release;
      },
      release: () => {
        state.isReleased = true;
        state.releaseLarge?.();
        releaseRead();
      },
    };
  }

  /** @throws RateLimited */
  acquireWrite(key: string): Promise<() => void> {
    return this.writes.acquire(key);
  }
}
