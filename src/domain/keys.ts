import { fromString, getType, toUUID } from 'typeid-js';
import { assert } from './errors/errors';

/**
 * The key prefix of each kind of resource.
 *
 * A resource has one UUIDv7 in two forms. The id is the UUID text. The key is the TypeID of the same bits: prefix, `_`
 * and 26 characters of Crockford base32. Each form converts to the other without a lookup.
 */
export const prefixes = {
  prn: 'principal',
  agt: 'agent',
  crd: 'credential',
  lst: 'listing',
  mrn: 'match run',
  prp: 'proposal',
  apr: 'approval',
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

// RFC 9562 §4: upper and lower case are valid.
const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Character codes of the 32 letters of Crockford base32. */
const LETTERS = Uint8Array.from('0123456789abcdefghjkmnpqrstvwxyz', (letter) => letter.charCodeAt(0));

const UNDERSCORE = '_'.charCodeAt(0);

/** Value of each hexadecimal digit by its character code, in both cases. */
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit += 1) {
  DIGITS[digit.toString(16).charCodeAt(0)] = digit;
  DIGITS[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

function digitAt(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? 0;
}

/** The 16 bits of the four digits at `at`. */
function wordAt(text: string, at: number): number {
  return (
    (digitAt(text, at) << 12) | (digitAt(text, at + 1) << 8) | (digitAt(text, at + 2) << 4) | digitAt(text, at + 3)
  );
}

function letter(fiveBits: number): number {
  return LETTERS[fiveBits & 31] ?? 0;
}

/**
 * The key of an id: `keyOf('trd', '01980f3e-…')` → `trd_01k07…`.
 *
 * Every response has many keys, so this code is optimized. One call creates the string, because a concatenated string
 * keeps its parts in memory (docs/decisions/0028-own-key-spelling.md). A test compares it with the TypeID package.
 */
export function keyOf(prefix: Prefix, id: string): string {
  assert(UUID_TEXT.test(id), 'the id of a key is a UUID');
  const a = (wordAt(id, 0) << 16) | wordAt(id, 4);
  const b = (wordAt(id, 9) << 16) | wordAt(id, 14);
  const c = (wordAt(id, 19) << 16) | wordAt(id, 24);
  const d = (wordAt(id, 28) << 16) | wordAt(id, 32);
  // 26 letters have 130 bits: two zero bits precede the 128 bits.
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

/** The id of a key, or undefined if the text is not a key with this prefix. */
export function idOf(prefix: Prefix, key: string): string | undefined {
  if (!key.startsWith(`${prefix}_`)) return undefined;
  try {
    return toUUID(fromString(key, prefix));
  } catch {
    return undefined;
  }
}

/** The prefix and id of a key, or undefined if the text is not a key. */
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

/** The id of a text that is a key or a UUID (`X-Agent-Id`, `proposal_id`), or undefined. */
export function idFromKeyOrUuid(prefix: Prefix, text: string): string | undefined {
  return UUID_TEXT.test(text) ? text.toLowerCase() : idOf(prefix, text);
}

/** Error text for a value that is neither a key with this prefix nor a UUID. */
export function keyOrUuidError(prefix: Prefix): string {
  const type = prefixes[prefix];
  return `must be a key (\`${prefix}_…\`) or UUID of ${/^[aeo]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The smallest id of an instant: the first 48 bits are milliseconds (RFC 9562 §5.7). */
export function minIdAt(at: Date): string {
  const milliseconds = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-0000-0000-000000000000`;
}
