import { escapeLiteral, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { assert } from '../../domain/errors/errors';
import { type RequestBudget, queryWithinBudget } from './request-budget';
import type { Clock } from '../connection/clock';
import type { Db, Statement } from './statement';
import { mustDiscardConnection, isRetryable, isStalePlan, sqlState } from '../connection/failures';
import { SerialTransaction, type Tx } from './serial-transaction';

export type { Tx } from './serial-transaction';

/**
 * The text of a function's call, made of the expression for the transaction's time and of literals. `waits`: whether it may
 * wait for others; in a shared transaction (store/shared.ts) nothing does.
 */
export type BeginCall = (now: string, waits: boolean) => string;

/** A connection lent out. */
export interface PooledConnection {
  readonly client: PoolClient;
  /** Why it cannot be used any more, and does not come back to the pool. */
  error: Error | undefined;
}

// A worker's statement may take longer than a request's, for which someone waits.
const WORKER_STATEMENT_TIMEOUT_MS = 30_000;
// How long a statement is waited for that may take longer than a request's (store/datasource.ts): of a worker, of an audit.
const WORKER_TIMEOUT = { query_timeout: WORKER_STATEMENT_TIMEOUT_MS + 5_000 };
const SESSION = { query_timeout: 3_600_000 };
const ATTEMPTS = 4;
const BACKOFF_MS = 15;

/** A string as an SQL literal, for the few statements that travel in one round trip with BEGIN or COMMIT. */
export function literal(text: string | null): string {
  return text === null ? 'NULL' : escapeLiteral(text);
}

/** `query_timeout` is an option of pg's that its types leave out of a query's. */
function withLongTimeout(statement: Statement, options = WORKER_TIMEOUT): QueryConfig {
  return { ...(statement as QueryConfig), ...options };
}

function rowsOf<T>(result: QueryResult): T[] {
  return result.rows as T[];
}

function begunOf(result: QueryResult | undefined): { readonly at: Date } {
  const [begun] = result?.rows as { at: Date }[];
  assert(begun, 'BEGIN answers the clock');
  return begun;
}

/** Undoes what was done on a connection, after this error. */
export async function rollBack(lent: PooledConnection, error: unknown): Promise<void> {
  if (mustDiscardConnection(error)) lent.error ??= error as Error;
  else await lent.client.query('ROLLBACK').catch((failed: unknown) => (lent.error ??= failed as Error));
}

class Transaction extends SerialTransaction {
  constructor(
    private readonly client: PoolClient,
    begun: { readonly now: Date; readonly opened: unknown },
    private readonly allowance: RequestBudget | undefined,
  ) {
    super(begun.now, begun.opened);
  }

  protected async runStatement(statement: Statement): Promise<object[]> {
    const { client, allowance } = this;
    return rowsOf<object>(
      await (allowance ? queryWithinBudget(client, statement, allowance) : client.query(withLongTimeout(statement))),
    );
  }

  async rollbackToSavepoint(): Promise<void> {
    await this.tail;
    this.reset();
    await this.client.query('ROLLBACK TO SAVEPOINT work');
  }

  async commit(): Promise<void> {
    await this.end();
    const text = `${this.commitSql} COMMIT`;
    await this.client.query(this.allowance ? text : withLongTimeout({ text }));
    for (const hook of this.hooks) hook();
  }
}

/** The one way to the database: reads go to the pool, everything that changes something is a transaction. */
export class Database implements Db {
  private readonly pool: Pool;

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    /** Told of every work that is run again, by what PostgreSQL said. */
    private readonly retried: (sqlState: string) => void = () => undefined,
  ) {
    this.pool = (source.driver as unknown as { master: Pool }).master;
  }

  async query<T>(statement: Statement): Promise<T[]> {
    return this.withStalePlanRetry(async () => rowsOf<T>(await this.pool.query(statement as QueryConfig)));
  }

  /** Reads for one request, as far as it is allowed to. */
  readerFor(allowance: RequestBudget): Db & { now(): Promise<Date> } {
    const query = async <T>(statement: Statement): Promise<T[]> => {
      allowance.check();
      return this.withStalePlanRetry(() =>
        this.withConnection(async ({ client }) => rowsOf<T>(await queryWithinBudget(client, statement, allowance))),
      );
    };
    return { query, now: () => this.now() };
  }

  /** Lends a connection for one use. One that was lost, or owes an answer that nobody waits for, does not come back. */
  async withConnection<T>(use: (lent: PooledConnection) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const lent: PooledConnection = { client, error: undefined };
    try {
      return await use(lent);
    } catch (error) {
      if (mustDiscardConnection(error)) lent.error ??= error as Error;
      throw error;
    } finally {
      // Of one that was lost the pool knows by itself.
      client.release(lent.error);
    }
  }

  /** The database clock, shifted as this store's clock says. */
  async now(): Promise<Date> {
    const [row] = await this.query<{ at: Date }>({
      name: 'now',
      text: `SELECT date_trunc('milliseconds', now()) AS at`,
    });
    return new Date((row?.at.getTime() ?? 0) + this.clock.offsetMs());
  }

  /**
   * Runs the work in one transaction, READ COMMITTED, and again from the top (at most 3 times, with jitter) when
   * PostgreSQL says that another run may succeed. So the work has no effect outside the database.
   *
   * `opening` is the call of a function that travels with BEGIN, before the savepoint. With an `allowance` it is a
   * request's: bounded in what it reads, and each of its statements in time as all of the pool's are.
   */
  async inTransaction<T>(work: (tx: Tx) => Promise<T>, opening?: BeginCall, allowance?: RequestBudget): Promise<T> {
    return this.withRetry(() => this.runTransaction(work, opening, allowance));
  }

  /** A transaction that is one call of a function, in one round trip: its time, and the function's rows. */
  async call<T>(opening: BeginCall): Promise<{ readonly at: Date; readonly rows: T[] }> {
    return this.withRetry(() =>
      this.withConnection(async (lent) => {
        try {
          const text = `${this.beginning()}; SELECT * FROM ${opening(this.nowSql(), true)}; COMMIT`;
          const results = (await lent.client.query(withLongTimeout({ text }))) as unknown as QueryResult[];
          return { at: begunOf(results.at(-3)).at, rows: rowsOf<T>(results.at(-2) as QueryResult) };
        } catch (error) {
          await rollBack(lent, error);
          throw error;
        }
      }),
    );
  }

  /** Again while a connection's prepared statements are from before a migration: each has to find out, and is replaced. */
  private async withStalePlanRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let left = this.pool.options.max; ; left -= 1) {
      try {
        return await work();
      } catch (error) {
        if (!isStalePlan(error) || left === 0) throw error;
        this.retried(sqlState(error) ?? '');
      }
    }
  }

  private async withRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.withStalePlanRetry(work);
      } catch (error) {
        if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
        this.retried(sqlState(error) ?? '');
        await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * 2 ** attempt * Math.random()));
      }
    }
  }

  private runTransaction<T>(
    work: (tx: Tx) => Promise<T>,
    opening: BeginCall | undefined,
    allowance: RequestBudget | undefined,
  ): Promise<T> {
    return this.withConnection(async (lent) => {
      let tx: Transaction | undefined;
      try {
        tx = await this.begin(lent.client, opening, allowance);
        const result = await tx.perform(work);
        await tx.commit();
        return result;
      } catch (error) {
        await tx?.end();
        await rollBack(lent, error);
        throw error;
      }
    });
  }

  /** SQL for the beginning of the transaction it stands in, as this store's clock says. */
  nowSql(): string {
    return `(date_trunc('milliseconds', now()) + interval '${String(this.clock.offsetMs())} milliseconds')`;
  }

  private beginning(opening?: BeginCall, allowance?: RequestBudget): string {
    const now = this.nowSql();
    const first = opening === undefined ? '' : `, opened.* FROM ${opening(now, true)} AS opened`;
    const patience = allowance ? '' : `SET LOCAL statement_timeout = ${String(WORKER_STATEMENT_TIMEOUT_MS)};`;
    return `BEGIN; ${patience} SELECT ${now} AS at${first}`;
  }

  private async begin(
    client: PoolClient,
    opening: BeginCall | undefined,
    allowance: RequestBudget | undefined,
  ): Promise<Transaction> {
    allowance?.reset();
    const text = `${this.beginning(opening, allowance)}; SAVEPOINT work`;
    const results = (await client.query(text)) as unknown as QueryResult[];
    const begun = begunOf(results.at(-2));
    return new Transaction(client, { now: begun.at, opened: opening && begun }, allowance);
  }

  /**
   * One connection without a transaction, for work that opens its own: an audit's snapshot. When `signal` is aborted the
   * connection is closed, and so the statement under way and all that follow throw.
   */
  async withDedicatedConnection<T>(work: (session: Db) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await this.pool.connect();
    let lent = true;
    const giveBack = (lost: boolean): void => {
      if (lent) client.release(lost);
      lent = false;
    };
    const cut = (): void => {
      giveBack(true);
    };
    signal?.addEventListener('abort', cut);
    try {
      signal?.throwIfAborted();
      const result = await work({
        query: async (statement) => rowsOf(await client.query(withLongTimeout(statement, SESSION))),
      });
      giveBack(false);
      return result;
    } finally {
      signal?.removeEventListener('abort', cut);
      // Nobody knows what state the work left it in.
      giveBack(true);
    }
  }

  /** The pool's connections, and how many callers wait for one. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.pool;
    return { total, idle, waiting };
  }

  /** A connection of its own for LISTEN; the caller ends it. */
  async listener(): Promise<PoolClient> {
    return this.pool.connect();
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }
}
