import { Refusal } from '../../domain/errors/errors';
import { NotBatchable } from './batchable';

export interface BatchQueueLimits {
  readonly maxConcurrentBatches: number;
  readonly maxBatchSize: number;
  /** If a running batch exceeds this time, the items that it blocks leave the queue. */
  readonly slowBatchMs: number;
  /** An item that waits longer is refused with 503. */
  readonly maxWaitMs: number;
}

interface QueuedItem<Item> {
  readonly item: Item;
  readonly conflictKeys: readonly string[];
  readonly settle: (outcome: PromiseSettledResult<unknown>) => void;
  timer?: NodeJS.Timeout;
}

/**
 * Queues items and runs them in batches, first in, first out.
 *
 * An item that finds no batch running starts at once. Two items with a common conflict key never run at the same time.
 */
export class BatchQueue<Item> {
  private readonly waiting = new Set<QueuedItem<Item>>();
  /** Conflict keys of running items, and when their batch started. */
  private readonly runningKeys = new Map<string, number>();
  private runningBatches = 0;
  private lastStartedAt = 0;
  private isScheduled = false;

  /** @param run returns one outcome for each item, in their order; an error is the outcome of all */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<unknown>[]>,
    private readonly limits: BatchQueueLimits,
  ) {}

  /** @throws NotBatchable when a slow batch blocks it; Refusal 503 after `maxWaitMs` */
  add(item: Item, conflictKeys: readonly string[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: PromiseSettledResult<unknown>): void => {
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome.reason as Error);
      };
      const queued: QueuedItem<Item> = { item, conflictKeys, settle };
      this.waiting.add(queued);
      this.watch(queued, performance.now() + this.limits.maxWaitMs);
      this.schedule();
    });
  }

  /**
   * An item blocked by a slow batch leaves the queue. An item that waits only because of load stays: running it alone would
   * cost twice as much and add to the load.
   */
  private watch(queued: QueuedItem<Item>, deadline: number): void {
    queued.timer = setTimeout(() => {
      const now = performance.now();
      if (this.isBlocked(queued, now - this.limits.slowBatchMs)) this.remove(queued, new NotBatchable());
      else if (now >= deadline) this.remove(queued, overloaded());
      else this.watch(queued, deadline);
    }, this.limits.slowBatchMs);
  }

  /** Whether every running batch, or the one that holds a conflict key, started before this time. */
  private isBlocked({ conflictKeys }: QueuedItem<Item>, before: number): boolean {
    return (
      this.lastStartedAt <= before || conflictKeys.some((key) => (this.runningKeys.get(key) ?? Infinity) <= before)
    );
  }

  private remove(queued: QueuedItem<Item>, reason: Error): void {
    this.waiting.delete(queued);
    queued.settle({ status: 'rejected', reason });
  }

  /** Starts batches after all input of this event-loop turn has arrived, so that one batch takes it all. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.startBatches();
    });
  }

  private startBatches(): void {
    while (this.runningBatches < this.limits.maxConcurrentBatches) {
      const batch = this.dequeue();
      if (batch.length === 0) return;
      void this.runBatch(batch);
    }
  }

  private dequeue(): QueuedItem<Item>[] {
    const batch: QueuedItem<Item>[] = [];
    const now = performance.now();
    for (const queued of this.waiting) {
      if (batch.length === this.limits.maxBatchSize) break;
      if (queued.conflictKeys.some((key) => this.runningKeys.has(key))) continue;
      for (const key of queued.conflictKeys) this.runningKeys.set(key, now);
      this.waiting.delete(queued);
      clearTimeout(queued.timer);
      batch.push(queued);
    }
    return batch;
  }

  private async runBatch(batch: readonly QueuedItem<Item>[]): Promise<void> {
    this.runningBatches += 1;
    this.lastStartedAt = performance.now();
    const outcomes = await this.run(batch.map(({ item }) => item)).catch((reason: unknown) =>
      batch.map(() => ({ status: 'rejected' as const, reason })),
    );
    this.runningBatches -= 1;
    for (const key of batch.flatMap(({ conflictKeys }) => conflictKeys)) this.runningKeys.delete(key);
    batch.forEach(({ settle }, at) => {
      const outcome = outcomes[at];
      if (outcome) settle(outcome);
    });
    this.schedule();
  }
}

function overloaded(): Refusal {
  return new Refusal(
    'service_unavailable',
    'The server is overloaded. Nothing was changed; retry with the same Idempotency-Key.',
  );
}
