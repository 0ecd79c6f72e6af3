import { useCallback, useState } from 'react';
import { tabStorage } from '../../api/storage';

/**
 * A list of this tab, newest first. A reload keeps it.
 *
 * The API has no list of counterparties or faults, so the page remembers the answers that it got.
 */
export function useTabList<Row>(name: string): readonly [rows: readonly Row[], add: (row: Row) => void] {
  const key = `list ${name}`;
  const [rows, setRows] = useState<readonly Row[]>(() => JSON.parse(tabStorage.read(key) ?? '[]') as Row[]);
  const add = useCallback(
    (row: Row) =>
      setRows((before) => {
        const after = [row, ...before];
        tabStorage.write(key, JSON.stringify(after));
        return after;
      }),
    [key],
  );
  return [rows, add];
}
