import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonical, canonicalJson } from '../../../src/domain/canonical';
import { runs } from '../../support/runs';

const text = fc.string({ unit: 'grapheme' });
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe('canonical JSON is RFC 8785', () => {
  test('should equal the output of the canonicalize package', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(canonical(one)).toBe(canonicalize(one));
      }),
      runs(500),
    );
  });
  test('should equal that package for documents with any numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (one) => {
        expect(canonicalJson(one)).toBe(canonicalize(one));
      }),
      runs(500),
    );
    expect(() => canonicalJson({ a: Number.POSITIVE_INFINITY })).toThrow('finite');
  });
  test('should sort members by UTF-16 code units', () => {
    const object = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonical(object)).toBe(canonicalize(object));
  });
  test('should parse back to the same value', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(canonical(JSON.parse(canonical(one)))).toBe(canonical(one));
      }),
    );
  });
  test('should print a bigint as a JSON integer', () => {
    expect(canonical({ b: 2n ** 53n - 1n, a: [-0] })).toBe('{"a":[0],"b":9007199254740991}');
  });
  test.each([
    ['a fraction', 0.5],
    ['a number that is not safe', 2 ** 53],
    ['a bigint that is not safe', 2n ** 53n + 1n],
    ['NaN', Number.NaN],
    ['an undefined member', { a: undefined }],
    ['a date', new Date(0)],
    ['a lone surrogate', '\ud800'],
  ])('should reject %s', (_, one) => {
    expect(() => canonical(one)).toThrow('assertion failed');
  });
});
