import { generateKeyPairSync } from 'node:crypto';
import { parseCard } from '../../../src/domain/parties/agent-card';
import { algorithmOf, MAX_CARD_KEYS, readCardKeys } from '../../../src/domain/parties/card-keys';
import { serviceCard } from '../../../src/domain/parties/service-card';
import { Refusal } from '../../../src/domain/errors/errors';

const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwkOf = ({ publicKey }: { publicKey: { export(options: { format: 'jwk' }): object } }, kid: string) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
});

function errorsOf(input: readonly unknown[]): readonly string[] {
  try {
    readCardKeys(input);
    return [];
  } catch (error) {
    const { fields } = (error as Refusal).members as { fields: readonly { pointer: string }[] };
    return fields.map(({ pointer }) => pointer);
  }
}

describe('The keys of a card', () => {
  test('should be kept with the members that a check uses, and their only algorithm', () => {
    const keys = readCardKeys([
      { ...jwkOf(ed25519, 'a'), use: 'sig', x5u: 'https://example.com/' },
      jwkOf(p256, 'b'),
      jwkOf(rsa, 'c'),
    ]);
    expect(keys.map(algorithmOf)).toEqual(['EdDSA', 'ES256', 'RS256']);
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'x'],
      ['alg', 'crv', 'kid', 'kty', 'x', 'y'],
      ['alg', 'e', 'kid', 'kty', 'n'],
    ]);
  });

  test('should be public', () => {
    const secret = { ...ed25519.privateKey.export({ format: 'jwk' }), kid: 'a' };
    expect(errorsOf([secret])).toEqual(['/card_keys/0']);
    expect(errorsOf([{ kty: 'oct', k: 'c2VjcmV0', kid: 'a' }])).toEqual(['/card_keys/0', '/card_keys/0/kty']);
  });

  test('should each have another key id, and be few', () => {
    expect(errorsOf([jwkOf(p256, 'a'), jwkOf(p256, 'a')])).toEqual(['/card_keys/1/kid']);
    expect(errorsOf([{ ...jwkOf(p256, 'a'), kid: '' }])).toEqual(['/card_keys/0/kid']);
    const many = Array.from({ length: MAX_CARD_KEYS + 1 }, (_, n) => jwkOf(p256, String(n)));
    expect(errorsOf(many)).toEqual(['/card_keys']);
  });

  test('should have valid members and the algorithm of their kind', () => {
    expect(errorsOf([{ ...jwkOf(p256, 'a'), alg: 'ES384' }])).toEqual(['/card_keys/0/alg']);
    expect(errorsOf([{ ...jwkOf(p256, 'a'), x: 'short' }])).toEqual(['/card_keys/0/x']);
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(errorsOf([jwkOf(weak, 'a')])).toEqual(['/card_keys/0/n']);
    expect(errorsOf([null, 'text', {}]).filter((pointer) => pointer.endsWith('/kty'))).toHaveLength(3);
  });
});

test('The card of the service follows A2A 1.0, and names its endpoints', () => {
  const publicUrl = 'https://trade.example.com';
  const keySetUrl = `${publicUrl}/.well-known/jwks.json`;
  const card = serviceCard({ publicUrl, version: '1.0.0', policyVersion: '1.1', signingKeyId: 'key', keySetUrl });
  expect(parseCard(card, null).conformance).toEqual({ version: '1.0', missing: [] });
  expect(card['supportedInterfaces']).toContainEqual({
    url: `${publicUrl}/mcp`,
    protocolBinding: `${publicUrl}/ext/bonded-trade/v1#mcp`,
    protocolVersion: '1.0',
  });
});
