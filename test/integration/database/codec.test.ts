import fc from 'fast-check';
import { formatTimestamp } from '../../../src/database/sql/codec';

/** Conversion of rows and objects (src/database/sql/codec.ts). */

describe('A time in PostgreSQL’s JSON', () => {
  it.each([
    ['2026-11-20T09:30:00+00:00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.5+00:00', '2026-11-20T09:30:00.500Z'],
    ['2026-11-20T09:30:00.05+00:00', '2026-11-20T09:30:00.050Z'],
    ['2026-11-20T09:30:00.123+00:00', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T09:30:00.123456+00:00', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T09:30:00+05:30', '2026-11-20T04:00:00.000Z'],
    ['2026-11-20T09:30:00.25-01:00', '2026-11-20T10:30:00.250Z'],
  ])('should format %s as %s', (raw, formatted) => {
    expect(formatTimestamp(raw)).toBe(formatted);
  });

  it('should be formatted as Date formats it', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        fc.integer({ min: 0, max: 999 }),
        (date, micros) => {
          const fraction = `${date.toISOString().slice(20, 23)}${String(micros).padStart(3, '0')}`.replace(/0+$/, '');
          const raw = `${date.toISOString().slice(0, 19)}${fraction && `.${fraction}`}+00:00`;
          expect(formatTimestamp(raw)).toBe(new Date(raw).toISOString());
        },
      ),
    );
  });

  it('should be refused if it is invalid', () => {
    expect(() => formatTimestamp('infinity')).toThrow(RangeError);
  });
});
