import { invalid } from '../../domain/errors/errors';
import { hashOfView } from './cursors';
import { type AddValue, type Branch, branchesOf, type Filter, type FilterMembers, presentFilter } from './filters';
import { type PageArgs, type PageLimits, pageLimits, type PageRequest, readPageArgs } from './pages';
import type { Statement } from '../transactions/statement';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TIME = String.raw`\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00`;

/** An order of a list. Its sort key is unique, and all its columns have one direction. */
export interface ListOrder {
  readonly sort: readonly string[];
  /** The sort key as text, which is the content of a cursor. */
  readonly key: string;
  readonly pattern: RegExp;
  /** The columns of `sort` for a cursor, from the SQL of its text. */
  readonly bound: (cursor: string) => string;
  readonly isDescending: boolean;
  /** Condition of the rows that have a place in this order. */
  readonly where?: string;
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
export function byTime(time: string, id: string, { isDescending, where }: Partial<ListOrder> = {}): ListOrder {
  return {
    sort: [time, id],
    key: `${time}::text || ' ' || ${id}::text`,
    pattern: new RegExp(`^${TIME} ${UUID}$`),
    bound: (cursor) => `(left(${cursor}, -37)::timestamptz, right(${cursor}, 36)::uuid)`,
    isDescending: isDescending ?? false,
    where: where ?? `${time} IS NOT NULL`,
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
  readonly scope?: string;
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
}

export interface OrderBy {
  readonly field?: string | null;
  readonly direction?: 'asc' | 'desc' | null;
}

export interface ListRequest {
  readonly args: PageArgs;
  readonly filter?: Filter | null | undefined;
  readonly orderBy?: OrderBy | null | undefined;
  /** Time of the request. */
  readonly now?: Date;
  /** Sort key after which the page begins, for lists with cursors of their own. */
  readonly position?: string;
}

/** Counts are exact up to this number. */
export const MAX_COUNT = 10_000;

// With `LIMIT $n` PostgreSQL would plan at every execution. So the limit is one of these literals, trimmed afterwards.
const LIMIT_BUCKETS = [11, 21, 51, 101, 201, 501, 1001];

/** The statements of one request for a list. */
export interface ListPlan {
  /** Equal for requests that differ only in their owner. */
  readonly key: string;
  readonly request: PageRequest;
  /** Hash of filter and order, for cursors. Undefined for the plain list. */
  readonly view: string | undefined;
  /** Reads one extra row of each owner. A row has its `page_key`, and with several owners its `owner_id`. */
  page(owners: readonly string[]): Statement;
  /** Counts up to one more than `MAX_COUNT` rows of each owner. */
  count(owners: readonly string[]): Statement;
}

/** @throws Refusal 400 `validation_failed` for an invalid page or filter, `cursor_invalid` for a cursor of another view */
export function planList(list: List, { args, filter: requested, orderBy, now, position }: ListRequest): ListPlan {
  const filter = presentFilter(requested);
  const [defaultField = ''] = Object.keys(list.orders);
  const field = orderBy?.field ?? defaultField;
  const order = list.orders[field];
  if (!order) throw invalid([{ pointer: '/order_by', detail: 'is no order of this list' }]);
  const isDescending = orderBy?.direction == null ? order.isDescending : orderBy.direction === 'desc';
  const isPlain = !filter && field === defaultField && isDescending === order.isDescending;
  const view = isPlain ? undefined : hashOfView([list.name ?? null, filter ?? null, field, isDescending]);
  const read = readPageArgs(args, order.pattern, list.limits ?? pageLimits, view);
  const request = position === undefined ? read : { ...read, after: position };
  const reading: Reading = { list, order, filter: filter ?? {}, request, isDescending, now: now ?? new Date(0) };
  // Faults of the filter are reported before anything is read.
  if (filter) branchesOf(list.filters ?? {}, filter, () => '', reading.now);
  const shape = shapeOf(reading);
  return {
    key: JSON.stringify([list.name, list.scope, shape, view, request]),
    request,
    view,
    page: (owners) => pageStatement(reading, owners, isPlain ? nameOf(list, `page_$_${shape}`) : undefined),
    count: (owners) => countStatement(reading, owners, isPlain ? nameOf(list, 'count_$') : undefined),
  };
}

function nameOf({ name }: List, pattern: string): string | undefined {
  return name === undefined ? undefined : pattern.replace('$', name);
}

interface Reading {
  readonly list: List;
  readonly order: ListOrder;
  readonly filter: Filter;
  readonly request: PageRequest;
  readonly isDescending: boolean;
  readonly now: Date;
}

function shapeOf({ request: { backward, after, before, size } }: Reading): string {
  const ends = `${backward ? 'b' : 'f'}${after === undefined ? '' : 'a'}${before === undefined ? '' : 'z'}`;
  return `${ends}_${String(bucketOf(size))}`;
}

function bucketOf(size: number): number {
  return LIMIT_BUCKETS.find((limit) => limit > size) ?? size + 1;
}

/** The parameters of a statement, beginning with its owner or owners. */
class Values {
  readonly all: unknown[] = [];
  readonly add: AddValue = (value, type) => `$${String(this.all.push(value))}::${type}`;
  /** Hides the value from the planner, which would otherwise scan the newest rows of all owners for a busy one. */
  readonly hide: AddValue = (value, type) => `(SELECT ${this.add(value, type)})`;
}

/** Builds the rows of the owner `$owner`, and of several owners as a join with their ids. */
function ofOwners(
  { list }: Reading,
  owners: readonly string[],
  values: Values,
  rows: (owner: string | undefined) => string,
  result: string,
): string {
  if (list.owner === undefined) return rows(undefined);
  const { ownerType: type = 'uuid' } = list;
  if (owners.length === 1) return rows(values.hide(owners[0], type));
  const ids = values.add(owners, `${type}[]`);
  return `SELECT o.owner_id, ${result} FROM unnest(${ids}) AS o (owner_id) CROSS JOIN LATERAL (${rows('o.owner_id')}) r`;
}

function pageStatement(reading: Reading, owners: readonly string[], name: string | undefined): Statement {
  const values = new Values();
  const text = ofOwners(reading, owners, values, (owner) => pageRows(reading, owner, values), 'r.*');
  const isMany = owners.length > 1;
  // The rows of each owner come in their order, whatever plan joins them.
  const ordered = isMany ? `${text} ORDER BY ${sortOf(reading, 'r')}` : text;
  return { ...named(name, isMany), text: ordered, values: values.all };
}

// Each plan is kept by every connection. So only plain lists are prepared, which clients cannot vary.
function named(name: string | undefined, isMany: boolean): { readonly name?: string } {
  return name === undefined ? {} : { name: isMany ? `${name}_many` : name };
}

function sortOf({ order, isDescending, request: { backward } }: Reading, alias: string): string {
  const direction = isDescending === backward ? 'ASC' : 'DESC';
  return order.sort.map((_, index) => `${alias}.sort_${String(index)} ${direction}`).join(', ');
}

function pageRows(reading: Reading, owner: string | undefined, values: Values): string {
  const { list, order, request, isDescending } = reading;
  const { size, backward, after, before } = request;
  const conditions: string[] = [];
  for (const [cursor, isAfter] of [
    [after, true],
    [before, false],
  ] as const) {
    if (cursor === undefined) continue;
    const bound = order.bound(values.add(cursor, 'text'));
    const sort = order.sort.length === 1 ? order.sort[0] : `(${order.sort.join(', ')})`;
    conditions.push(`${String(sort)} ${isDescending === isAfter ? '<' : '>'} ${bound}`);
  }
  const direction = isDescending === backward ? 'ASC' : 'DESC';
  const limit = `LIMIT ${String(bucketOf(size))}`;
  const sorted = order.sort.map((column, index) => `${column} AS sort_${String(index)}`).join(', ');
  const orderBy = order.sort.map((column) => `${column} ${direction}`).join(', ');
  const rows = waysOf(reading, owner, values).map(
    (way) => `SELECT ${sorted}, ${order.key} AS page_key, ${list.columns}
      ${[way, ...conditions].join(' AND ')} ORDER BY ${orderBy} ${limit}`,
  );
  if (rows.length === 1) return String(rows[0]);
  const union = rows.map((text) => `(${text})`).join(' UNION ALL ');
  return `SELECT * FROM (${union}) w ORDER BY ${sortOf(reading, 'w')} ${limit}`;
}

/** `FROM … WHERE …` for each way to find the rows. */
function waysOf({ list, order, filter, now }: Reading, owner: string | undefined, values: Values): string[] {
  const fixed = typeof list.where === 'function' ? list.where(values.hide) : list.where;
  const from = typeof list.from === 'function' ? list.from(values.add) : list.from;
  return branchesOf(list.filters ?? {}, filter, values.add, now).map(({ join, where }: Branch) => {
    const conditions = [
      ...(list.owner === undefined || owner === undefined ? [] : [`${list.owner} = ${owner}`]),
      ...[fixed, order.where, where === 'true' ? undefined : where].filter((condition) => condition !== undefined),
    ];
    return `FROM ${from} ${join ?? ''} WHERE ${conditions.length === 0 ? 'true' : conditions.join(' AND ')}`;
  });
}

function countStatement(reading: Reading, owners: readonly string[], name: string | undefined): Statement {
  const values = new Values();
  const limit = `LIMIT ${String(MAX_COUNT + 1)}`;
  const rows = (owner: string | undefined): string => {
    const ways = waysOf(reading, owner, values).map((way) => `(SELECT 1 ${way} ${limit})`);
    return `SELECT count(*)::int AS total FROM (SELECT 1 FROM (${ways.join(' UNION ALL ')}) w ${limit}) c`;
  };
  const text = ofOwners(reading, owners, values, rows, 'r.total');
  return { ...named(name, owners.length > 1), text, values: values.all };
}
