import type { KeyPattern } from './cursors';
import type { AddValue, Branch, FilterMembers } from './filters';
import type { PageLimits } from './pages';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TIME_AND_ID = new RegExp(`^(\\d{4,6})(-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d{1,6})?\\+00 ${UUID}$`);

/** A time that exists, and an id. A cursor can be edited, and PostgreSQL refuses the 30th of February. */
const timeAndId: KeyPattern = {
  test(key) {
    const [, year = '', day = '', time = ''] = TIME_AND_ID.exec(key) ?? [];
    if (Number(year) === 0) return false;
    // ECMAScript writes years above 9999 with a sign and six digits.
    const text = `${year.length > 4 ? `+${year.padStart(6, '0')}` : year}${day}T${time}`;
    const date = new Date(`${text}Z`);
    return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text);
  },
};

/** An order of a list. Its sort key is unique, and all its columns have one direction. */
export interface ListOrder {
  readonly sort: readonly string[];
  /** The sort key as text, which is the content of a cursor. */
  readonly key: string;
  readonly pattern: KeyPattern;
  /** The columns of `sort` for a cursor, from the SQL of its text. */
  readonly bound: (cursor: string) => string;
  readonly isDescending: boolean;
  /** Condition of the rows that have a place in this order. */
  readonly where?: string;
  /** More of this condition, with the SQL of the time of the request. */
  readonly whereAt?: (now: string) => string;
  /** Branches of the order, if one index does not have all rows in this order. */
  readonly branches?: readonly Branch[];
}

/** The order of a column of ids or numbers. */
export function byColumn(column: string, type: 'uuid' | 'bigint' = 'uuid', isDescending = true): ListOrder {
  const pattern = type === 'uuid' ? new RegExp(`^${UUID}$`) : /^\d{1,18}$/;
  return { sort: [column], key: `${column}::text`, pattern, bound: (cursor) => `${cursor}::${type}`, isDescending };
}

/** The order of a text that begins with what is compared. */
export function byText(expression: string, pattern: RegExp, type: 'text' | 'varchar'): ListOrder {
  return { sort: [expression], key: expression, pattern, bound: (cursor) => `${cursor}::${type}`, isDescending: true };
}

/** The order of a time and then of an id. Rows without the time are left out. */
export function byTime(time: string, id: string, options: Partial<ListOrder> = {}): ListOrder {
  return {
    isDescending: false,
    where: `${time} IS NOT NULL`,
    ...options,
    sort: [time, id],
    key: `${time}::text || ' ' || ${id}::text`,
    pattern: timeAndId,
    bound: (cursor) => `(left(${cursor}, -37)::timestamptz, right(${cursor}, 36)::uuid)`,
  };
}

/** The order of an amount and then of an id. */
export function byAmount(amount: string, id: string, isDescending = false): ListOrder {
  return {
    sort: [amount, id],
    key: `${amount}::text || ' ' || ${id}::text`,
    pattern: new RegExp(`^\\d{1,16} ${UUID}$`),
    bound: (cursor) => `(left(${cursor}, -37)::bigint, right(${cursor}, 36)::uuid)`,
    isDescending,
  };
}

/** A list of rows, in most cases of one owner. */
export interface List {
  /** Name of its prepared statements. Absent if its text varies. */
  readonly name?: string;
  /** Value that the condition contains; lists of one name differ in it. */
  readonly variant?: string;
  readonly columns: string;
  readonly from: string | ((add: AddValue) => string);
  /** Column with the id of the owner. Absent in lists of the platform. */
  readonly owner?: string;
  /** Default: `uuid`. */
  readonly ownerType?: 'uuid' | 'text';
  /** Condition of every row. */
  readonly where?: string | ((add: AddValue) => string);
  /** By name; the first is the default. */
  readonly orders: Readonly<Record<string, ListOrder>>;
  readonly filters?: FilterMembers;
  readonly limits?: PageLimits;
  readonly comparison?: Comparison;
}

/**
 * Members of a filter for which no index exists, so a page compares row by row.
 *
 * A page compares a bounded number of rows from its cursor on. If it is short, its end is the last row that it compared,
 * and a client goes on from there.
 */
export interface Comparison {
  /** Alias of the only table of the list, or of the one that has its order. */
  readonly alias: string;
  /** How each row is joined with the other tables. Absent if the list has one table. */
  readonly joined?: ComparisonJoin;
  /** One of these members makes the filter a comparison, or all of them together. */
  readonly members: readonly string[];
  /** Default: false. */
  readonly needsAll?: boolean;
  /** Members with several branches, which are then compared too. */
  readonly others?: readonly string[];
}

/** Rows of one table, in the order of the list, and the look-ups of each in other tables. Filters without an index use it too. */
export interface ComparisonJoin {
  readonly table: string;
  readonly joins: string;
  /** Members with an index of another table. A filter with one of them joins the tables in any order. */
  readonly indexed: readonly string[];
}

/** The most rows that a page or a count compares with members without an index. */
export const MAX_COMPARED = 10_000;

/** Counts are exact up to this number. */
export const MAX_COUNT = 10_000;
