import { fromString, getType, toUUID, TypeID } from 'typeid-js';

/**
 * Keys and ids: one 128-bit UUIDv7 in two spellings (contract §1). The id is the UUID in canonical text, the key the
 * TypeID of the same bits: prefix, `_`, 26 characters of Crockford base32. Either converts to the other without a look-up.
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

/** The key of an id: `keyOf('trd', '01980f3e-…')` → `trd_01k07…`. Throws on what is not a UUID: a fault of ours. */
export function keyOf(prefix: Prefix, id: string): string {
  return TypeID.fromUUID(prefix, id).toString();
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
export function idOfEither(prefix: Prefix, text: string): string | undefined {
  return UUID_TEXT.test(text) ? text.toLowerCase() : idOf(prefix, text);
}
