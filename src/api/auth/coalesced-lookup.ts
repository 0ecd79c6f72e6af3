import DataLoader from 'dataloader';

// Keys of one statement. Further keys wait for the next statement.
const MAX_BATCH_SIZE = 256;
// A running lookup delays the next one for at most this time, because its connection may be dead.
const STALL_MS = 25;

/** Starts batches one after the other; a batch that is late no longer blocks the next. */
class BatchScheduler {
  private readonly queue: (() => void)[] = [];
  private isRunning = false;

  readonly enqueue = (start: () => void): void => {
    this.queue.push(start);
    this.startNext();
  };

  private startNext(): void {
    const start = this.isRunning ? undefined : this.queue.shift();
    if (!start) return;
    this.isRunning = true;
    // The requests that this turn of the event loop reads join the batch.
    setImmediate(start);
  }

  /** Runs a started batch, and lets the next one start when it ends or is late. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.isRunning = false;
      this.startNext();
    };
    const stallTimer = setTimeout(release, STALL_MS);
    try {
      return await work();
    } finally {
      clearTimeout(stallTimer);
      release();
    }
  }
}

/**
 * Combines lookups by key: those that arrive during a lookup share the next one.
 * An idle lookup starts at once. A lookup starts after all of its callers asked, so each caller sees every earlier
 * commit (docs/decisions/0027-shared-lookups.md). An error fails all callers of the lookup.
 * @param lookUp returns the values that it finds, by key
 */
export function coalescedLookup<V>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  const scheduler = new BatchScheduler();
  const loadBatch = (keys: readonly string[]): Promise<(V | undefined)[]> =>
    scheduler.run(async () => {
      const found = await lookUp([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    });
  const loader = new DataLoader(loadBatch, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: scheduler.enqueue,
  });
  return (key) => loader.load(key);
}
