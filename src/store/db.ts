/** One SQL statement. With a `name` it is prepared once per connection and only bound afterwards. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * What runs statements: a transaction, one connection or the pool; which of them is the caller's choice.
 * Values arrive as the domain has them: int8 as bigint, timestamptz as Date, json and jsonb parsed. `T` is the row.
 */
export interface Db {
  query<T>(statement: Statement): Promise<T[]>;
}
