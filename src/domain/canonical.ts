import { assert } from './errors/errors';

/** A SHA-256 function: hex digest of UTF-8 bytes. Injected, so that the domain needs no library. */
export interface Digest {
  sha256(text: string): string;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function text(value: string): string {
  assert(!LONE_SURROGATE.test(value), 'canonical JSON holds well-formed text only');
  return JSON.stringify(value);
}

function integer(value: number | bigint): string {
  assert(Number.isSafeInteger(Number(value)), `canonical JSON holds safe integers only, not ${String(value)}`);
  return Object.is(value, -0) ? '0' : String(value);
}

function members(value: object): string {
  // RFC 8785 §3.2.3 sorts by UTF-16 code units, as the operator `<` does.
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, member]) => `${text(name)}:${canonical(member)}`).join(',')}}`;
}

/**
 * The canonical JSON of a value (RFC 8785), for digests.
 *
 * Throws for fractions, because evidence has none, and for values that JSON does not have, such as `undefined`.
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  assert(
    typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype,
    'canonical JSON of plain data',
  );
  return members(value);
}
