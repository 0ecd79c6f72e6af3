/**
 * Stands for a number that JavaScript cannot hold.
 *
 * No input accepts it, so no other number takes its place. JSON cannot contain it otherwise.
 */
export const UNREPRESENTABLE = Infinity;
/** Replaces a number in JSON text: `JSON.parse` reads it as `UNREPRESENTABLE`. */
export const OVERFLOW = '1e999';

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** A number that is not surely exact: it has an exponent or more than 15 characters. Most bodies have none. */
const DOUBTFUL = /(?:^|[[:,\s])-?(?:[\d.]{16}|[\d.]+[eE])/;
/** Surely exact: a double keeps 15 digits at these exponents. Saves most of the time on a list of short numbers. */
const SHORT = /^-?[\d.]{1,15}(?:[eE][+-]?\d\d?)?$/;
const TEXT_OR_NUMBER = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g;

/** Parses JSON like `JSON.parse`. A number that JavaScript would change becomes `Infinity`. */
export function parseJsonExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!DOUBTFUL.test(text)) return value;
  const exact = text.replace(TEXT_OR_NUMBER, (token) => (token.startsWith('"') || isExact(token) ? token : OVERFLOW));
  return exact === text ? value : JSON.parse(exact);
}

/** Converts the text of a number. A number that JavaScript would change becomes `Infinity`. */
export function parseNumberExactly(text: string): number {
  return isExact(text) ? Number(text) : UNREPRESENTABLE;
}

/** Whether JavaScript writes the same decimal value that it reads, as for 0.1, 1.0 and 1e3. */
function isExact(text: string): boolean {
  return SHORT.test(text) || decimalOf(text) === decimalOf(String(Number(text)));
}

/** The sign, digits and exponent of a number, without redundant zeros. Undefined for `Infinity`. */
function decimalOf(text: string): string | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(0, end)}e${String(Number(exponent) - fraction.length + digits.length - end)}`;
}
