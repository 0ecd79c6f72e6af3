import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import {
  DateTimeScalar,
  JSONObjectScalar,
  SignedStampsScalar,
  StampsScalar,
} from '../../../src/api/graphql/schema/scalars';
import { createSchema } from '../../../src/api/graphql/schema';

const parseTime = (text: unknown): string => DateTimeScalar.parseValue(text).toISOString();

test.each([
  ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20T09:30:00.5+02:00', '2026-11-20T07:30:00.500Z'],
  ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
  ['2028-02-29T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['2026-11-20T09:30:00.123456789Z', '2026-11-20T09:30:00.123Z'],
  ['2026-11-20t09:30:00z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20t09:30:00.5+02:00', '2026-11-20T07:30:00.500Z'],
])('should parse the RFC 3339 time %s as %s', (text, instant) => {
  expect(parseTime(text)).toBe(instant);
});

// @spec N7
test.each([
  '2027-02-30T00:00:00Z',
  '2027-02-29T00:00:00Z',
  '2100-02-29T00:00:00+01:00',
  '2027-04-31T12:00:00-05:00',
  '2027-01-01T24:00:00Z',
  '2027-01-01T24:00:00+01:00',
  '2027-01-01T00:00:60Z',
  '2027-13-01T00:00:00Z',
  '2027-00-10T00:00:00Z',
  '2027-01-00T00:00:00Z',
  '2027-01-01T00:00:00+24:00',
  '2027-01-01T00:00:00+01:60',
  '2027-01-01T00:00:00',
  '2027-01-01',
  1_795_000_000_000,
  null,
])('should refuse a date or hour that does not exist: %p', (value) => {
  expect(() => parseTime(value)).toThrow('RFC 3339');
});

test('should refuse JSON of more than 100 levels of lists or objects', () => {
  const nested = (depth: number, [open, close]: readonly [string, string]): unknown =>
    JSON.parse(`{"a":${open.repeat(depth)}1${close.repeat(depth)}}`);
  for (const brackets of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    expect(JSONObjectScalar.parseValue(nested(99, brackets))).toEqual(nested(99, brackets));
    for (const depth of [100, 20_000]) {
      expect(() => JSONObjectScalar.parseValue(nested(depth, brackets))).toThrow('100 levels deep');
    }
  }
});

test.each(['x', 1, null, ['x'], undefined])('should refuse %p where a JSON object is required', (value) => {
  expect(() => JSONObjectScalar.parseValue(value)).toThrow('must be a JSON object');
});

// @spec N4
test.each([-1, 1.5, '10', 2 ** 53, null])('should refuse the amount %p and name the range', (value) => {
  expect(() => StampsScalar.parseValue(value)).toThrow('a whole number from 0 to 9007199254740991');
});

test('should accept a negative signed amount and name the range', () => {
  expect(SignedStampsScalar.parseValue(-5)).toBe(-5n);
  expect(() => SignedStampsScalar.parseValue('x')).toThrow('a whole number from -9007199254740991 to 9007199254740991');
});

test.each([
  ['an amount', 'mutation { reserveBond(input: { amountStamps: "much" }) { principal { id } } }', 1, 47],
  ['a time', '{\n  principal { tradeGraph(since: "yesterday") { edges { trades } } } }', 2, 33],
])('should name the position of an invalid literal: %s', (_, document, line, column) => {
  const at = `(line ${String(line)}, column ${String(column)})`;
  expect(() => new DocumentCache(createSchema()).get(document)).toThrow(at);
});

// @spec N6
test('A time is answered in UTC with milliseconds', () => {
  const serialized = DateTimeScalar.serialize(new Date('2026-11-20T10:30:00+01:00'));
  expect(JSON.stringify(serialized)).toBe('"2026-11-20T09:30:00.000Z"');
});
