import fc from 'fast-check';
import { readObject } from '../../../packages/console/src/ui/json-object';
import { parseJsonExactly } from '../../../src/domain/json-numbers';

/** Which objects the inputs of the console accept. */

test.each(['12345678901234567890', '9007199254740993', '-0.1000000000000000055', '1e400', '1e-400'])(
  'the number %s is refused, because JavaScript would change it',
  (number) => {
    const error = `The number ${number} would change, because it has too many digits or is out of range. Write it in quotes.`;
    expect(readObject(`{"name":"A","list":[1,{"serial":${number}}]}`)).toEqual({ error });
    expect(readObject(`{"serial":"${number}","${number}":"\\"${number}"}`).error).toBeUndefined();
  },
);

test('other numbers are accepted', () => {
  const text = '{"a":[0,-0,0.0,1.0,0.1,-1.50,100,9007199254740991,1e21,1E+3,5e-324,1.7976931348623157e308]}';
  expect(readObject(text)).toEqual({ object: JSON.parse(text) as unknown });
});

test.each(['', '[]', '1', 'null', '"{}"', '{', '{"a":1e}'])('%p is no object', (text) => {
  expect(readObject(text)).toEqual({ error: 'This is not a JSON object.' });
});

test('the service refuses the same numbers', () => {
  const digits = (max: number) =>
    fc
      .integer({ min: 1, max: 9 })
      .chain((first) => fc.stringMatching(/^\d*$/, { maxLength: max }).map((rest) => `${String(first)}${rest}`));
  const number = fc
    .tuple(fc.constantFrom('', '-'), digits(20), fc.option(digits(20)), fc.option(fc.integer({ min: -330, max: 310 })))
    .map(([sign, whole, fraction, exponent]) =>
      [sign, whole, fraction === null ? '' : `.${fraction}`, exponent === null ? '' : `e${String(exponent)}`].join(''),
    );
  fc.assert(
    fc.property(number, (text) => {
      const isAccepted = readObject(`{"a":${text}}`).error === undefined;
      expect([text, isAccepted]).toEqual([text, parseJsonExactly(text) !== Infinity]);
    }),
  );
});
