import { encodeCursor } from './cursors';
import { decode } from './codec';
import { type List, type ListPlan, type ListRequest, MAX_COUNT, planList } from './lists';
import { type Page, pageOf } from './pages';
import type { Db } from '../transactions/statement';

export interface Count {
  /** At most `MAX_COUNT`. */
  readonly total: number;
  readonly isExact: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** Reads one page of each owner in one statement. Lists of the platform have one owner without a name. */
export async function readPages<T>(db: Db, plan: ListPlan, owners: readonly string[]): Promise<Page<T>[]> {
  const distinct = [...new Set(owners)];
  const found = await db.query<Row>(plan.page(distinct));
  const rows = new Map<unknown, Row[]>();
  const ends = new Map<unknown, string>();
  for (const row of found) {
    const end = row['end_key'];
    if (typeof end === 'string') ends.set(ownerOf(row, distinct), encodeCursor(end, plan.view));
    // A page without a match has only its end.
    if (row['page_key'] === null) continue;
    const owner = ownerOf(row, distinct);
    const ofOwner = rows.get(owner);
    if (ofOwner) ofOwner.push(row);
    else rows.set(owner, [row]);
  }
  return owners.map((owner) =>
    pageOf(
      (rows.get(owner) ?? []).map((row) => pageRow<T>(row, plan)),
      plan.request,
      ends.get(owner),
    ),
  );
}

/** Counts the rows of each owner in one statement. */
export async function readCounts(db: Db, plan: ListPlan, owners: readonly string[]): Promise<Count[]> {
  const distinct = [...new Set(owners)];
  const rows = await db.query<Row>(plan.count(distinct));
  const counts = new Map(rows.map((row) => [ownerOf(row, distinct), row]));
  return owners.map((owner) => {
    const count = counts.get(owner);
    const total = Number(count?.['total'] ?? 0);
    return { total: Math.min(total, MAX_COUNT), isExact: total <= MAX_COUNT && count?.['is_partial'] !== true };
  });
}

/** Reads a page of one owner. @throws Refusal 400 `validation_failed`, `cursor_invalid` */
export async function readPage<T>(db: Db, list: List, owner: string, request: ListRequest): Promise<Page<T>> {
  const [page] = await readPages<T>(db, planList(list, request), [owner]);
  if (!page) throw new Error('each owner has a page');
  return page;
}

function ownerOf(row: Row, owners: readonly string[]): unknown {
  return owners.length === 1 ? owners[0] : row['owner_id'];
}

function pageRow<T>(row: Row, { view }: ListPlan) {
  const { page_key: key, sort_0: _first, sort_1: _second, end_key: _end, ...columns } = row;
  return { cursor: encodeCursor(String(key), view), row: decode<T>(columns) };
}
