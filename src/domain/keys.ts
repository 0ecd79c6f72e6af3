import { fromString, getType, toUUID } from 'typeid-js';
import { assert } from './errors/errors';

/**
 * Keys and ids: one 128-bit UUIDv7 in two spellings (contract §1). The id is the UUID in canonical text, the key the
 * TypeID of the same bits: prefix (three letters), `_`, 26 characters of Crockford base32. Either converts to the other
 * without a look-up.
 */
export const prefixes = {
  prn: 'principal',
  agt: 'agent',
  crd: 'credential',
  lst: 'listing',
  mrn: 'match run',
  prp: 'proposal',
  trd: 'trade',
  stl: 'settlement',
  xfr: 'ledger transfer',
  pst: 'posting',
  wsk: 'webhook signing key',
  evt: 'event',
  dlv: 'webhook delivery',
  bnd: 'binding',
  act: 'operator act',
  hum: 'human',
  ses: 'sign-in session',
  req: 'request',
} as const;

export type Prefix = keyof typeof prefixes;

// RFC 9562 §4: read in either case.
const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Of Crockford's thirty-two letters, five bits each: their character codes. */
const LETTERS = Uint8Array.from('0123456789abcdefghjkmnpqrstvwxyz', (letter) => letter.charCodeAt(0));

const UNDERSCORE = '_'.charCodeAt(0);

/** Of the hexadecimal digits in either case, by their character codes. */
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit += 1) {
  DIGITS[digit.toString(16).charCodeAt(0)] = digit;
  DIGITS[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

function digitAt(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? 0;
}

/** Sixteen bits: the four digits at `at`. */
function wordAt(text: string, at: number): number {
  return (
    (digitAt(text, at) << 12) | (digitAt(text, at + 1) << 8) | (digitAt(text, at + 2) << 4) | digitAt(text, at + 3)
  );
}

function letter(fiveBits: number): number {
  return LETTERS[fiveBits & 31] ?? 0;
}

/**
 * The key of an id: `keyOf('trd', '01980f3e-…')` → `trd_01k07…`. Throws on what is not a UUID: a fault of ours.
 * Every answer is full of keys, so this is written for speed, in one call: a string put together of parts stays those parts
 * in memory (decision 0028). The TypeID package says in a test that it is right.
 */
export function keyOf(prefix: Prefix, id: string): string {
  assert(UUID_TEXT.test(id), 'a key is made of a UUID');
  const a = (wordAt(id, 0) << 16) | wordAt(id, 4);
  const b = (wordAt(id, 9) << 16) | wordAt(id, 14);
  const c = (wordAt(id, 19) << 16) | wordAt(id, 24);
  const d = (wordAt(id, 28) << 16) | wordAt(id, 32);
  // 128 bits in twenty-six letters: two zero bits come first.
  // prettier-ignore
  return String.fromCharCode(
    prefix.charCodeAt(0), prefix.charCodeAt(1), prefix.charCodeAt(2), UNDERSCORE,
    letter(a >>> 29), letter(a >>> 24), letter(a >>> 19), letter(a >>> 14), letter(a >>> 9), letter(a >>> 4),
    letter((a << 1) | (b >>> 31)),
    letter(b >>> 26), letter(b >>> 21), letter(b >>> 16), letter(b >>> 11), letter(b >>> 6), letter(b >>> 1),
    letter((b << 4) | (c >>> 28)),
    letter(c >>> 23), letter(c >>> 18), letter(c >>> 13), letter(c >>> 8), letter(c >>> 3),
    letter((c << 2) | (d >>> 30)),
    letter(d >>> 25), letter(d >>> 20), letter(d >>> 15), letter(d >>> 10), letter(d >>> 5), letter(d),
  );
}

/** The id of a key of that prefix, or undefined if the text is no such key. */
export function idOf(prefix: Prefix, key: string): string | undefined {
  if (!key.startsWith(`${prefix}_`)) return undefined;
  try {
    return toUUID(fromString(key, prefix));
  } catch {
    return undefined;
  }
}

/** The prefix and id of any key, or undefined. */
export function parseKey(key: string): { prefix: Prefix; id: string } | undefined {
  try {
    const prefix = getType(fromString(key));
    if (!Object.hasOwn(prefixes, prefix)) return undefined;
    const id = idOf(prefix as Prefix, key);
    return id === undefined ? undefined : { prefix: prefix as Prefix, id };
  } catch {
    return undefined;
  }
}

/** The id meant by a text that may be either spelling (`X-Agent-Id`, `proposal_id`), or undefined. */
export function idFromKeyOrUuid(prefix: Prefix, text: string): string | undefined {
  return UUID_TEXT.test(text) ? text.toLowerCase() : idOf(prefix, text);
}

/** The least id that can have been made at the instant or after it: its first 48 bits are milliseconds (RFC 9562 §5.7). */
export function minIdAt(at: Date): string {
  const milliseconds = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-0000-0000-000000000000`;
}
