import DataLoader from 'dataloader';

// So many keys a statement: what more than that is waiting for goes with the next.
const MAX_BATCH_SIZE = 256;
// A look-up that is under way for so long keeps the others waiting no more: its connection may have died unheard.
const STALL_MS = 25;

/** Who may begin: one after the other, in the order of their asking, as long as none is late. */
class BatchScheduler {
  private readonly waiting: (() => void)[] = [];
  private isRunning = false;

  readonly enqueue = (begin: () => void): void => {
    this.waiting.push(begin);
    this.next();
  };

  private next(): void {
    const begin = this.isRunning ? undefined : this.waiting.shift();
    if (!begin) return;
    this.isRunning = true;
    // After all that has arrived by now: it goes along.
    setImmediate(begin);
  }

  /** The work of whoever has begun. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    let over = false;
    const end = (): void => {
      if (over) return;
      over = true;
      this.isRunning = false;
      this.next();
    };
    const late = setTimeout(end, STALL_MS);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      end();
    }
  }
}

/**
 * Look-ups by key that come while one is under way wait for it, and are then made together, each key once; when none is,
 * one begins at once. Every look-up begins after it was asked for, and its answer is for those alone who had asked by
 * then: whatever was committed before a question is in its answer (docs/decisions/0027-shared-lookups.md).
 * One that fails fails all who share it.
 *
 * @param lookUp what was found, by its key
 */
export function coalescedLookup<V>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  const turns = new BatchScheduler();
  const together = (keys: readonly string[]): Promise<(V | undefined)[]> =>
    turns.run(async () => {
      const found = await lookUp([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    });
  const loader = new DataLoader(together, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: turns.enqueue,
  });
  return (key) => loader.load(key);
}
