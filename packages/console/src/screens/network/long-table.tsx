import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/button';
import { type Column, Table } from '../../ui/table';

/** More rows make the page slow to read and to draw. */
const FIRST_ROWS = 50;

interface Props<Row> extends Omit<ComponentProps<typeof Table>, 'columns' | 'rows' | 'keyOf'> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table that shows its first rows, and all of them on demand. */
export function LongTable<Row>({ rows, ...rest }: Props<Row>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <Table rows={isWhole ? rows : rows.slice(0, FIRST_ROWS)} {...rest} />
      {!isWhole && rows.length > FIRST_ROWS && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          Show all {rows.length} rows
        </Button>
      )}
    </>
  );
}
