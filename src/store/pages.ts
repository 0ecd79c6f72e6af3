import { invalid } from '../domain/errors';
import { decode } from './codec';
import type { Db } from './db';

/** One cursor for every list, GraphQL and REST: opaque text over the sort key of the row it stands at. */
const VERSION = '1';

export function cursorOf(key: string): string {
  return Buffer.from(`${VERSION}:${key}`).toString('base64url');
}

function keyAt(cursor: string, pointer: string, pattern: RegExp): string {
  const [version, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(':');
  const key = rest.join(':');
  if (version !== VERSION || !pattern.test(key) || cursorOf(key) !== cursor) {
    throw invalid([{ pointer, detail: 'is no cursor of this list: take one from a page of it' }]);
  }
  return key;
}

/** Relay's arguments; a list is newest first, `first`/`after` go on to older rows. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export interface PageLimits {
  readonly default: number;
  readonly max: number;
}

/** Page sizes of contract §6. */
export const pageLimits: PageLimits = { default: 50, max: 200 };

export interface PageRow<T> {
  readonly cursor: string;
  readonly row: T;
}

export interface Page<T> {
  readonly rows: readonly PageRow<T>[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** A list that can be paged: newest first by a unique key. */
export interface PagedList {
  readonly name: string;
  /** Columns and tables: `l.* FROM listing l`. */
  readonly select: string;
  /** With $1… for `values`. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** The sort key: `l.listing_id`. */
  readonly key: string;
  readonly keyType: 'uuid' | 'bigint';
}

const KEY_PATTERNS = { uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, bigint: /^\d{1,18}$/ };

// PostgreSQL plans `LIMIT $n` anew at every execution: a few literal sizes, trimmed here (performance.md §2).
const BUCKETS = [11, 21, 51, 101, 201, 501, 1001];

function sizeOf(args: PageArgs, limits: PageLimits): number {
  const faults = [];
  if (args.first != null && args.last != null)
    faults.push({ pointer: '/last', detail: 'cannot be combined with first' });
  for (const [pointer, size] of [
    ['/first', args.first],
    ['/last', args.last],
  ] as const) {
    if (size != null && (size < 1 || size > limits.max)) {
      faults.push({ pointer, detail: `must be 1 to ${String(limits.max)}` });
    }
  }
  if (faults.length > 0) throw invalid(faults);
  return args.first ?? args.last ?? limits.default;
}

/** One page of a list, in one statement. @throws Refusal 400 `validation_failed` for a size or cursor that is none */
export async function readPage<T>(
  db: Db,
  list: PagedList,
  args: PageArgs,
  limits: PageLimits = pageLimits,
): Promise<Page<T>> {
  const size = sizeOf(args, limits);
  const backward = args.last != null || (args.before != null && args.first == null);
  const pattern = KEY_PATTERNS[list.keyType];
  const values = [...list.values];
  const conditions = [list.where];
  for (const [pointer, cursor, sign] of [
    ['/after', args.after, '<'],
    ['/before', args.before, '>'],
  ] as const) {
    if (cursor == null) continue;
    values.push(keyAt(cursor, pointer, pattern));
    conditions.push(`${list.key} ${sign} $${String(values.length)}::${list.keyType}`);
  }
  const bucket = BUCKETS.find((limit) => limit > size) ?? size + 1;
  const shape = `${backward ? 'b' : 'f'}${args.after == null ? '' : 'a'}${args.before == null ? '' : 'z'}`;
  const found = await db.query<Record<string, unknown>>({
    name: `page_${list.name}_${shape}_${String(bucket)}`,
    text: `SELECT ${list.key}::text AS page_key, ${list.select} WHERE ${conditions.join(' AND ')}
           ORDER BY ${list.key} ${backward ? 'ASC' : 'DESC'} LIMIT ${String(bucket)}`,
    values,
  });
  const rows = found
    .slice(0, size)
    .map(({ page_key: key, ...row }) => ({ cursor: cursorOf(String(key)), row: decode<T>(row) }));
  if (backward) rows.reverse();
  const more = found.length > size;
  return {
    rows,
    hasNextPage: backward ? args.before != null : more,
    hasPreviousPage: backward ? more : args.after != null,
  };
}
