import type { QueryResult } from 'pg';
import { assert } from '../../domain/errors/errors';
import { sqlState } from '../connection/failures';
import { type BeginCall, type Database, type PooledConnection, rollBack, type Tx } from '../transactions/database';
import type { RequestBudget } from '../transactions/request-budget';
import type { TransactionTimes } from '../transactions/serial-transaction';
import { NotBatchable } from './batchable';
import { type BatchedTransaction, TransactionBatch } from './transaction-batch';

/** Work that may share a transaction. The members of a batch all have a begin call and a budget, or none has. */
export interface BatchableWork<T> {
  readonly run: (tx: Tx) => Promise<T>;
  readonly beginCall?: BeginCall;
  readonly budget?: RequestBudget;
}

// Statements of a batch skip locked rows. This limits the waits that cannot be skipped, such as those of a unique index.
const LOCK_TIMEOUT_MS = 200;

/**
 * Runs works in one transaction and returns one outcome for each, in their order.
 *
 * A rejection with NotBatchable had no effect: the work must run again alone, which may wait for locks. Every other outcome
 * is final.
 */
export function runTogether<T>(
  database: Database,
  works: readonly BatchableWork<T>[],
): Promise<PromiseSettledResult<T>[]> {
  return database.withConnection(async (connection) => {
    const batch = new TransactionBatch(connection.client);
    try {
      const members = await begin(database, batch, works);
      const outcomes = await Promise.allSettled(
        members.map((member, at) => member.run((works[at] as BatchableWork<T>).run)),
      );
      const failure = batch.failure ?? failureAfterWrite(members, outcomes);
      if (failure !== undefined) {
        await rollBack(connection, failure);
        return outcomes.map(retryUnlessRefused);
      }
      return await commit(connection, members, outcomes);
    } catch (error) {
      await rollBack(connection, error);
      return works.map(() => retryAlone(error));
    }
  });
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
  works: readonly BatchableWork<unknown>[],
): Promise<BatchedTransaction[]> {
  const now = database.nowSql();
  const times = database.timesSql();
  const calls = works.map(({ beginCall }, n) => {
    const opened = beginCall === undefined ? '' : `, opened.* FROM ${beginCall(now, false)} AS opened`;
    return `SELECT ${String(n)} AS n, ${times}${opened}`;
  });
  const results = (await batch.client.query(
    `BEGIN; SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}; ${calls.join(' UNION ALL ')}`,
  )) as unknown as QueryResult[];
  const rows = (results.at(-1) as QueryResult).rows as (TransactionTimes & { n: number })[];
  return works.map(({ budget }, n) => {
    const row = rows[n];
    // SQL does not promise the order of UNION ALL. A wrong row would act for another caller.
    assert(row?.n === n, 'the rows of the begin calls are in order');
    return batch.join(row, budget);
  });
}

async function commit<T>(
  connection: PooledConnection,
  members: readonly BatchedTransaction[],
  outcomes: PromiseSettledResult<T>[],
): Promise<PromiseSettledResult<T>[]> {
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
