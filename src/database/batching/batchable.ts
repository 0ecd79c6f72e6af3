import type { BatchableStatement, StatementBatching } from '../transactions/statement';

/** @returns what makes a statement joinable: `{ ...statement, together: joinable(KIND, part) }` */
export function batchable<Part>(kind: StatementBatching<Part>, part: Part): BatchableStatement {
  return { kind: kind as StatementBatching<unknown>, parameters: part };
}

/** A statement for which the rows a part is to have are known by a column of theirs. */
export function rowsByColumn(column: string): StatementBatching<readonly string[]>['share'] {
  return (rows, parts) =>
    parts.map((ids) => {
      const asked = new Set(ids);
      return rows.filter((row) => asked.has((row as Record<string, unknown>)[column] as string));
    });
}

/** Whether a shared transaction may have failed by what it did there itself. */
export type Who = 'innocent' | 'suspect';

/** Work that cannot go on in a transaction that others share, and is run again by itself. */
export class NotBatchable extends Error {
  override readonly name = 'LeftBehind';

  constructor(
    cause?: unknown,
    readonly who: Who = 'innocent',
  ) {
    super('left behind by a shared transaction', { cause });
  }
}
