import { type RateLimitName, RateLimited } from '../auth/rate-limit';

interface ConcurrencyLimits {
  readonly name: RateLimitName;
  /** Number of permits of one key. */
  readonly maximum: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** The text of the 429. */
  readonly detail: string;
}

interface Waiting {
  readonly start: () => void;
}

interface KeyState {
  running: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Limits what runs at the same time for one key, such as the reads of a principal.
 * The rest waits in a queue of the key, first in, first out. So no key delays another.
 */
export class ConcurrencyLimit {
  private readonly keys = new Map<string, KeyState>();

  constructor(private readonly limits: ConcurrencyLimits) {}

  /**
   * Waits for a permit. The caller calls the returned function once, to release it.
   * @throws RateLimited if the queue of the key is full, or after `maxWaitMs`
   */
  async acquire(key: string): Promise<() => void> {
    const state = this.keys.get(key) ?? { running: 0, waiting: new Set<Waiting>() };
    this.keys.set(key, state);
    if (state.running < this.limits.maximum) state.running += 1;
    else await this.wait(state);
    return () => this.release(key, state);
  }

  private wait({ waiting }: KeyState): Promise<void> {
    if (waiting.size >= this.limits.maxWaiting) throw this.refusal();
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.delete(entry);
        reject(this.refusal());
      }, this.limits.maxWaitMs);
      waiting.add(entry);
    });
  }

  /** Passes the permit to the next in the queue. */
  private release(key: string, state: KeyState): void {
    const [next] = state.waiting;
    if (next) {
      state.waiting.delete(next);
      next.start();
      return;
    }
    state.running -= 1;
    if (state.running === 0) this.keys.delete(key);
  }

  private refusal(): RateLimited {
    return new RateLimited(this.limits.name, { 'retry-after': '1' }, this.limits.detail);
  }
}
