import type { Db } from '../transactions/statement';

/** A row by the names of its columns; `decode` makes the domain's object of it. */
export type RawRow = Readonly<Record<string, unknown>>;

export interface RowsByKey {
  readonly table: string;
  readonly key: string;
  readonly order: string;
  readonly columns: readonly string[];
}

/** Reads the rows of a table whose key is one of these ids, for the loaders of a request. */
export async function rowsByKey(
  db: Db,
  { table, key, order, columns }: RowsByKey,
  ids: readonly string[],
): Promise<RawRow[]> {
  const selected = columns.join(', ');
  return db.query<RawRow>({
    name: `load_${table}_by_${key}${selected === '*' ? '' : `_${String(selected.length)}`}`,
    text: `SELECT ${selected} FROM ${table} WHERE ${key} = ANY ($1) ORDER BY ${order}`,
    values: [[...ids]],
  });
}

/** Reads the rows of a table that belong to the current revisions of these proposals. */
export async function rowsOfCurrentRevision(db: Db, table: string, proposalIds: readonly string[]): Promise<RawRow[]> {
  return db.query<RawRow>({
    name: `load_current_${table}`,
    text: `SELECT r.* FROM proposal p JOIN ${table} r ON r.proposal_id = p.proposal_id AND r.revision_no = p.current_revision_no
      WHERE p.proposal_id = ANY ($1)`,
    values: [[...proposalIds]],
  });
}
