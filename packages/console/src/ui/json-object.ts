/** The JSON object in a text, or what is wrong with the text. */
export type ReadObject =
  | { readonly object: Record<string, unknown>; readonly error?: undefined }
  | { readonly object?: undefined; readonly error: string };

const TEXT_OR_NUMBER = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g;

/** Reads a JSON object that a human wrote. A number that JavaScript would change is refused, as the service does. */
export function readObject(text: string): ReadObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const changed = text.match(TEXT_OR_NUMBER)?.find((token) => !token.startsWith('"') && !isExact(token));
      if (changed === undefined) return { object: value as Record<string, unknown> };
      return {
        error: `The number ${changed} would change, because it has too many digits or is out of range. Write it in quotes.`,
      };
    }
  } catch {
    // As any other wrong text.
  }
  return { error: 'This is not a JSON object.' };
}

/** Whether JavaScript writes the same decimal value that it reads. */
function isExact(number: string): boolean {
  return decimalOf(number) === decimalOf(String(Number(number)));
}

/** The digits and the exponent of a number, without redundant zeros. */
function decimalOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^(-?)0+/, '$1');
  if (digits === '' || digits === '-') return '0';
  const significant = digits.replace(/0+$/, '');
  return `${significant}e${String(Number(exponent) - fraction.length + digits.length - significant.length)}`;
}
