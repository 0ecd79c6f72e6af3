import { invalid } from '../errors/errors';

/**
 * The cursor of an event: its place in the principal's log, the same on every transport (events.md §1). Opaque to
 * clients, safe in a URL; it names its own version, so that another form can follow.
 */
const VERSION = 'e1';
const PLAIN = /^e1:(0|[1-9]\d{0,15})$/;

export function eventCursor(sequence: bigint): string {
  return Buffer.from(`${VERSION}:${String(sequence)}`, 'latin1').toString('base64url');
}

/** The sequence a cursor stands for. @throws Refusal 400 `validation_failed` for anything `eventCursor` did not make */
export function sequenceOfCursor(cursor: string, pointer = '/after'): bigint {
  const plain = PLAIN.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const sequence = plain?.[1] === undefined ? undefined : BigInt(plain[1]);
  // Base64 has several spellings of the same bytes; only ours is a cursor.
  if (sequence === undefined || eventCursor(sequence) !== cursor) {
    throw invalid([{ pointer, detail: 'is no cursor of an event' }]);
  }
  return sequence;
}
