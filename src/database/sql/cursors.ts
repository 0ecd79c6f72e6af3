import { createHash } from 'node:crypto';
import { invalid, invalidMember } from '../../domain/errors/errors';

/**
 * Cursors are opaque texts that contain a sort key. GraphQL and REST use the same ones.
 * A cursor also contains a hash of its list, filter and order.
 */
const BOUND = '2';
/** Cursors without a hash. Earlier versions issued them for lists without filter and order. */
const UNBOUND = '1';
const HASH_LENGTH = 12;
const OTHER_VIEW = 'belongs to another list, filter or order';
export const INVALID_CURSOR = 'is not a cursor of this list: use one from its pages';

/** The form of the sort keys of an order. PostgreSQL can read every text of this form. */
export type KeyPattern = Pick<RegExp, 'test'>;

/** The list, filter and order that a cursor belongs to. */
export interface CursorView {
  /** Hash of list, filter and order. */
  readonly hash: string;
  /** Whether the list has no filter and its default order. */
  readonly isPlain: boolean;
}

export function encodeCursor(key: string, { hash }: CursorView): string {
  return encode(`${BOUND}:${hash}:${key}`);
}

/** @throws Refusal 400 `validation_failed` for a text that is no cursor, `cursor_invalid` for one of another view */
export function decodeCursor(cursor: string, pointer: string, pattern: KeyPattern, view: CursorView): string {
  const content = Buffer.from(cursor, 'base64url').toString('utf8');
  const [version, ...rest] = content.split(':');
  const hash = version === BOUND ? rest.shift() : undefined;
  const isCursor = (version === UNBOUND || hash !== undefined) && encode(content) === cursor;
  if (isCursor && !(hash === undefined ? view.isPlain : hash === view.hash))
    throw invalid([{ pointer, detail: OTHER_VIEW }], 'cursor_invalid');
  const key = rest.join(':');
  if (!isCursor || !pattern.test(key)) throw invalidMember(pointer, INVALID_CURSOR);
  return key;
}

function encode(content: string): string {
  return Buffer.from(content).toString('base64url');
}

/** A hash of a list, its filter and its order. Equal filters have equal hashes. */
export function hashOfView(view: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, HASH_LENGTH);
}
