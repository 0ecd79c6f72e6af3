import type { QueryResult } from 'pg';
import { assert } from '../../domain/errors/errors';
import { sqlState } from '../connection/failures';
import { type BeginCall, type Database, type PooledConnection, rollBack, type Tx } from '../transactions/database';
import type { RequestBudget } from '../transactions/request-budget';
import type { TransactionTimes } from '../transactions/serial-transaction';
import { BatchQueue } from './batch-queue';
import { NotBatchable } from './batchable';
import { type BatchedTransaction, TransactionBatch } from './transaction-batch';

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
 * `BatchQueue` decides which requests run together. `TransactionBatch` runs their statements in step. This class begins and
 * commits the transaction. A request that leaves a batch runs in a transaction of its own, which may wait for locks.
 */

export interface BatchOptions {
  /** Two requests with a common key never run at the same time. */
  readonly conflictKeys: readonly string[];
}

/** A request, with the parameters of `Database.inTransaction`. */
interface BatchableRequest {
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly beginCall: BeginCall;
  readonly budget: RequestBudget;
}

// Two batches: PostgreSQL works on one while Node works on the other. The longest wait equals the pool's connection timeout.
const QUEUE_LIMITS = { maxConcurrentBatches: 2, maxBatchSize: 32, slowBatchMs: 1_000, maxWaitMs: 5_000 };
// Statements of a batch skip locked rows. This limits the waits that cannot be skipped, such as those of a unique index.
const LOCK_TIMEOUT_MS = 200;

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
    return this.database.withConnection(async (connection) => {
      const batch = new TransactionBatch(connection.client);
      try {
        const members = await begin(this.database, batch, requests);
        const outcomes = await Promise.allSettled(
          members.map((member, at) => member.run((requests[at] as BatchableRequest).run)),
        );
        const failure = batch.failure ?? failureAfterWrite(members, outcomes);
        if (failure !== undefined) {
          await rollBack(connection, failure);
          return outcomes.map(retryUnlessRefused);
        }
        return await commit(connection, members, outcomes);
      } catch (error) {
        await rollBack(connection, error);
        return requests.map(() => retryAlone(error));
      }
    });
  }
}

/**
 * The error of a member that failed after it had written, if there is one. Its rows cannot be told from those of the other
 * members, so the whole batch is rolled back.
 */
function failureAfterWrite(
  members: readonly BatchedTransaction[],
  outcomes: readonly PromiseSettledResult<unknown>[],
): unknown {
  for (const [at, outcome] of outcomes.entries())
    if (outcome.status === 'rejected' && members[at]?.hasWritten) return outcome.reason ?? 'failed';
  return undefined;
}

function retryAlone(cause: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason: new NotBatchable(cause) };
}

/** After a rollback, a refusal still stands because it had no effect. All other members run again alone. */
function retryUnlessRefused(outcome: PromiseSettledResult<unknown>): PromiseRejectedResult {
  return outcome.status === 'rejected' ? outcome : retryAlone('the batch was rolled back');
}

async function begin(
  database: Database,
  batch: TransactionBatch,
  requests: readonly BatchableRequest[],
): Promise<BatchedTransaction[]> {
  const now = database.nowSql();
  const times = database.timesSql();
  const calls = requests.map(
    ({ beginCall }, n) => `SELECT ${String(n)} AS n, ${times}, opened.* FROM ${beginCall(now, false)} AS opened`,
  );
  const results = (await batch.client.query(
    `BEGIN; SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}; ${calls.join(' UNION ALL ')}`,
  )) as unknown as QueryResult[];
  const rows = (results.at(-1) as QueryResult).rows as (TransactionTimes & { n: number })[];
  return requests.map(({ budget }, n) => {
    const row = rows[n];
    // SQL does not promise the order of UNION ALL. A wrong row would act for another caller.
    assert(row?.n === n, 'the rows of the begin calls are in order');
    return batch.join(row, budget);
  });
}

async function commit(
  connection: PooledConnection,
  members: readonly BatchedTransaction[],
  outcomes: PromiseSettledResult<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const done = members.filter((_, at) => outcomes[at]?.status === 'fulfilled');
  const text = `${done.map(({ commitSql }) => commitSql).join('')} COMMIT`;
  try {
    await connection.client.query(text);
  } catch (error) {
    // The connection was lost during COMMIT. A retry with the same idempotency key reveals the outcome.
    if (sqlState(error) === undefined) {
      connection.error ??= error as Error;
      return outcomes.map((outcome) =>
        outcome.status === 'rejected' ? outcome : { status: 'rejected', reason: error },
      );
    }
    await rollBack(connection, error);
    return outcomes.map(retryUnlessRefused);
  }
  for (const hook of done.flatMap(({ hooks }) => hooks)) hook();
  return outcomes;
}
