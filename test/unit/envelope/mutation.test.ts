import fc from 'fast-check';
import { checkContentDigest } from '../../../src/api/auth/envelope/digest';
import { FOUR, verify, list, PARAMETERS, signed, withHeader } from './support';
import { runs } from '../../support/runs';

const BODY = '{"query":"mutation { x }"}';
const REQUEST = signed({
  method: 'POST',
  target: '/graphql?a=1',
  headers: [
    ['Idempotency-Key', 'k-1'],
    ['X-Agent-Id', 'agt_1'],
  ],
  body: BODY,
});

function flip(text: string, at: number, bit: number): string {
  const bytes = Buffer.from(text, 'latin1');
  const position = at % bytes.length;
  bytes[position] = (bytes[position] ?? 0) ^ (1 << bit);
  return bytes.toString('latin1');
}

// @spec AU2
describe('one changed bit in the signed parts', () => {
  const position = fc.tuple(fc.nat(10_000), fc.integer({ min: 0, max: 7 }));

  it.each(['signature-input', 'signature', 'idempotency-key', 'x-agent-id', 'content-digest'])(
    'should be refused in %s',
    (name) => {
      fc.assert(
        fc.property(position, ([at, bit]) => {
          const changed = withHeader(REQUEST, name, (value) => flip(value, at, bit));
          expect(verify(changed).code).not.toBe('accepted');
        }),
        runs(1000),
      );
    },
  );

  it('should be refused in the host, except for the case of letters', () => {
    fc.assert(
      fc.property(position, ([at, bit]) => {
        let other = '';
        const changed = withHeader(REQUEST, 'host', (value) => (other = flip(value, at, bit)));
        fc.pre(other.toLowerCase() !== 'api.example.com');
        expect(verify(changed).code).not.toBe('accepted');
      }),
    );
  });

  // @id signed-request-altered
  it('should be refused in method, target and body', () => {
    fc.assert(
      fc.property(position, ([at, bit]) => {
        expect(verify({ ...REQUEST, method: flip('POST', at, bit) }).code).not.toBe('accepted');
        expect(verify({ ...REQUEST, target: flip('/graphql?a=1', at, bit) }).code).not.toBe('accepted');
        const body = Buffer.from(flip(BODY, at, bit), 'latin1');
        expect(verify({ ...REQUEST, body }).code).toBe('content_digest_mismatch');
      }),
      runs(1000),
    );
    expect(verify(REQUEST).code).toBe('accepted');
  });

  it('should be refused as an added body', () => {
    expect(verify({ ...signed(), body: Buffer.from('x') }).code).toBe('signature_incomplete');
  });
});

// @spec AU12
describe('inputs of a million characters', () => {
  const MANY = 1_000_000;
  const inputs: [string, string][] = [
    ['spaces in the list', `(${' '.repeat(MANY)}`],
    ['components', `(${'"@path" '.repeat(MANY / 8)})`],
    ['distinct components', `(${Array.from({ length: MANY / 10 }, (_, at) => `"x-${at}"`).join(' ')})`],
    ['parameters', `${list(FOUR)}${';a=1'.repeat(MANY / 4)}`],
    ['backslashes', `${list(FOUR)};nonce="${'\\\\'.repeat(MANY / 2)}"`],
    ['digits', `${list(FOUR)};created=${'1'.repeat(MANY)}`],
    ['opening brackets', '('.repeat(MANY)],
    ['commas', `${list(FOUR)}${PARAMETERS}${','.repeat(MANY)}`],
  ];

  it.each(inputs)('should refuse a Signature-Input with many %s as malformed', (_name, input) => {
    expect(verify(withHeader(REQUEST, 'signature-input', () => `ats=${input}`)).code).toBe('signature_malformed');
  });

  it('should refuse a Signature of many bytes as malformed', () => {
    expect(verify(withHeader(REQUEST, 'signature', () => `ats=:${'A'.repeat(MANY)}:`)).code).toBe(
      'signature_malformed',
    );
  });

  it('should refuse a covered header with many spaces by its signature', () => {
    const changed = withHeader(REQUEST, 'x-agent-id', () => `a${' '.repeat(MANY)}b`);
    expect(verify(changed).code).toBe('credential_invalid');
  });

  it('should refuse a query of that length by its signature', () => {
    expect(verify({ ...REQUEST, target: `/graphql?${'?'.repeat(MANY)}` }).code).toBe('credential_invalid');
  });

  it('should read a hundred thousand headers', () => {
    const more = Array.from({ length: MANY / 10 }, (_, at) => [`x-${at}`, 'v']).flat();
    expect(verify({ ...REQUEST, rawHeaders: [...REQUEST.rawHeaders, ...more] }).code).toBe('accepted');
  });

  it('should refuse a Content-Digest with many members as a mismatch', () => {
    const many = Array.from({ length: MANY / 10 }, (_, at) => `a${at}=:AAAA:`).join(', ');
    expect(() => checkContentDigest(many, Buffer.from(BODY))).toThrow('Content-Digest: longer than');
  });
});
