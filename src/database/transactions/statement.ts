/** One SQL statement. With a `name` it is prepared once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Milliseconds after which a worker gives up the statement and its connection. Undefined: those of all its statements. */
  readonly query_timeout?: number;
  /** How to merge it with statements of other requests in a batch. Undefined: it is never merged. */
  readonly batching?: BatchableStatement;
}

/** Merges statements of one kind, for requests that run in one batch (src/database/batching). */
export interface StatementBatching<Part> {
  /** Whether they write. A request that has only locked and read can leave its batch without a rollback. */
  readonly changes: boolean;
  /** Builds one statement for all parts. */
  readonly join: (parts: readonly Part[], now: Date) => Statement;
  /** Assigns the rows to the parts, in the order of the parts. */
  readonly share: (rows: readonly object[], parts: readonly Part[]) => readonly (readonly object[])[];
  /** The ids of the rows that one part has locked. `busy`: another transaction holds them. */
  readonly locked?: (rows: readonly object[]) => readonly string[] | 'busy';
}

/** The kind of a statement, with its parameters. */
export interface BatchableStatement {
  readonly kind: StatementBatching<unknown>;
  readonly parameters: unknown;
}

/**
 * Runs statements: a transaction, one connection or the pool.
 *
 * int8 arrives as bigint, timestamptz as Date, json and jsonb parsed. `T` is the row.
 */
export interface Db {
  query<T>(statement: Statement): Promise<T[]>;
}

/** A database that tells its time. */
export interface TimedDb extends Db {
  now(): Promise<Date>;
  /** The time without the shift of a test clock. */
  realNow(): Promise<Date>;
}
