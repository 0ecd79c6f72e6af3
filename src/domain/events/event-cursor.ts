import { invalidMember, type Refusal } from '../errors/errors';

/** Version of the cursor format, so that a later format can differ. */
const VERSION = 'e1';
const PLAIN = /^e1:(0|[1-9]\d{0,15})$/;

/** The cursor of an event: its position in the log of the principal, opaque to clients. */
export function eventCursor(sequence: bigint): string {
  return Buffer.from(`${VERSION}:${String(sequence)}`, 'latin1').toString('base64url');
}

/** The sequence of a cursor. @throws Refusal 400 `validation_failed` for a text that is not a cursor */
export function sequenceOfCursor(cursor: string, pointer = '/after'): bigint {
  const plain = PLAIN.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const sequence = plain?.[1] === undefined ? undefined : BigInt(plain[1]);
  // Base64 has several forms of the same bytes. Only the form of `eventCursor` is valid.
  if (sequence === undefined || eventCursor(sequence) !== cursor) {
    throw invalidMember(pointer, 'is not a cursor of an event');
  }
  return sequence;
}

/** The refusal of a cursor beyond the newest event of a principal: the log never issued it. */
export function foreignCursor(): Refusal {
  return invalidMember('/after', 'is no cursor of this principal’s events');
}
