import { randomBytes } from 'node:crypto';
import { V7Generator } from 'uuidv7';

/** Identity and secrets, made from the system's randomness (contract §1, events.md §2). */

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** A credential's two halves; the second is shown once and rests sealed. */
export interface NewCredential {
  /** `ak_live_` + 26 characters: public, 128 random bits. */
  readonly apiKey: string;
  /** `sk_live_` + 52 characters: 256 random bits. */
  readonly signingSecret: string;
}

export function newCredential(): NewCredential {
  return { apiKey: `ak_live_${base32(randomBytes(16))}`, signingSecret: `sk_live_${base32(randomBytes(32))}` };
}

/** A webhook signing secret in the spelling of Standard Webhooks: `whsec_` + base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

const generator = new V7Generator();

/**
 * A UUIDv7 with the milliseconds of `now`, which is the database's clock. Ids of this process never go backwards: when
 * two transactions read the clock in one order and make ids in the other, the later id keeps the larger milliseconds.
 */
export function newUuidV7(now: Date): string {
  return generator.generateOrResetWithTs(now.getTime()).toString();
}

/** Crockford's base32 in lower case, most significant bits first; the last character is padded with zero bits. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += CROCKFORD.charAt((held >>> bits) & 31);
      held &= (1 << bits) - 1;
    }
  }
  return bits === 0 ? text : text + CROCKFORD.charAt((held << (5 - bits)) & 31);
}
