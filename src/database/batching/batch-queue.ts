import { Refusal } from '../../domain/errors/errors';
import { NotBatchable } from './batchable';

export interface BatchQueueLimits {
  /** So many groups are under way at once. */
  readonly maxConcurrentBatches: number;
  /** So many are taken along in one. */
  readonly maxBatchSize: number;
  /** For a group that takes longer nobody waits: who would have to goes by itself. */
  readonly slowBatchMs: number;
  /** So long one waits at most while others are taken: there are more than can be done. */
  readonly maxWaitMs: number;
}

interface QueuedItem<Item> {
  readonly item: Item;
  readonly conflictKeys: readonly string[];
  readonly settle: (outcome: PromiseSettledResult<unknown>) => void;
  timer?: NodeJS.Timeout;
}

/**
 * Gathers what comes while others are under way, and runs it in groups: first come, first taken. Alone, one begins at once.
 * Two with a name in common are never under way at once.
 */
export class BatchQueue<Item> {
  private readonly waiting = new Set<QueuedItem<Item>>();
  /** Names of those under way, and since when. */
  private readonly taken = new Map<string, number>();
  private underWay = 0;
  private begunAt = 0;
  private called = false;

  /** @param run answers an outcome for each, in their order; what it throws is the outcome of all */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<unknown>[]>,
    private readonly limits: BatchQueueLimits,
  ) {}

  /**
   * @param apart names that no other has while it is under way
   * @throws LeftBehind where a group that it waits for takes too long; Refusal 503 once it has waited for the longest
   */
  add(item: Item, apart: readonly string[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: PromiseSettledResult<unknown>): void => {
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome.reason as Error);
      };
      const one: QueuedItem<Item> = { item, conflictKeys: apart, settle };
      this.waiting.add(one);
      this.watch(one, performance.now() + this.limits.maxWaitMs);
      this.call();
    });
  }

  /**
   * Whoever is kept by what takes long goes by itself. Not whoever waits because there are many: by themselves they would
   * cost more, and there would be more still.
   */
  private watch(one: QueuedItem<Item>, until: number): void {
    one.timer = setTimeout(() => {
      const now = performance.now();
      if (this.isKept(one, now - this.limits.slowBatchMs)) this.leave(one, new NotBatchable());
      else if (now >= until) this.leave(one, new Refusal('service_unavailable', 'Too many wait; nothing was done.'));
      else this.watch(one, until);
    }, this.limits.slowBatchMs);
  }

  /** Whether what it waits for began before that: the groups under way, or the one with a name of its own. */
  private isKept({ conflictKeys: apart }: QueuedItem<Item>, before: number): boolean {
    return this.begunAt <= before || apart.some((name) => (this.taken.get(name) ?? Infinity) <= before);
  }

  private leave(one: QueuedItem<Item>, reason: Error): void {
    this.waiting.delete(one);
    one.settle({ status: 'rejected', reason });
  }

  /** After all that has arrived by now: it goes along. */
  private call(): void {
    if (this.called) return;
    this.called = true;
    setImmediate(() => {
      this.called = false;
      this.begin();
    });
  }

  private begin(): void {
    while (this.underWay < this.limits.maxConcurrentBatches) {
      const group = this.take();
      if (group.length === 0) return;
      void this.carry(group);
    }
  }

  private take(): QueuedItem<Item>[] {
    const group: QueuedItem<Item>[] = [];
    const now = performance.now();
    for (const one of this.waiting) {
      if (group.length === this.limits.maxBatchSize) break;
      if (one.conflictKeys.some((name) => this.taken.has(name))) continue;
      for (const name of one.conflictKeys) this.taken.set(name, now);
      this.waiting.delete(one);
      clearTimeout(one.timer);
      group.push(one);
    }
    return group;
  }

  private async carry(group: readonly QueuedItem<Item>[]): Promise<void> {
    this.underWay += 1;
    this.begunAt = performance.now();
    const outcomes = await this.run(group.map(({ item }) => item)).catch((reason: unknown) =>
      group.map(() => ({ status: 'rejected' as const, reason })),
    );
    this.underWay -= 1;
    for (const name of group.flatMap(({ conflictKeys: apart }) => apart)) this.taken.delete(name);
    group.forEach(({ settle }, at) => {
      const outcome = outcomes[at];
      if (outcome) settle(outcome);
    });
    this.call();
  }
}
