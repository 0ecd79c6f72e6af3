import type { BeginCall, Database, Tx } from '../transactions/database';
import type { RequestBudget } from '../transactions/request-budget';
import { BatchQueue } from './batch-queue';
import { NotBatchable } from './batchable';
import { type BatchableWork, runTogether } from './run-together';

/**
 * Group commit: one database transaction for several requests that wait at the same time.
 *
 * The requests of a batch share its round trips, its BEGIN, its COMMIT and its write to disk. That doubles the number of
 * mutations a second under load (docs/decisions/0029-transaction-batching.md). `ATS_BATCHING=off` turns it off.
 *
 * States of a request:
 *
 * - queued → running → committed. The answer is final.
 * - running → refused. It wrote nothing, and the batch commits without it.
 * - running → alone. The batch could not carry it, or was rolled back.
 * - queued → alone. A slow batch blocks it (`slowBatchMs`).
 * - queued → refused. It gets 503 after `maxWaitMs` in the queue.
 *
 * `BatchQueue` decides which requests run together. `runTogether` begins and commits their transaction, and `TransactionBatch`
 * runs their statements in step. A request that leaves a batch runs in a transaction of its own, which may wait for locks.
 * The settlement worker has no queue: it runs the due trades of a sweep together.
 */

export interface BatchOptions {
  /** Two requests with a common key never run at the same time. */
  readonly conflictKeys: readonly string[];
}

type BatchableRequest = BatchableWork<unknown>;

// Two batches: PostgreSQL works on one while Node works on the other. The longest wait equals the pool's connection timeout.
const QUEUE_LIMITS = { maxConcurrentBatches: 2, maxBatchSize: 32, slowBatchMs: 1_000, maxWaitMs: 5_000 };

/** Counters of the batcher. */
export interface BatchMetrics {
  readonly transactionBatched: (requests: number) => void;
  readonly batchedTransactionRetried: () => void;
}

export class TransactionBatcher {
  private readonly queue: BatchQueue<BatchableRequest>;

  constructor(
    private readonly database: Database,
    private readonly metrics: BatchMetrics,
  ) {
    this.queue = new BatchQueue((requests) => this.runBatch(requests), QUEUE_LIMITS);
  }

  /**
   * Like `Database.inTransaction`, possibly together with other requests. The work must have no effect outside the database,
   * because it runs again when the batch cannot carry it.
   */
  async inTransaction<T>(
    run: (tx: Tx) => Promise<T>,
    beginCall: BeginCall,
    budget: RequestBudget,
    { conflictKeys }: BatchOptions,
  ): Promise<T> {
    try {
      return (await this.queue.add({ run, beginCall, budget }, conflictKeys)) as T;
    } catch (error) {
      if (!(error instanceof NotBatchable)) throw error;
      this.metrics.batchedTransactionRetried();
      return this.database.inTransaction(run, beginCall, budget);
    }
  }

  private runBatch(requests: readonly BatchableRequest[]): Promise<PromiseSettledResult<unknown>[]> {
    this.metrics.transactionBatched(requests.length);
    return runTogether(this.database, requests);
  }
}
