import { randomBytes } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base32, newCredential, newUuidV7, newWebhookSecret } from '../../../src/adapters/ids';
import { openSecrets } from '../../../src/adapters/secrets';
import type { SecretBox } from '../../../src/operations/ports';
import { newFolder } from '../../support/folder';

const base64Key = (): string => randomBytes(32).toString('base64');
const PURPOSE = 'signing:crd_1';
let dataDir: string;

beforeEach(() => {
  dataDir = newFolder('secrets');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function withKeys(keys: string): SecretBox {
  return openSecrets({ keys, dataDir, production: true }).secrets;
}

describe('Stored secrets', () => {
  test('should decrypt a secret; its ciphertext does not contain the plain text', () => {
    const secrets = withKeys(`k1:${base64Key()}`);
    const sealed = secrets.encrypt('a secret – ☃', PURPOSE);
    expect(sealed.keyId).toBe('k1');
    expect(sealed.ciphertext.includes(Buffer.from('secret'))).toBe(false);
    expect(secrets.decrypt(sealed, PURPOSE)).toBe('a secret – ☃');
    expect(secrets.encrypt('a secret – ☃', PURPOSE).ciphertext.equals(sealed.ciphertext)).toBe(false);
  });

  test('the first key encrypts, all decrypt', () => {
    const [older, newer] = [`old:${base64Key()}`, `new:${base64Key()}`];
    const sealed = withKeys(older).encrypt('kept', PURPOSE);
    const both = withKeys(`${newer}, ${older}`);
    expect(both.decrypt(sealed, PURPOSE)).toBe('kept');
    expect(both.encrypt('fresh', PURPOSE).keyId).toBe('new');
    expect(() => withKeys(newer).decrypt(sealed, PURPOSE)).toThrow('key old: add this key to ATS_SECRETS_KEYS');
  });

  test('a key without an id gets an id from its bytes', () => {
    const key = base64Key();
    const sealed = withKeys(key).encrypt('kept', PURPOSE);
    expect(sealed.keyId).toMatch(/^[0-9a-f]{8}$/);
    expect(withKeys(key).decrypt(sealed, PURPOSE)).toBe('kept');
  });

  test('should not decrypt a secret that was moved, changed or truncated', () => {
    const secrets = withKeys(base64Key());
    const sealed = secrets.encrypt('kept', PURPOSE);
    expect(() => secrets.decrypt(sealed, 'signing:crd_2')).toThrow();
    expect(() => secrets.decrypt(sealed, 'webhook:crd_1')).toThrow();
    for (let index = 0; index < sealed.ciphertext.length; index += 1) {
      const altered = Buffer.from(sealed.ciphertext);
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
      expect(() => secrets.decrypt({ ...sealed, ciphertext: altered }, PURPOSE)).toThrow();
      expect(() => secrets.decrypt({ ...sealed, ciphertext: altered.subarray(0, index) }, PURPOSE)).toThrow();
    }
  });

  test('the ciphertext authenticates its key id', () => {
    const key = base64Key();
    const sealed = withKeys(`a:${key}`).encrypt('kept', PURPOSE);
    expect(() => withKeys(`b:${key}`).decrypt({ ...sealed, keyId: 'b' }, PURPOSE)).toThrow();
  });

  test.each([
    ['too short', randomBytes(31).toString('base64')],
    ['not base64', '*'.repeat(44)],
    ['a bad id', `a b:${base64Key()}`],
    ['an empty item', `${base64Key()},`],
  ])('ATS_SECRETS_KEYS with %s is refused without showing it', (_what, keys) => {
    const attempt = (): unknown => withKeys(keys);
    expect(attempt).toThrow(/ATS_SECRETS_KEYS/);
    expect(attempt).not.toThrow(keys.slice(0, 20));
  });

  test('two keys with the same id are refused', () => {
    expect(() => withKeys(`k:${base64Key()},k:${base64Key()}`)).toThrow('two keys with the same id');
  });
});

describe('Without ATS_SECRETS_KEYS', () => {
  test('a key is generated in the data folder, for the owner only, with a warning', () => {
    const first = openSecrets({ keys: undefined, dataDir: join(dataDir, 'new'), production: false });
    const path = join(dataDir, 'new', 'secrets.key');
    expect(first.notice).toContain(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const sealed = first.secrets.encrypt('kept', PURPOSE);
    const again = openSecrets({ keys: '', dataDir: join(dataDir, 'new'), production: false });
    expect(again.secrets.decrypt(sealed, PURPOSE)).toBe('kept');
  });

  test('a folder that the service creates for its files is for its user only', () => {
    const folder = join(dataDir, 'parent', 'new');
    openSecrets({ keys: undefined, dataDir: folder, production: false });
    for (const created of [join(dataDir, 'parent'), folder]) expect(statSync(created).mode & 0o777).toBe(0o700);
  });

  test('production refuses to start', () => {
    expect(() => openSecrets({ keys: undefined, dataDir, production: true })).toThrow('must be set in production');
  });

  test('a damaged key file is refused and not replaced', () => {
    writeFileSync(join(dataDir, 'secrets.key'), 'short\n');
    expect(() => openSecrets({ keys: undefined, dataDir, production: false })).toThrow('is not base64 of 32 bytes');
  });
});

describe('Generated ids and secrets', () => {
  test('a credential is ak_live_ with 26 and sk_live_ with 52 base32 characters', () => {
    const made = newCredential();
    expect(made.apiKey).toMatch(/^ak_live_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(made.signingSecret).toMatch(/^sk_live_[0-9a-hjkmnp-tv-z]{52}$/);
    expect(newCredential().signingSecret).not.toBe(made.signingSecret);
  });

  test('base32 encodes every bit, most significant first', () => {
    expect(base32(Uint8Array.of(0xff))).toBe('zw');
    expect(base32(Uint8Array.of(0x0, 0x44, 0x32, 0x14, 0xc7))).toBe('01234567');
  });

  test('a webhook secret is whsec_ and base64 of 32 bytes', () => {
    const secret = newWebhookSecret();
    expect(secret.startsWith(['whsec', ''].join('_'))).toBe(true);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  });

  test("ids have the clock's milliseconds and never decrease within a process", () => {
    const now = new Date('2026-11-20T09:30:00.123Z');
    const ids = [now, now, new Date(now.getTime() - 50), new Date(now.getTime() + 1)].map(newUuidV7);
    expect(Number.parseInt(String(ids[0]).replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime());
    expect(Number.parseInt(String(ids[3]).replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime() + 1);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(4);
  });
});
