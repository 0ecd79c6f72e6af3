/** One SQL statement. With a `name` it is prepared once per connection and only bound afterwards. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** What it is in a transaction that several requests share; undefined: it is run as it is there as well. */
  readonly batching?: BatchableStatement;
}

/**
 * How statements of one kind are run as one, for requests that share a transaction (store/shared.ts). A request alone runs
 * its own statement as it is.
 */
export interface StatementBatching<Part> {
  /** Whether they write. Who has only locked and read leaves a shared transaction with nothing to undo. */
  readonly changes: boolean;
  /** One statement for all parts. */
  readonly join: (parts: readonly Part[], now: Date) => Statement;
  /** Which of its rows are whose, in the order of the parts. */
  readonly share: (rows: readonly object[], parts: readonly Part[]) => readonly (readonly object[])[];
  /** The rows that are locked for whoever is given these; they are one request's alone. `busy`: another has them. */
  readonly locked?: (rows: readonly object[]) => readonly string[] | 'busy';
}

/** A statement's kind, and what it asks for in the words of its kind. */
export interface BatchableStatement {
  readonly kind: StatementBatching<unknown>;
  readonly parameters: unknown;
}

/**
 * What runs statements: a transaction, one connection or the pool; which of them is the caller's choice.
 * Values arrive as the domain has them: int8 as bigint, timestamptz as Date, json and jsonb parsed. `T` is the row.
 */
export interface Db {
  query<T>(statement: Statement): Promise<T[]>;
}
