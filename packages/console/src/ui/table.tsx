import type { ReactNode } from 'react';

/** A column: its head, its cell, and whether it has amounts. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isAmount?: boolean;
}

interface Props<Row> {
  /** What the table lists, for readers of the page by ear. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table. Where there is no room for its columns, it scrolls inside its frame. */
export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <div
      // Positioned, so that it also clips texts in its cells that only readers by ear get.
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-raised text-muted">
          <tr>
            {columns.map(({ head, isAmount }) => (
              <th key={head} scope="col" className={`px-3 py-2 font-medium ${isAmount === true ? 'text-end' : ''}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-t border-line align-top hover:bg-raised/60">
              {columns.map(({ head, cell, isAmount }) => (
                <td key={head} className={`px-3 py-2 ${isAmount === true ? 'text-end' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
