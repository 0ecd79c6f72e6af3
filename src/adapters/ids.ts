import { randomBytes } from 'node:crypto';
import { V7Generator } from 'uuidv7';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new credential. The signing secret is shown once and stored encrypted. */
export interface NewCredential {
  /** `ak_live_` + 26 characters: public, 128 random bits. */
  readonly apiKey: string;
  /** `sk_live_` + 52 characters: 256 random bits. */
  readonly signingSecret: string;
}

export function newCredential(): NewCredential {
  return { apiKey: `ak_live_${base32(randomBytes(16))}`, signingSecret: `sk_live_${base32(randomBytes(32))}` };
}

/** Creates a credential of a sandbox: `ak_test_` and `sk_test_` instead of `live`. */
export function newTestCredential(): NewCredential {
  const { apiKey, signingSecret } = newCredential();
  return { apiKey: apiKey.replace('live', 'test'), signingSecret: signingSecret.replace('live', 'test') };
}

/** Creates a webhook signing secret: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

const generator = new V7Generator();

/**
 * Creates a UUIDv7 with the milliseconds of `now`, the database's clock. Ids of one process never decrease: two
 * transactions may read the clock in one order and create ids in the other.
 */
export function newUuidV7(now: Date): string {
  return generator.generateOrResetWithTs(now.getTime()).toString();
}

/** Encodes bytes in Crockford's base32, in lower case, padded with zero bits. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += CROCKFORD.charAt((buffer >>> bits) & 31);
      buffer &= (1 << bits) - 1;
    }
  }
  return bits === 0 ? text : text + CROCKFORD.charAt((buffer << (5 - bits)) & 31);
}
