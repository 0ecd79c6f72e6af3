/** Chance that can be had again from its seed. Not a test. */
export class Chance {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed;
  }

  /** Of a test's own: the seed is printed, and `CHAOS_SEED` gives it back. */
  static of(name: string): Chance {
    const chance = new Chance(Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31)));
    console.log(`${name}: CHAOS_SEED=${String(chance.seed)}`);
    return chance;
  }

  /** 0 … below 1 (mulberry32). */
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

/** Does the work on every item, so many at a time. */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T, at: number) => Promise<void>) {
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
 * Work that goes on side by side until it is over. When a part fails, `failed` is called, so that the others end too, and
 * waited for: nothing goes on, and no process is begun, behind the back of a test that has failed.
 */
export async function together(failed: () => void, parts: readonly Promise<unknown>[]): Promise<void> {
  const watched = parts.map((part) =>
    part.catch((error: unknown) => {
      failed();
      throw error;
    }),
  );
  for (const end of await Promise.allSettled(watched)) if (end.status === 'rejected') throw end.reason as Error;
}
