import { createHash } from 'node:crypto';
import { invalid } from '../../domain/errors/errors';

/**
 * Cursors are opaque texts that contain a sort key. GraphQL and REST use the same ones.
 * The cursor of a filtered or ordered list also contains a hash of both.
 */
const PLAIN = '1';
const BOUND = '2';
const HASH_LENGTH = 12;
const OTHER_VIEW = 'belongs to a list with another filter or order';
export const INVALID_CURSOR = 'is not a cursor of this list: use one from its pages';

/** @param view hash of filter and order; undefined for the plain list */
export function encodeCursor(key: string, view?: string): string {
  return Buffer.from(view === undefined ? `${PLAIN}:${key}` : `${BOUND}:${view}:${key}`).toString('base64url');
}

/** @throws Refusal 400 `validation_failed` for a text that is no cursor, `cursor_invalid` for one of another filter */
export function decodeCursor(cursor: string, pointer: string, pattern: RegExp, view?: string): string {
  const [version, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(':');
  const cursorView = version === BOUND ? rest.shift() : undefined;
  const key = rest.join(':');
  const isCursor = (version === PLAIN || cursorView !== undefined) && encodeCursor(key, cursorView) === cursor;
  if (isCursor && cursorView !== view) throw invalid([{ pointer, detail: OTHER_VIEW }], 'cursor_invalid');
  if (!isCursor || !pattern.test(key)) throw invalid([{ pointer, detail: INVALID_CURSOR }]);
  return key;
}

/** A hash of what a list shows, for its cursors. Equal filters have equal hashes. */
export function hashOfView(view: unknown): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, HASH_LENGTH);
}
