import { invalid, invalidMember } from '../../domain/errors/errors';
import { type CursorView, decodeCursor, type KeyPattern } from './cursors';

/** Relay page arguments. `first` and `after` go on in the order of the list, `last` and `before` go back. */
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

/** The size of a list that has `first` alone. @throws Refusal 400 `validation_failed` */
export function sizeOfFirst(first: number | null | undefined, limits: PageLimits): number {
  const size = first ?? limits.default;
  if (size < 1 || size > limits.max) throw invalidMember('/first', ofSize(limits));
  return size;
}

const ofSize = ({ max }: PageLimits): string => `must be 1 to ${String(max)}`;

export interface PageRow<T> {
  readonly cursor: string;
  readonly row: T;
}

export interface Page<T> {
  readonly rows: readonly PageRow<T>[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Cursor from which the next page goes on, if it is not that of the last row. */
  readonly endCursor?: string | undefined;
  /** Cursor from which the previous page goes on, if it is not that of the first row. */
  readonly startCursor?: string | undefined;
}

function sizeOf(args: PageArgs, limits: PageLimits): number {
  const errors = [];
  if (args.first != null && args.last != null)
    errors.push({ pointer: '/last', detail: 'cannot be combined with first' });
  for (const [pointer, size] of [
    ['/first', args.first],
    ['/last', args.last],
  ] as const) {
    if (size != null && (size < 1 || size > limits.max)) {
      errors.push({ pointer, detail: ofSize(limits) });
    }
  }
  if (errors.length > 0) throw invalid(errors);
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

/**
 * Checks page arguments.
 * @param pattern of the sort keys
 * @param view to which the cursors must belong
 * @throws Refusal 400 `validation_failed` for an invalid size or cursor, `cursor_invalid` for one of another view
 */
export function readPageArgs(args: PageArgs, pattern: KeyPattern, limits: PageLimits, view: CursorView): PageRequest {
  const size = sizeOf(args, limits);
  const key = (cursor: string | null | undefined, pointer: string) =>
    cursor == null ? undefined : decodeCursor(cursor, pointer, pattern, view);
  return {
    size,
    backward: args.last != null || (args.before != null && args.first == null),
    after: key(args.after, '/after'),
    before: key(args.before, '/before'),
  };
}

/**
 * Makes a page of the rows in the order they were read. An extra row means that there are more.
 * @param comparedTo cursor of the last row that was compared with the filter, if more rows follow it
 */
export function pageOf<T>(
  found: readonly PageRow<T>[],
  { size, backward, after, before }: PageRequest,
  comparedTo?: string,
): Page<T> {
  const rows = found.slice(0, size);
  if (backward) rows.reverse();
  const isFull = found.length > size;
  const more = isFull || comparedTo !== undefined;
  return {
    rows,
    hasNextPage: backward ? before !== undefined : more,
    hasPreviousPage: backward ? more : after !== undefined,
    ...(!isFull && comparedTo !== undefined && { [backward ? 'startCursor' : 'endCursor']: comparedTo }),
  };
}
