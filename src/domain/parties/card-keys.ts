import { Validator } from '../validator';
import type { Card } from './agent-card';

/** Keys that verify the signatures of an agent card (docs/concepts/agents.md). */

/** Results of the check of a card's signatures. */
export const CARD_SIGNATURE_STATES = ['verified', 'unknown_key', 'invalid', 'none'] as const;
export type CardSignatureStatus = (typeof CARD_SIGNATURE_STATES)[number];

/** A public JWK (RFC 7517) with a key id. */
export type CardKey = Readonly<Record<string, string>> & { readonly kty: string; readonly kid: string };

/** The Ed25519 key of the service that signs a card, in base64url, and where its public form is. */
export interface CardSigningKey {
  readonly keyId: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly keySetUrl: string;
}

export interface CardSignatures {
  /** Checks the signatures of a card against keys. It fetches nothing. */
  verifyCard(card: Card, keys: readonly CardKey[]): Promise<CardSignatureStatus>;
  /** Returns the card with the member `signatures`. */
  signCard(card: Card, key: CardSigningKey): Promise<Card>;
}

export const MAX_CARD_KEYS = 10;

/** A card with the keys that verify its signatures. */
export interface KeyedCard {
  readonly card: unknown;
  readonly cardKeys: readonly CardKey[] | null;
}

/** Bytes of a card and its keys, which count under the quota `max_card_bytes`. */
export function cardBytes({ card, cardKeys }: KeyedCard): number {
  const keyBytes = cardKeys === null || cardKeys.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(cardKeys));
  return Buffer.byteLength(JSON.stringify(card)) + keyBytes;
}
const MAX_KID = 128;

interface KeyKind {
  readonly alg: string;
  /** Required members, with the form of each. */
  readonly members: Readonly<Record<string, RegExp>>;
}

const BYTES_32 = /^[A-Za-z0-9_-]{43}$/;
/** Kinds of keys by `kty` and `crv`. RSA keys have 2048 to 4096 bits, and an exponent of at most 4 bytes. */
const KINDS: Readonly<Record<string, KeyKind>> = {
  'EC P-256': { alg: 'ES256', members: { x: BYTES_32, y: BYTES_32 } },
  'OKP Ed25519': { alg: 'EdDSA', members: { x: BYTES_32 } },
  RSA: { alg: 'RS256', members: { n: /^[A-Za-z0-9_-]{342,683}$/, e: /^[A-Za-z0-9_-]{2,6}$/ } },
};
/** Members of private and symmetric keys (RFC 7518 §6). */
const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

function kindOf({ kty, crv }: Readonly<Record<string, unknown>>): KeyKind | undefined {
  if (kty === 'RSA') return KINDS['RSA'];
  return typeof kty === 'string' && typeof crv === 'string' ? KINDS[`${kty} ${crv}`] : undefined;
}

/** The only algorithm of a key. */
export const algorithmOf = (key: CardKey): string => kindOf(key)?.alg ?? '';

/** Parses the keys of a request. Members that no check uses are left out. @throws Refusal 400 `validation_failed` */
export function readCardKeys(input: readonly unknown[]): readonly CardKey[] {
  const check = new Validator();
  check.that(input.length <= MAX_CARD_KEYS, '/card_keys', `must have at most ${String(MAX_CARD_KEYS)} keys`);
  check.done();
  const keys = input.map((key, index) => readKey(key, `/card_keys/${String(index)}`, check));
  check.unique(
    '/card_keys',
    '/kid',
    keys.map(({ kid }) => kid),
  );
  check.done();
  return keys;
}

function readKey(input: unknown, pointer: string, check: Validator): CardKey {
  const key = (input ?? {}) as Readonly<Record<string, unknown>>;
  const hasSecret = SECRET_MEMBERS.some((name) => Object.hasOwn(key, name));
  check.that(!hasSecret, pointer, 'must be a public key: it has members of a private key, so replace that key');
  const { kty, crv, kid, alg } = key;
  const isKid = typeof kid === 'string' && kid !== '' && kid.length <= MAX_KID && !/\0|\p{Surrogate}/u.test(kid);
  check.that(isKid, `${pointer}/kid`, `must be a text of 1 to ${String(MAX_KID)} characters`);
  const kind = kindOf(key);
  if (!kind) {
    check.addError(`${pointer}/kty`, 'must be EC with crv P-256, OKP with crv Ed25519, or RSA');
    return { kty: '', kid: '' };
  }
  check.that(alg === undefined || alg === kind.alg, `${pointer}/alg`, `must be ${kind.alg} for this key`);
  for (const [name, form] of Object.entries(kind.members)) {
    const value = key[name];
    check.that(
      typeof value === 'string' && form.test(value),
      `${pointer}/${name}`,
      'must be base64url of a valid length',
    );
  }
  const members = Object.keys(kind.members).map((name) => [name, key[name]]);
  const curve = kty === 'RSA' ? {} : { crv };
  return { kty, ...curve, ...Object.fromEntries(members), kid, alg: kind.alg } as CardKey;
}
