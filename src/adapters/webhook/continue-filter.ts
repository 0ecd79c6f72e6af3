import type { Socket } from 'node:net';

/** A `100 Continue`, with the head that follows it. */
const STATUS_LINE = /^HTTP\/1\.[01] 100[ \r]/;
/** Bytes that decide whether a response is a `100 Continue`: `HTTP/1.1 100 `. */
const STATUS_BYTES = 13;
const HEAD_END = '\r\n\r\n';
/** A longer head is no `100 Continue` of a real server. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Removes `100 Continue` responses from what a socket reads.
 *
 * A server may send one unasked (RFC 9110 §15.2), and undici then closes the connection. After each write the filter is
 * armed: the next bytes are the beginning of a response. Other bytes disarm it. undici ignores the other 1xx itself.
 */
export function withoutContinue<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const write = socket.write.bind(socket) as (...parts: unknown[]) => boolean;
  let isArmed = false;
  let held: Buffer = Buffer.alloc(0);
  socket.write = (...parts: unknown[]): boolean => {
    isArmed = true;
    return write(...parts);
  };
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size);
    if (!isArmed || chunk === null) return chunk;
    const { rest, isComplete } = skipContinue(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
    held = isComplete ? Buffer.alloc(0) : rest;
    if (!isComplete) return socket.read(size);
    isArmed = false;
    return rest;
  };
  return socket;
}

/** Returns the bytes after all `100 Continue`. They are not complete while they can still be the beginning of one. */
function skipContinue(bytes: Buffer): { readonly rest: Buffer; readonly isComplete: boolean } {
  let rest = bytes;
  while (STATUS_LINE.test(rest.toString('latin1', 0, STATUS_BYTES))) {
    const end = rest.indexOf(HEAD_END);
    if (end === -1) return { rest, isComplete: rest.length > MAX_HEAD_BYTES };
    rest = rest.subarray(end + HEAD_END.length);
  }
  return { rest, isComplete: rest.length >= STATUS_BYTES };
}
