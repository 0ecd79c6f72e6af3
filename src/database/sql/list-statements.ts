import { assert } from '../../domain/errors/errors';
import type { Statement } from '../transactions/statement';
import { type AddValue, type Branch, branchesOf, combine, type Filter } from './filters';
import { type Comparison, type ComparisonJoin, type List, type ListOrder, MAX_COMPARED, MAX_COUNT } from './list';
import type { PageRequest } from './pages';

// With `LIMIT $n` PostgreSQL would plan at every execution. So the limit is one of these literals, trimmed afterwards.
const LIMIT_BUCKETS = [11, 21, 51, 101, 201, 501, 1001];

/** A request for a list, with its order and its filter. */
export interface ListRead {
  readonly list: List;
  readonly order: ListOrder;
  readonly filter: Filter;
  readonly request: PageRequest;
  readonly isDescending: boolean;
  readonly now: Date;
}

/** A text that is equal for statements of one form. */
export function shapeOf({ request: { backward, after, before, size } }: ListRead): string {
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
  { list }: ListRead,
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

/** The statement of a page of each owner. */
export function pageStatement(reading: ListRead, owners: readonly string[], name: string | undefined): Statement {
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

function sortOf({ order, isDescending, request: { backward } }: ListRead, alias: string): string {
  const direction = isDescending === backward ? 'ASC' : 'DESC';
  return order.sort.map((_, index) => `${alias}.sort_${String(index)} ${direction}`).join(', ');
}

/** Conditions of the rows between the cursors. */
function betweenCursors({ order, request: { after, before }, isDescending }: ListRead, values: Values): string[] {
  const ends = [
    [after, true],
    [before, false],
  ] as const;
  return ends.flatMap(([cursor, isAfter]) => {
    if (cursor === undefined) return [];
    const bound = order.bound(values.add(cursor, 'text'));
    const sort = order.sort.length === 1 ? order.sort[0] : `(${order.sort.join(', ')})`;
    return [`${String(sort)} ${isDescending === isAfter ? '<' : '>'} ${bound}`];
  });
}

function orderOf({ order, isDescending, request: { backward } }: ListRead): string {
  const direction = isDescending === backward ? 'ASC' : 'DESC';
  return order.sort.map((column) => `${column} ${direction}`).join(', ');
}

function pageRows(reading: ListRead, owner: string | undefined, values: Values): string {
  const { list, order, request } = reading;
  const limit = `LIMIT ${String(bucketOf(request.size))}`;
  const conditions = betweenCursors(reading, values);
  const orderBy = orderOf(reading);
  const sorted = order.sort.map((column, index) => `${column} AS sort_${String(index)}`).join(', ');
  const select = `SELECT ${sorted}, ${order.key} AS page_key, ${list.columns}`;
  const comparison = comparisonOf(reading, owner, values);
  if (comparison) {
    const { alias, source, where, joins } = comparison;
    const scan = `SELECT ${alias}.* ${[source, ...conditions].join(' AND ')} ORDER BY ${orderBy}`;
    const rows = `(${scan} LIMIT ${String(MAX_COMPARED)}) ${alias} ${joins}`;
    const hits = `${select} FROM ${rows} WHERE ${where} ORDER BY ${orderBy} ${limit}`;
    const end = `SELECT ${order.key} FROM (${scan} OFFSET ${String(MAX_COMPARED - 1)} LIMIT 1) ${alias} ${joins}`;
    return withEnd(hits, end, request.size, sortOf(reading, 'h'));
  }
  const rows = sourcesOf(reading, owner, values).map(
    (source) => `${select} ${[source, ...conditions].join(' AND ')} ORDER BY ${orderBy} ${limit}`,
  );
  if (rows.length === 1) return String(rows[0]);
  const union = rows.map((text) => `(${text})`).join(' UNION ALL ');
  return `SELECT * FROM (${union}) w ORDER BY ${sortOf(reading, 'w')} ${limit}`;
}

/** The rows that match, and the key of the last row that was compared. It is read only if the page is short. */
function withEnd(hits: string, end: string, size: number, sort: string): string {
  const last = `SELECT CASE WHEN (SELECT count(*) FROM hits) <= ${String(size)} THEN (${end}) END AS end_key`;
  return `WITH hits AS (${hits}), last AS (${last}) SELECT h.*, e.end_key FROM last e LEFT JOIN hits h ON true
    WHERE h.page_key IS NOT NULL OR e.end_key IS NOT NULL ORDER BY ${sort}`;
}

/** The rows to compare, as `FROM … WHERE …`, and the condition on them and the tables joined with them. */
interface Compared {
  readonly alias: string;
  readonly source: string;
  readonly joins: string;
  readonly where: string;
}

function isCompared({ members, needsAll = false }: Comparison, filter: Filter): boolean {
  const has = (member: string): boolean => filter[member] !== undefined;
  return needsAll ? members.every(has) : members.some(has);
}

/** Undefined if the filter is no comparison. */
function comparisonOf(reading: ListRead, owner: string | undefined, values: Values): Compared | undefined {
  const { list, filter, now } = reading;
  const { comparison } = list;
  if (!comparison || !isCompared(comparison, filter)) return undefined;
  if (comparison.joined) {
    const lookUps = lookUpsOf(reading);
    return lookUps && joinedComparison(reading, comparison, lookUps, owner, values);
  }
  const names = new Set([...comparison.members, ...(comparison.others ?? [])]);
  const part = (isOfComparison: boolean): Filter =>
    Object.fromEntries(Object.entries(filter).filter(([name]) => names.has(name) === isOfComparison));
  const [source] = sourcesOf({ ...reading, filter: part(false) }, owner, values);
  assert(source, 'the members with an index have one branch');
  const where = anyOf(branchesOf(list.filters ?? {}, part(true), values.add, { now, owner }));
  return { alias: comparison.alias, source, joins: '', where };
}

function anyOf(branches: readonly Branch[]): string {
  return `(${branches.map(({ where }) => `(${where})`).join(' OR ')})`;
}

/** Each row is joined when it is compared. The rows are those in the ranges of the filter. */
function joinedComparison(
  { list, filter, now }: ListRead,
  { alias }: Comparison,
  { table, joins }: ComparisonJoin,
  owner: string | undefined,
  values: Values,
): Compared {
  const branches = branchesOf(list.filters ?? {}, filter, values.add, { now, owner });
  assert(branches[0], 'a filter has a branch');
  const owned = list.owner === undefined || owner === undefined ? 'true' : `${list.owner} = ${owner}`;
  const source = `FROM ${table} WHERE ${[owned, branches[0].range ?? 'true'].join(' AND ')}`;
  return { alias, source, joins, where: anyOf(branches) };
}

/** The look-ups of a filter that has no member with an index of another table. */
function lookUpsOf({ list: { comparison }, filter }: ListRead): ComparisonJoin | undefined {
  const { joined } = comparison ?? {};
  const members = Object.keys(filter).filter((member) => filter[member] !== undefined);
  return members.length === 0 || members.some((member) => joined?.indexed.includes(member)) ? undefined : joined;
}

/** `FROM … WHERE …` for each branch. */
function sourcesOf(reading: ListRead, owner: string | undefined, values: Values): string[] {
  const { list, order, filter, now } = reading;
  const fixed = typeof list.where === 'function' ? list.where(values.hide) : list.where;
  const lookUps = lookUpsOf(reading);
  const joined = lookUps ? `${lookUps.table} ${lookUps.joins}` : list.from;
  const from = typeof joined === 'function' ? joined(values.add) : joined;
  const filtered = branchesOf(list.filters ?? {}, filter, values.add, { now, owner });
  const branches = order.branches?.flatMap((one) => filtered.map((other) => combine(one, other))) ?? filtered;
  const at = order.whereAt?.(values.add(now, 'timestamptz'));
  return branches.map(({ join, where }: Branch) => {
    const conditions = [
      ...(list.owner === undefined || owner === undefined ? [] : [`${list.owner} = ${owner}`]),
      ...[fixed, order.where, at, where === 'true' ? undefined : where].filter((condition) => condition !== undefined),
    ];
    return `FROM ${from} ${join ?? ''} WHERE ${conditions.length === 0 ? 'true' : conditions.join(' AND ')}`;
  });
}

/** The statement of the counts of each owner. */
export function countStatement(reading: ListRead, owners: readonly string[], name: string | undefined): Statement {
  const values = new Values();
  const limit = `LIMIT ${String(MAX_COUNT + 1)}`;
  const rows = (owner: string | undefined): string => {
    const comparison = comparisonOf(reading, owner, values);
    if (comparison) {
      const { alias, source, joins, where } = comparison;
      const scan = `SELECT ${alias}.* ${source} ORDER BY ${orderOf(reading)} LIMIT ${String(MAX_COMPARED + 1)}`;
      const isPartial = `count(*) > ${String(MAX_COMPARED)} AS is_partial`;
      return `SELECT count(*) FILTER (WHERE ${where})::int AS total, ${isPartial} FROM (${scan}) ${alias} ${joins}`;
    }
    const selects = sourcesOf(reading, owner, values).map((source) => `(SELECT 1 ${source} ${limit})`);
    return `SELECT count(*)::int AS total FROM (SELECT 1 FROM (${selects.join(' UNION ALL ')}) w ${limit}) c`;
  };
  const text = ofOwners(reading, owners, values, rows, 'r.*');
  return { ...named(name, owners.length > 1), text, values: values.all };
}
