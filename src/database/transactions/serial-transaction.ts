import { assert } from '../../domain/errors/errors';
import type { Db, Statement } from './statement';

/** A transaction. Queries of one transaction run one after the other, whoever asks for them at once. */
export interface Tx extends Db {
  /** The database clock at the beginning of the transaction, whole milliseconds; read once. */
  readonly now: Date;
  /** The row the opening call answered, if there was one. */
  readonly beginResult: unknown;
  /** Undoes what the work did since the savepoint; taken with the first statement. */
  rollbackToSavepoint(): Promise<void>;
  /** SQL to run in the same round trip as COMMIT. */
  beforeCommit(sql: string): void;
  /** Called after the commit, never after a rollback. */
  afterCommit(hook: () => void): void;
}

/** What every transaction does alike, whoever else is in it. */
export abstract class SerialTransaction implements Tx {
  protected tail: Promise<unknown> = Promise.resolve();
  private ended = false;
  /** The first error since the savepoint. An executor may have turned it into an answer. */
  firstError: unknown;
  /** What travels with COMMIT, and who is told after it. */
  commitSql = '';
  readonly hooks: (() => void)[] = [];

  constructor(
    readonly now: Date,
    readonly beginResult: unknown,
  ) {}

  protected abstract run(statement: Statement): Promise<object[]>;
  abstract rollbackToSavepoint(): Promise<void>;

  query<T>(statement: Statement): Promise<T[]> {
    const run = (): Promise<object[]> => {
      // Work that was given up on (a timeout) may still ask; its connection belongs to someone else by now.
      assert(!this.ended, 'the transaction has ended');
      return this.run(statement);
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

  /** The work, whose error is the transaction's, told or not. */
  async perform<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await work(this);
    if (this.firstError !== undefined) throw this.firstError as Error;
    return result;
  }

  /** Nothing is asked any more; waits for what was. */
  async end(): Promise<void> {
    this.ended = true;
    await this.tail;
  }

  protected reset(): void {
    this.firstError = undefined;
    this.commitSql = '';
    this.hooks.length = 0;
  }
}
