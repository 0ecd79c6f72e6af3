/** A random generator that repeats its values for the same seed. */
export class SeededRandom {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed;
  }

  /** Uses `CHAOS_SEED` when it is set, and prints the seed. */
  static fromEnvironment(name: string): SeededRandom {
    const random = new SeededRandom(Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31)));
    console.log(`${name}: CHAOS_SEED=${String(random.seed)}`);
    return random;
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}

/** Works on all items, with at most `lanes` items at a time. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T, at: number) => Promise<void>,
) {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) await work(item, at);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Runs tasks concurrently until all of them have ended.
 * When one fails, `failed` tells the others to stop. A failed test thus leaves no running process.
 */
export async function runAll(failed: () => void, parts: readonly Promise<unknown>[]): Promise<void> {
  const watched = parts.map((part) =>
    part.catch((error: unknown) => {
      failed();
      throw error;
    }),
  );
  for (const end of await Promise.allSettled(watched)) if (end.status === 'rejected') throw end.reason as Error;
}
