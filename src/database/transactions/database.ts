import { escapeLiteral, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { assert } from '../../domain/errors/errors';
import { type RequestBudget, queryWithinBudget } from './request-budget';
import type { Clock } from '../connection/clock';
import type { Db, Statement, TimedDb } from './statement';
import { mustDiscardConnection, isRetryable, isStaleConnection, isStalePlan, sqlState } from '../connection/failures';
import { SerialTransaction, type TransactionTimes, type Tx } from './serial-transaction';

export type { Tx } from './serial-transaction';

/**
 * The SQL call of a function that runs with BEGIN: built from literals and the expression for the transaction's time.
 * @param waits whether the function may wait for locks; in a batch it may not
 */
export type BeginCall = (now: string, waits: boolean) => string;

/** A connection of the pool while one caller uses it. */
export interface PooledConnection {
  readonly client: PoolClient;
  /** The error that makes the connection unusable. The pool then discards it. */
  error: Error | undefined;
}

// A worker's statement may take longer than a request's, because no caller waits for it.
const WORKER_STATEMENT_TIMEOUT_MS = 30_000;
// Query timeouts of workers and of audits. A request has that of the connection (data-source.ts).
const WORKER_TIMEOUT = { query_timeout: WORKER_STATEMENT_TIMEOUT_MS + 5_000 };
const SESSION = { query_timeout: 3_600_000 };
const ATTEMPTS = 4;
/** New connections share the search for a primary for half a second, so the retries must last longer. */
const FAILOVER_PAUSE_MS = 100;
const BACKOFF_MS = 15;

/** A string as an SQL literal, for statements that share a round trip with BEGIN or COMMIT. */
export function literal(text: string | null): string {
  return text === null ? 'NULL' : escapeLiteral(text);
}

/** Sets `query_timeout`, an option that the types of pg leave out, unless the statement has its own. */
function withLongTimeout(statement: Statement, options = WORKER_TIMEOUT): QueryConfig {
  return { ...options, ...(statement as QueryConfig) };
}

function rowsOf<T>(result: QueryResult): T[] {
  return result.rows as T[];
}

function beginResultOf(result: QueryResult | undefined): TransactionTimes {
  const [row] = result?.rows as TransactionTimes[];
  assert(row, 'BEGIN must return the time');
  return row;
}

/** Rolls back after an error. If that fails, the connection is discarded. */
export async function rollBack(connection: PooledConnection, error: unknown): Promise<void> {
  if (mustDiscardConnection(error)) connection.error ??= error as Error;
  else await connection.client.query('ROLLBACK').catch((failed: unknown) => (connection.error ??= failed as Error));
}

class Transaction extends SerialTransaction {
  constructor(
    private readonly client: PoolClient,
    begin: { readonly times: TransactionTimes; readonly beginResult: unknown },
    private readonly budget: RequestBudget | undefined,
  ) {
    super(begin.times, begin.beginResult);
  }

  protected async runStatement(statement: Statement): Promise<object[]> {
    const { client, budget } = this;
    return rowsOf<object>(
      await (budget ? queryWithinBudget(client, statement, budget) : client.query(withLongTimeout(statement))),
    );
  }

  protected async undo(): Promise<void> {
    await this.client.query('ROLLBACK TO SAVEPOINT work');
  }

  async commit(): Promise<void> {
    await this.end();
    const text = `${this.commitSql} COMMIT`;
    await this.client.query(this.budget ? text : withLongTimeout({ text }));
    for (const hook of this.hooks) hook();
  }
}

/** The access to the database: single reads run on the pool, all writes run in a transaction. */
export class Database implements TimedDb {
  private readonly pool: Pool;

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    /** Called before each retry, with the SQLSTATE. */
    private readonly retried: (sqlState: string) => void = () => undefined,
  ) {
    this.pool = (source.driver as unknown as { master: Pool }).master;
  }

  async query<T>(statement: Statement): Promise<T[]> {
    return this.withConnectionRetry(async () => rowsOf<T>(await this.pool.query(statement as QueryConfig)));
  }

  /** A reader for one request, within its budget. */
  readerFor(budget: RequestBudget): TimedDb {
    const query = async <T>(statement: Statement): Promise<T[]> => {
      budget.check();
      return this.withConnectionRetry(() =>
        this.withConnection(async ({ client }) => rowsOf<T>(await queryWithinBudget(client, statement, budget))),
      );
    };
    return { query, now: () => this.now(), realNow: () => this.realNow() };
  }

  /** Runs `use` with a connection. A broken one, or one with an outstanding answer, does not return to the pool. */
  async withConnection<T>(use: (connection: PooledConnection) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const connection: PooledConnection = { client, error: undefined };
    try {
      return await use(connection);
    } catch (error) {
      if (mustDiscardConnection(error)) connection.error ??= error as Error;
      throw error;
    } finally {
      // The pool detects a lost connection itself, but not one that was closed here a moment ago.
      client.release(connection.error ?? client.connection.stream.destroyed);
    }
  }

  /** The time of the database, shifted by this store's clock. */
  async now(): Promise<Date> {
    if (!this.clock.isTestClock) return this.realNow();
    const [row] = await this.query<{ at: Date }>({ name: 'sandbox_now', text: 'SELECT sandbox_now() AS at' });
    assert(row, 'a test clock has a time');
    return row.at;
  }

  /** The time of the database without the shift of a test clock. */
  async realNow(): Promise<Date> {
    const [row] = await this.query<{ at: Date }>({
      name: 'now',
      text: `SELECT date_trunc('milliseconds', now()) AS at`,
    });
    return new Date((row?.at.getTime() ?? 0) + this.clock.offsetMs());
  }

  /**
   * Runs the work in one READ COMMITTED transaction. Retries it up to 3 times, with jitter, after a retryable error.
   *
   * So the work must have no effect outside the database. `beginCall` is the call of a function that runs with BEGIN,
   * before the savepoint. With a `budget` the transaction belongs to a request: its reads are counted, and its
   * statements have the pool's timeout.
   */
  async inTransaction<T>(work: (tx: Tx) => Promise<T>, beginCall?: BeginCall, budget?: RequestBudget): Promise<T> {
    return this.withRetry(() => this.runTransaction(work, beginCall, budget));
  }

  /** Calls a function in a transaction, in one round trip. Returns the transaction's time and the rows. */
  async call<T>(beginCall: BeginCall): Promise<{ readonly at: Date; readonly rows: T[] }> {
    return this.withRetry(() =>
      this.withConnection(async (connection) => {
        try {
          const text = `${this.beginSql()}; SELECT * FROM ${beginCall(this.nowSql(), true)}; COMMIT`;
          const results = (await connection.client.query(withLongTimeout({ text }))) as unknown as QueryResult[];
          return { at: beginResultOf(results.at(-3)).at, rows: rowsOf<T>(results.at(-2) as QueryResult) };
        } catch (error) {
          await rollBack(connection, error);
          throw error;
        }
      }),
    );
  }

  /** Retries while the connections of the pool are old, for example from before a migration. Each is replaced. */
  private async withConnectionRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let left = this.pool.options.max; ; left -= 1) {
      try {
        return await work();
      } catch (error) {
        if (!isStaleConnection(error) || left === 0) throw error;
        this.retried(sqlState(error) ?? '');
        if (!isStalePlan(error)) await new Promise((resolve) => setTimeout(resolve, FAILOVER_PAUSE_MS));
      }
    }
  }

  private async withRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.withConnectionRetry(work);
      } catch (error) {
        if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
        this.retried(sqlState(error) ?? '');
        await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * 2 ** attempt * Math.random()));
      }
    }
  }

  private runTransaction<T>(
    work: (tx: Tx) => Promise<T>,
    beginCall: BeginCall | undefined,
    budget: RequestBudget | undefined,
  ): Promise<T> {
    return this.withConnection(async (connection) => {
      let tx: Transaction | undefined;
      try {
        tx = await this.begin(connection.client, beginCall, budget);
        const result = await tx.perform(work);
        await tx.commit();
        return result;
      } catch (error) {
        await tx?.end();
        await rollBack(connection, error);
        throw error;
      }
    });
  }

  /** The SQL expression for the time of the transaction, shifted by this store's clock. */
  nowSql(): string {
    return this.clock.isTestClock ? 'sandbox_now()' : this.realNowSql();
  }

  /** The SQL columns with the times of a transaction. */
  timesSql(): string {
    const realTime = this.clock.isTestClock ? `, ${this.realNowSql()} AS real_at` : '';
    return `${this.nowSql()} AS at${realTime}`;
  }

  private realNowSql(): string {
    return `(date_trunc('milliseconds', now()) + interval '${String(this.clock.offsetMs())} milliseconds')`;
  }

  private beginSql(beginCall?: BeginCall, budget?: RequestBudget): string {
    const functionCall = beginCall === undefined ? '' : `, opened.* FROM ${beginCall(this.nowSql(), true)} AS opened`;
    const timeout = budget ? '' : `SET LOCAL statement_timeout = ${String(WORKER_STATEMENT_TIMEOUT_MS)};`;
    return `BEGIN; ${timeout} SELECT ${this.timesSql()}${functionCall}`;
  }

  private async begin(
    client: PoolClient,
    beginCall: BeginCall | undefined,
    budget: RequestBudget | undefined,
  ): Promise<Transaction> {
    budget?.reset();
    const text = `${this.beginSql(beginCall, budget)}; SAVEPOINT work`;
    const results = (await client.query(text)) as unknown as QueryResult[];
    const times = beginResultOf(results.at(-2));
    return new Transaction(client, { times, beginResult: beginCall && times }, budget);
  }

  /**
   * Runs work that opens its own transaction, such as an audit, on one connection.
   *
   * If `signal` is aborted, the connection is closed: the running statement and all later ones throw.
   */
  async withDedicatedConnection<T>(work: (session: Db) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await this.pool.connect();
    let isHeld = true;
    const release = (isLost: boolean): void => {
      if (isHeld) client.release(isLost);
      isHeld = false;
    };
    const abort = (): void => {
      release(true);
    };
    signal?.addEventListener('abort', abort);
    try {
      signal?.throwIfAborted();
      const result = await work({
        query: async (statement) => rowsOf(await client.query(withLongTimeout(statement, SESSION))),
      });
      release(false);
      return result;
    } finally {
      signal?.removeEventListener('abort', abort);
      // The work may have left the session in any state.
      release(true);
    }
  }

  /** The connections of the pool, and the callers that wait for one. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.pool;
    return { total, idle, waiting };
  }

  /** A connection for LISTEN. The caller releases it. */
  async listener(): Promise<PoolClient> {
    return this.pool.connect();
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }
}
