import type { FlattenedJWSInput, JWK } from 'jose';
import { canonicalJson } from '../../domain/canonical';
import type { Card } from '../../domain/parties/agent-card';
import {
  algorithmOf,
  type CardKey,
  type CardSignatures,
  type CardSignatureStatus,
} from '../../domain/parties/card-keys';

/** Signatures of agent cards: JWS with a detached payload, the canonical JSON of the card (A2A 1.0 §8.4). */

/** Far more than the rotation of keys needs. */
const MAX_SIGNATURES = 20;

/** Loads jose at first use, because it ships ES modules only. */
const jose = () => import('jose');

const payloadOf = (card: unknown): string => Buffer.from(canonicalJson(card), 'utf8').toString('base64url');

/** Removes empty texts, lists and objects, as A2A signers do before they sign. Undefined: nothing is left. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, withoutEmpty(member)]);
  const present = members.filter(([, member]) => member !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

/** The payloads that a signer can have signed: the card as it is, and without empty members. */
function payloadsOf(card: Card): readonly string[] {
  const { signatures: _, ...content } = JSON.parse(JSON.stringify(card)) as Card;
  return [...new Set([payloadOf(content), payloadOf(withoutEmpty(content) ?? {})])];
}

type Signature = Omit<FlattenedJWSInput, 'payload'>;

async function checkSignature(
  signature: Signature,
  payloads: readonly string[],
  keys: readonly CardKey[],
): Promise<CardSignatureStatus> {
  const { decodeProtectedHeader, errors, flattenedVerify, importJWK } = await jose();
  try {
    const { kid } = decodeProtectedHeader(signature);
    if (typeof kid !== 'string') return 'invalid';
    const key = keys.find((one) => one.kid === kid);
    if (!key) return 'unknown_key';
    const algorithm = algorithmOf(key);
    const publicKey = await importJWK(key as JWK, algorithm);
    for (const payload of payloads) {
      const isVerified = await flattenedVerify({ ...signature, payload }, publicKey, { algorithms: [algorithm] }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof errors.JWSSignatureVerificationFailed) return false;
          throw error;
        },
      );
      if (isVerified) return 'verified';
    }
    return 'invalid';
  } catch {
    // A header that is no JSON, another algorithm, or a key that is no point of its curve.
    return 'invalid';
  }
}

export const cardSignatures: CardSignatures = {
  async verifyCard(card, keys) {
    const signatures = (card['signatures'] ?? []) as readonly Signature[];
    if (signatures.length === 0) return 'none';
    const payloads = payloadsOf(card);
    const states = await Promise.all(
      signatures.slice(0, MAX_SIGNATURES).map((signature) => checkSignature(signature, payloads, keys)),
    );
    if (states.includes('verified')) return 'verified';
    return states.includes('invalid') ? 'invalid' : 'unknown_key';
  },

  async signCard(card, { keyId, publicKey, privateKey, keySetUrl }) {
    const { FlattenedSign, importJWK } = await jose();
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey }, 'EdDSA');
    const signed = await new FlattenedSign(Buffer.from(canonicalJson(card), 'utf8'))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JOSE', kid: keyId, jku: keySetUrl })
      .sign(key);
    return { ...card, signatures: [{ protected: signed.protected ?? '', signature: signed.signature }] };
  },
};
