import type { BatchableStatement, StatementBatching } from '../transactions/statement';

/** Makes a statement batchable: `{ ...statement, batching: batchable(KIND, parameters) }`. */
export function batchable<Part>(kind: StatementBatching<Part>, parameters: Part): BatchableStatement {
  return { kind: kind as StatementBatching<unknown>, parameters };
}

/** Assigns rows to members by the value of a column: each member gets the rows with its own ids. */
export function rowsByColumn(column: string): StatementBatching<readonly string[]>['share'] {
  return (rows, parts) =>
    parts.map((ids) => {
      const own = new Set(ids);
      return rows.filter((row) => own.has((row as Record<string, unknown>)[column] as string));
    });
}

/** A request that cannot continue in a batch. It runs again in a transaction of its own. */
export class NotBatchable extends Error {
  override readonly name = 'NotBatchable';

  constructor(cause?: unknown) {
    super('the request cannot continue in a batch', { cause });
  }
}
