import fc from 'fast-check';
import { parseJsonExactly, parseNumberExactly } from '../../../src/domain/json-numbers';

const EXACT = ['0', '-0', '0.1', '-0.10', '1.0', '1e3', '1E+3', '123.456e-7', '9007199254740991', '1e21', '5e-324'];
const INEXACT = [
  '12345678901234567890',
  '9007199254740993',
  '-9007199254740993',
  '0.1000000000000000055',
  '3.14159265358979323846',
  '1e400',
  '-1e400',
  '1e-400',
  '1e99999999999999999999',
  '12345678901234567890e1',
];

it.each(EXACT)('should keep %s', (text) => {
  expect(parseNumberExactly(text)).toBe(Number(text));
  for (const json of [text, `{"a":[${text}]}`, `[ ${text} , "x"]`]) {
    expect(parseJsonExactly(json)).toEqual(JSON.parse(json) as unknown);
  }
});

it.each(INEXACT)('should read %s as Infinity', (text) => {
  expect(parseNumberExactly(text)).toBe(Infinity);
  expect(parseJsonExactly(text)).toBe(Infinity);
  expect(parseJsonExactly(`{"a":[0.1,${text}],"b":\n${text}}`)).toEqual({ a: [0.1, Infinity], b: Infinity });
});

it.each(INEXACT)('should not change the text %s in a string', (text) => {
  const value = { [`"${text}`]: [`\\",${text}`, `[ ${text}`], '\\': text };
  expect(parseJsonExactly(JSON.stringify(value))).toEqual(value);
});

it('should parse JSON like JSON.parse', () => {
  fc.assert(fc.property(fc.json(), (text) => expect(parseJsonExactly(text)).toEqual(JSON.parse(text) as unknown)));
});

it('should keep every number that JavaScript writes', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
      expect(parseNumberExactly(String(value))).toBe(Object.is(value, -0) ? 0 : value),
    ),
  );
});

it('should keep every number of 15 digits and an exponent of two', () => {
  const digits = fc.integer({ min: 0, max: 999_999_999_999_999 });
  fc.assert(
    fc.property(digits, fc.integer({ min: -99, max: 99 }), (whole, exponent) => {
      const read = parseNumberExactly(`${String(whole)}e${String(exponent)}`);
      expect(BigInt(Number(read.toExponential(14).replace(/e.*|\./g, '')))).toBe(
        whole === 0 ? 0n : BigInt(String(whole).padEnd(15, '0')),
      );
    }),
  );
});

it('should read a long string with many escapes', () => {
  const value = ['\\"'.repeat(1_000_000), 0.1];
  expect(parseJsonExactly(`[ 1e0,${JSON.stringify(value).slice(1)}`)).toEqual([1, ...value]);
});
