import type { PoolClient, QueryConfig } from 'pg';
import { groupBy } from '../../domain/group-by';
import { type RequestBudget, queryWithinBudget } from '../transactions/request-budget';
import { SerialTransaction, type TransactionTimes, type Tx } from '../transactions/serial-transaction';
import type { Statement } from '../transactions/statement';
import { NotBatchable } from './batchable';

interface QueuedStatement {
  readonly member: BatchedTransaction;
  readonly statement: Statement;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One transaction of several members, which run in step.
 *
 * Once every running member waits for a statement, statements of the same kind run as one. The first error fails the batch.
 */
export class TransactionBatch {
  private queued: QueuedStatement[] = [];
  /** Which member holds a row, by the row's id. */
  private readonly holders = new Map<string, BatchedTransaction>();
  private running = 0;
  /** The first error of a statement. The transaction must be rolled back. */
  failure: unknown;

  constructor(readonly client: PoolClient) {}

  /** @param budget undefined: the work of a worker */
  join(beginResult: TransactionTimes, budget?: RequestBudget): BatchedTransaction {
    this.running += 1;
    budget?.reset();
    return new BatchedTransaction(this, beginResult, budget);
  }

  leave(): void {
    this.running -= 1;
    this.runWhenAllWait();
  }

  enqueue(member: BatchedTransaction, statement: Statement): Promise<object[]> {
    return new Promise((resolve, reject) => {
      this.queued.push({ member, statement, resolve, reject });
      this.runWhenAllWait();
    });
  }

  private runWhenAllWait(): void {
    if (this.queued.length === 0 || this.queued.length < this.running) return;
    const statements = this.queued;
    this.queued = [];
    void this.runAll(statements);
  }

  private async runAll(statements: readonly QueuedStatement[]): Promise<void> {
    for (const group of groupByKind(statements)) {
      try {
        if (this.failure !== undefined) throw new NotBatchable(this.failure);
        await this.runGroup(group);
      } catch (error) {
        this.failure ??= error;
        for (const { reject } of group) reject(new NotBatchable(error));
      }
    }
  }

  private async runGroup(group: readonly QueuedStatement[]): Promise<void> {
    const [{ member, statement, resolve }] = group as [QueuedStatement];
    const kind = statement.batching?.kind;
    if (!kind) {
      member.hasWritten = true;
      const { budget } = member;
      const { rows } = await (budget
        ? queryWithinBudget(this.client, statement, budget)
        : this.client.query(statement as QueryConfig));
      resolve(rows as object[]);
      return;
    }
    if (kind.changes) for (const queued of group) queued.member.hasWritten = true;
    const parameters = group.map((queued) => queued.statement.batching?.parameters);
    const { rows } = await this.client.query(kind.join(parameters, member.now) as QueryConfig);
    const shares = kind.share(rows as object[], parameters);
    group.forEach((queued, at) => {
      const share = shares[at] ?? [];
      if (this.acquire(queued.member, kind.locked?.(share) ?? [])) queued.resolve([...share]);
      else queued.reject(new NotBatchable('another transaction or member holds its rows'));
    });
  }

  /**
   * Gives these rows to the member, unless another member has one of them. PostgreSQL's locks belong to the transaction, so
   * they do not separate its members.
   */
  private acquire(member: BatchedTransaction, rowIds: readonly string[] | 'busy'): boolean {
    if (rowIds === 'busy') return false;
    if (rowIds.some((id) => (this.holders.get(id) ?? member) !== member)) return false;
    for (const id of rowIds) this.holders.set(id, member);
    return true;
  }
}

/** Groups in the order of their first statement. A statement without a kind is a group of its own. */
function groupByKind(statements: readonly QueuedStatement[]): QueuedStatement[][] {
  const groups = groupBy(statements, (queued) => queued.statement.batching?.kind ?? queued);
  return [...groups.values()];
}

/** The transaction as one member of the batch sees it. */
export class BatchedTransaction extends SerialTransaction {
  /** Whether it has written, or may have written. */
  hasWritten = false;

  constructor(
    private readonly batch: TransactionBatch,
    beginResult: TransactionTimes,
    readonly budget?: RequestBudget,
  ) {
    super(beginResult, beginResult);
  }

  protected runStatement(statement: Statement): Promise<object[]> {
    this.budget?.check();
    return this.batch.enqueue(this, statement);
  }

  protected undo(): Promise<void> {
    if (this.hasWritten || this.hasRollbackWrites || this.firstError instanceof NotBatchable)
      return Promise.reject(new NotBatchable('its rows cannot be told from those of other members'));
    return Promise.resolve();
  }

  /** Runs the member's work, then leaves the batch. */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.perform(work);
    } finally {
      await this.end();
      this.batch.leave();
    }
  }
}
