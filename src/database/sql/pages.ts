import { invalid } from '../../domain/errors/errors';
import { decode } from './codec';
import type { Db } from '../transactions/statement';

/** Cursors are opaque texts that contain a sort key. GraphQL and REST use the same ones. */
const VERSION = '1';
export const INVALID_CURSOR = 'is not a cursor of this list: use one from its pages';

export function encodeCursor(key: string): string {
  return Buffer.from(`${VERSION}:${key}`).toString('base64url');
}

function decodeCursor(cursor: string, pointer: string, pattern: RegExp): string {
  const [version, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(':');
  const key = rest.join(':');
  if (version !== VERSION || !pattern.test(key) || encodeCursor(key) !== cursor) {
    throw invalid([{ pointer, detail: INVALID_CURSOR }]);
  }
  return key;
}

/** Relay page arguments. Lists are newest first, so `first` and `after` lead to older rows. */
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

/** The default and the maximum page size. */
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

const KEY_PATTERNS = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  bigint: /^\d{1,18}$/,
  /** A digit, a rank of 20 digits, then a UUID. */
  text: /^[01]\d{20}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /** Milliseconds since 1970 in 15 digits, then the id of a checkout session or event. */
  varchar: /^\d{15}[\x21-\x7e]{1,255}$/,
};

/** A list with a unique sort key, newest first. */
export interface PagedList {
  readonly name: string;
  /** The columns and tables: `l.* FROM listing l`. */
  readonly select: string;
  /**
   * The condition, with $1… for `values`. Write the owner as `(SELECT $1::uuid)` to hide its value from the planner.
   *
   * For an owner of many rows PostgreSQL would otherwise scan the newest rows of all owners.
   */
  readonly where: string;
  readonly values: readonly unknown[];
  /** The sort key, such as `l.listing_id`. */
  readonly key: string;
  readonly keyType: keyof typeof KEY_PATTERNS;
}

// With `LIMIT $n` PostgreSQL would plan at every execution. So the limit is one of these literals, trimmed afterwards.
const LIMIT_BUCKETS = [11, 21, 51, 101, 201, 501, 1001];

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

/** Checked page arguments. */
export interface PageRequest {
  readonly size: number;
  /** Whether to read from the oldest row, or up to `before`. */
  readonly backward: boolean;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

/** Checks page arguments. @throws Refusal 400 `validation_failed` for an invalid size or cursor */
export function readPageArgs(args: PageArgs, keyType: keyof typeof KEY_PATTERNS, limits: PageLimits): PageRequest {
  const size = sizeOf(args, limits);
  const key = (cursor: string | null | undefined, pointer: string) =>
    cursor == null ? undefined : decodeCursor(cursor, pointer, KEY_PATTERNS[keyType]);
  return {
    size,
    backward: args.last != null || (args.before != null && args.first == null),
    after: key(args.after, '/after'),
    before: key(args.before, '/before'),
  };
}

/** Makes a page of the rows in the order they were read. An extra row means that there are more. */
export function pageOf<T>(found: readonly PageRow<T>[], { size, backward, after, before }: PageRequest): Page<T> {
  const rows = found.slice(0, size);
  if (backward) rows.reverse();
  const more = found.length > size;
  return {
    rows,
    hasNextPage: backward ? before !== undefined : more,
    hasPreviousPage: backward ? more : after !== undefined,
  };
}

/** The statement of a page. It reads one extra row; each row begins with its `page_key`. */
export interface PageStatement {
  readonly request: PageRequest;
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Builds the statement of a page. @throws Refusal 400 `validation_failed` for an invalid size or cursor */
export function pageStatement(list: PagedList, args: PageArgs, limits: PageLimits = pageLimits): PageStatement {
  const request = readPageArgs(args, list.keyType, limits);
  const { size, backward, after, before } = request;
  const values = [...list.values];
  const conditions = [list.where];
  for (const [key, sign] of [
    [after, '<'],
    [before, '>'],
  ] as const) {
    if (key === undefined) continue;
    values.push(key);
    conditions.push(`${list.key} ${sign} $${String(values.length)}::${list.keyType}`);
  }
  const bucket = LIMIT_BUCKETS.find((limit) => limit > size) ?? size + 1;
  const shape = `${backward ? 'b' : 'f'}${after === undefined ? '' : 'a'}${before === undefined ? '' : 'z'}`;
  return {
    request,
    name: `page_${list.name}_${shape}_${String(bucket)}`,
    text: `SELECT ${list.key}::text AS page_key, ${list.select} WHERE ${conditions.join(' AND ')}
           ORDER BY ${list.key} ${backward ? 'ASC' : 'DESC'} LIMIT ${String(bucket)}`,
    values,
  };
}

/** Reads one page in one statement. @throws Refusal 400 `validation_failed` for an invalid size or cursor */
export async function readPage<T>(
  db: Db,
  list: PagedList,
  args: PageArgs,
  limits: PageLimits = pageLimits,
): Promise<Page<T>> {
  const { request, ...statement } = pageStatement(list, args, limits);
  const found = await db.query<Record<string, unknown>>(statement);
  const rows = found.map(({ page_key: key, ...row }) => ({ cursor: encodeCursor(String(key)), row: decode<T>(row) }));
  return pageOf(rows, request);
}
