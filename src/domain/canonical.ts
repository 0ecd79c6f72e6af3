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

function double(value: number | bigint): string {
  assert(typeof value === 'number' && Number.isFinite(value), 'canonical JSON holds finite numbers');
  // RFC 8785 §3.2.2.3 is the form of ECMAScript.
  return JSON.stringify(value);
}

type FormatNumber = (value: number | bigint) => string;

function members(value: object, number: FormatNumber): string {
  // RFC 8785 §3.2.3 sorts by UTF-16 code units, as the operator `<` does.
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, member]) => `${text(name)}:${format(member, number)}`).join(',')}}`;
}

function format(value: unknown, number: FormatNumber): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number' || typeof value === 'bigint') return number(value);
  if (Array.isArray(value)) return `[${value.map((item) => format(item, number)).join(',')}]`;
  assert(
    typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype,
    'canonical JSON of plain data',
  );
  return members(value, number);
}

/**
 * The canonical JSON of a value (RFC 8785), for digests.
 *
 * Throws for fractions, because evidence has none, and for values that JSON does not have, such as `undefined`.
 */
export function canonical(value: unknown): string {
  return format(value, integer);
}

/** The canonical JSON of a document of others (RFC 8785), which can have fractions. */
export function canonicalJson(value: unknown): string {
  return format(value, double);
}
