import fc from 'fast-check';
import { checkContentDigest } from '../../../src/api/auth/envelope/digest';
import { FOUR, judge, list, PARAMETERS, signed, withHeader } from './support';

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
  const place = at % bytes.length;
  bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
  return bytes.toString('latin1');
}

// @spec AU2
describe('one bit changed anywhere that is signed', () => {
  const place = fc.tuple(fc.nat(10_000), fc.integer({ min: 0, max: 7 }));

  it.each(['signature-input', 'signature', 'idempotency-key', 'x-agent-id', 'content-digest'])(
    'in %s is refused',
    (name) => {
      fc.assert(
        fc.property(place, ([at, bit]) => {
          const changed = withHeader(REQUEST, name, (value) => flip(value, at, bit));
          expect(judge(changed).code).not.toBe('accepted');
        }),
        { numRuns: 1000 },
      );
    },
  );

  it('in the host is refused, but for the case of its letters', () => {
    fc.assert(
      fc.property(place, ([at, bit]) => {
        let other = '';
        const changed = withHeader(REQUEST, 'host', (value) => (other = flip(value, at, bit)));
        fc.pre(other.toLowerCase() !== 'api.example.com');
        expect(judge(changed).code).not.toBe('accepted');
      }),
    );
  });

  // @id signed-request-altered
  it('in method, target and body is refused', () => {
    fc.assert(
      fc.property(place, ([at, bit]) => {
        expect(judge({ ...REQUEST, method: flip('POST', at, bit) }).code).not.toBe('accepted');
        expect(judge({ ...REQUEST, target: flip('/graphql?a=1', at, bit) }).code).not.toBe('accepted');
        const body = Buffer.from(flip(BODY, at, bit), 'latin1');
        expect(judge({ ...REQUEST, body }).code).toBe('content_digest_mismatch');
      }),
      { numRuns: 1000 },
    );
    expect(judge(REQUEST).code).toBe('accepted');
  });

  it('a body that came without one being signed is refused', () => {
    expect(judge({ ...signed(), body: Buffer.from('x') }).code).toBe('signature_incomplete');
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

  it.each(inputs)('Signature-Input of many %s is malformed', (_name, input) => {
    expect(judge(withHeader(REQUEST, 'signature-input', () => `ats=${input}`)).code).toBe('signature_malformed');
  });

  it('Signature of many bytes is malformed', () => {
    expect(judge(withHeader(REQUEST, 'signature', () => `ats=:${'A'.repeat(MANY)}:`)).code).toBe('signature_malformed');
  });

  it('a covered header with a long run of blanks inside is read and does not fit', () => {
    const changed = withHeader(REQUEST, 'x-agent-id', () => `a${' '.repeat(MANY)}b`);
    expect(judge(changed).code).toBe('credential_invalid');
  });

  it('a query of that length is read and does not fit', () => {
    expect(judge({ ...REQUEST, target: `/graphql?${'?'.repeat(MANY)}` }).code).toBe('credential_invalid');
  });

  it('a hundred thousand headers are read', () => {
    const more = Array.from({ length: MANY / 10 }, (_, at) => [`x-${at}`, 'v']).flat();
    expect(judge({ ...REQUEST, rawHeaders: [...REQUEST.rawHeaders, ...more] }).code).toBe('accepted');
  });

  it('a Content-Digest of many members is a mismatch', () => {
    const many = Array.from({ length: MANY / 10 }, (_, at) => `a${at}=:AAAA:`).join(', ');
    expect(() => checkContentDigest(many, Buffer.from(BODY))).toThrow('Content-Digest: longer than');
  });
});
