import { assert } from '../../domain/errors/errors';
import type { Db, Statement } from './statement';

/** A database transaction. Its queries run one after the other, also when they are sent at the same time. */
export interface Tx extends Db {
  /** The database clock at the beginning of the transaction, whole milliseconds; read once. */
  readonly now: Date;
  /** The real time of the transaction. It differs from `now` only in a sandbox, whose test clock moves `now`. */
  readonly realNow: Date;
  /** The row that the begin call returned, if there was one. */
  readonly beginResult: unknown;
  /** Whether the work has sent a statement, so that it may hold locks. */
  readonly hasSent: boolean;
  /** Undoes everything since the savepoint, which BEGIN has set. Then the writes of `afterRollback` run. */
  rollbackToSavepoint(): Promise<void>;
  /** Adds a write of a refusal. It has no locks of the work that is rolled back, so it checks what the work has read. */
  afterRollback(write: () => Promise<void>): void;
  /** Whether writes follow a rollback to the savepoint. */
  readonly hasRollbackWrites: boolean;
  /** SQL to run in the same round trip as COMMIT. */
  beforeCommit(sql: string): void;
  /** Called after the commit, never after a rollback. */
  afterCommit(hook: () => void): void;
}

/** The columns that BEGIN returns (`Database.timesSql`). */
export interface TransactionTimes {
  readonly at: Date;
  /** Only of a sandbox. */
  readonly real_at?: Date;
}

/** Runs the statements of a transaction one after the other. Base of the transactions alone and in a batch. */
export abstract class SerialTransaction implements Tx {
  protected tail: Promise<unknown> = Promise.resolve();
  private ended = false;
  /** The first error since the savepoint. The GraphQL executor may have turned it into a field error. */
  firstError: unknown;
  /** SQL that runs in the round trip of COMMIT. */
  commitSql = '';
  readonly hooks: (() => void)[] = [];
  private rollbackWrites: (() => Promise<void>)[] = [];

  readonly now: Date;
  readonly realNow: Date;
  hasSent = false;

  constructor(
    { at, real_at: realAt }: TransactionTimes,
    readonly beginResult: unknown,
  ) {
    this.now = at;
    this.realNow = realAt ?? at;
  }

  protected abstract runStatement(statement: Statement): Promise<object[]>;
  /** Undoes everything since the savepoint, in the database. */
  protected abstract undo(): Promise<void>;

  query<T>(statement: Statement): Promise<T[]> {
    this.hasSent = true;
    const run = (): Promise<object[]> => {
      // Work that timed out may still send a statement, but its connection may serve another request by now.
      assert(!this.ended, 'the transaction has ended');
      return this.runStatement(statement);
    };
    const result = this.tail.then(run, run);
    this.tail = result.catch((error: unknown) => {
      this.firstError ??= error;
    });
    return result as Promise<T[]>;
  }

  beforeCommit(sql: string): void {
    this.commitSql += `${sql};`;
  }

  afterCommit(hook: () => void): void {
    this.hooks.push(hook);
  }

  afterRollback(write: () => Promise<void>): void {
    this.rollbackWrites.push(write);
  }

  get hasRollbackWrites(): boolean {
    return this.rollbackWrites.length > 0;
  }

  async rollbackToSavepoint(): Promise<void> {
    await this.tail;
    await this.undo();
    this.reset();
    const writes = this.rollbackWrites;
    this.rollbackWrites = [];
    for (const write of writes) await write();
  }

  /** Runs the work. Throws its first database error, even if the work caught it. */
  async perform<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await work(this);
    if (this.firstError !== undefined) throw this.firstError as Error;
    return result;
  }

  /** Refuses further statements and waits for the running one. */
  async end(): Promise<void> {
    this.ended = true;
    await this.tail;
  }

  private reset(): void {
    this.firstError = undefined;
    this.commitSql = '';
    this.hooks.length = 0;
  }
}
