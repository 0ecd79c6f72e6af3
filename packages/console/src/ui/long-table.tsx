import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './table';

interface Props<Row> {
  /** What the table lists, for readers of the page by ear. */
  readonly caption: string;
  readonly columns: readonly (Column<Row> & {
    /** The class of its width. The rows on the screen change, so they cannot decide it. */
    readonly width: string;
  })[];
  /** The rows that were read. */
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The number of rows of the list; undefined if it is not known. */
  readonly total: number | undefined;
  /** Called when the last read row comes near. */
  readonly onNearEnd: () => void;
}

/** Rows above and below the visible ones, so that a scroll finds them. */
const EXTRA_ROWS = 12;
const FIRST_ROWS = 30;
const ROW_PX = 40;

/** A table of any length. Only the rows near the visible ones are in the page. */
export function LongTable<Row>({ caption, columns, rows, keyOf, total, onNearEnd }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [rowPx, setRowPx] = useState(ROW_PX);
  const [range, setRange] = useState({ from: 0, to: FIRST_ROWS });
  const measure = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = frame.current ?? {};
    const from = Math.max(0, Math.floor(scrollTop / rowPx) - EXTRA_ROWS);
    const to = Math.ceil((scrollTop + clientHeight) / rowPx) + EXTRA_ROWS;
    if (from !== range.from || to !== range.to) setRange({ from, to });
  };
  // The size of the text decides the height of a row.
  useLayoutEffect(() => {
    const height = frame.current?.querySelector<HTMLElement>('[aria-rowindex]')?.offsetHeight;
    if (height !== undefined && height > 0) setRowPx(height);
    measure();
  }, [rows]);
  const isNearEnd = range.to >= rows.length;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);
  const to = Math.min(range.to, rows.length);
  const from = Math.min(range.from, to);
  return (
    <div
      ref={frame}
      onScroll={measure}
      className="relative max-h-[70vh] overflow-auto rounded-lg border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="w-full min-w-[58rem] table-fixed border-collapse text-sm" aria-rowcount={total ?? -1}>
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-1 bg-raised text-muted">
          <tr>
            {columns.map(({ head, isAmount, width }) => (
              <th
                key={head}
                scope="col"
                className={`px-3 py-2 font-medium ${width} ${isAmount === true ? 'text-end' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space rows={from} rowPx={rowPx} columns={columns.length} />
          {rows.slice(from, to).map((row, at) => (
            <tr key={keyOf(row)} aria-rowindex={from + at + 1} className="h-10 border-t border-line hover:bg-raised/60">
              {columns.map(({ head, cell, isAmount }) => (
                <td key={head} className={`truncate px-3 ${isAmount === true ? 'text-end' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Space rows={rows.length - to} rowPx={rowPx} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

/** The room of rows that are not in the page. */
function Space({ rows, rowPx, columns }: { readonly rows: number; readonly rowPx: number; readonly columns: number }) {
  if (rows === 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} height={rows * rowPx} className="p-0" />
    </tr>
  );
}
