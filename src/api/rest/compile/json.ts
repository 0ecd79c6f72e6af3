/** JSON as it arrived, and, when it is none, where it ceases to be. */

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type Json = { readonly value: unknown } | { readonly fault: string };

export function readJson(body: Buffer): Json {
  let text: string;
  try {
    text = UTF8.decode(body);
  } catch {
    return { fault: 'is not JSON: it is not UTF-8' };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: `is not JSON: ${locateSyntaxError(text)}` };
  }
}

/** Position, line and column count from 1, in characters. JavaScript's own messages tell them only sometimes. */
function locateSyntaxError(text: string): string {
  const at = breakOf(text);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const what = at >= text.length ? 'it ends too early' : 'unexpected character';
  return `${what} at position ${at + 1} (line ${line}, column ${column})`;
}

// Strings may hold anything but quotes, backslashes and control characters (RFC 8259 §7).
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[\x20\x21\x23-\x5b\x5d-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
const BLANK = /[ \t\n\r]*/y;

/** What may come next: a value, a value or the end of a new list, a name, a name or the end of a new object, … */
type ExpectedToken = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'more';

/** The index of the first character that no JSON text could have there. */
function breakOf(text: string): number {
  const open: ('{' | '[')[] = [];
  let awaited: ExpectedToken | 'end' = 'value';
  for (let at = 0; ;) {
    BLANK.lastIndex = at;
    BLANK.test(text);
    const start = BLANK.lastIndex;
    TOKEN.lastIndex = at;
    const [whole, sign, name, word] = TOKEN.exec(text) ?? [];
    if (whole === undefined) return start;
    const next = step(awaited, sign ?? (name === undefined ? word && 'word' : 'text') ?? '', open);
    if (next === undefined) return start;
    awaited = next;
    at += whole.length;
  }
}

function step(awaited: ExpectedToken | 'end', token: string, open: ('{' | '[')[]): ExpectedToken | 'end' | undefined {
  const closed = (): ExpectedToken | 'end' => (open.length === 0 ? 'end' : 'more');
  if (awaited === 'colon') return token === ':' ? 'value' : undefined;
  if (awaited === 'end') return undefined;
  const inside = open.at(-1);
  const ends = awaited === 'more' || awaited === 'first item' || awaited === 'first name';
  if (ends && token === (inside === '{' ? '}' : ']')) {
    open.pop();
    return closed();
  }
  if (awaited === 'more') return token === ',' ? (inside === '{' ? 'name' : 'value') : undefined;
  if (awaited === 'name' || awaited === 'first name') return token === 'text' ? 'colon' : undefined;
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'first name' : 'first item';
  }
  return token === 'text' || token === 'word' ? closed() : undefined;
}
