import { parseJsonExactly } from '../../../domain/json-numbers';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type Json = { readonly value: unknown } | { readonly error: string };

/** Parses a body. An error names the position of the first invalid character. */
export function readJson(body: Buffer): Json {
  let text: string;
  try {
    text = UTF8.decode(body);
  } catch {
    return { error: 'is not JSON: it is not UTF-8' };
  }
  try {
    return { value: parseJsonExactly(text) };
  } catch {
    return { error: `is not JSON: ${locateSyntaxError(text)}` };
  }
}

/** Describes the position of a syntax error. The messages of JSON.parse have it only sometimes. */
function locateSyntaxError(text: string): string {
  const at = syntaxErrorIndex(text);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const problem = at >= text.length ? 'it ends too early' : 'unexpected character';
  return `${problem} at position ${at + 1} (line ${line}, column ${column})`;
}

// Strings may hold anything but quotes, backslashes and control characters (RFC 8259 §7).
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[\x20\x21\x23-\x5b\x5d-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
const BLANK = /[ \t\n\r]*/y;

/** The token that may follow. After `first item`, `first name` and `more`, the list or object may also end. */
type ExpectedToken = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'more' | 'end';

/** Returns the index of the first invalid character. */
function syntaxErrorIndex(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: ExpectedToken = 'value';
  for (let at = 0; ;) {
    BLANK.lastIndex = at;
    BLANK.test(text);
    const start = BLANK.lastIndex;
    TOKEN.lastIndex = at;
    const [whole, sign, name, word] = TOKEN.exec(text) ?? [];
    if (whole === undefined) return start;
    const next = step(expected, sign ?? (name === undefined ? word && 'word' : 'text') ?? '', open);
    if (next === undefined) return start;
    expected = next;
    at += whole.length;
  }
}

function step(expected: ExpectedToken, token: string, open: ('{' | '[')[]): ExpectedToken | undefined {
  const closed = (): ExpectedToken => (open.length === 0 ? 'end' : 'more');
  if (expected === 'colon') return token === ':' ? 'value' : undefined;
  if (expected === 'end') return undefined;
  const inside = open.at(-1);
  const ends = expected === 'more' || expected === 'first item' || expected === 'first name';
  if (ends && token === (inside === '{' ? '}' : ']')) {
    open.pop();
    return closed();
  }
  if (expected === 'more') return token === ',' ? (inside === '{' ? 'name' : 'value') : undefined;
  if (expected === 'name' || expected === 'first name') return token === 'text' ? 'colon' : undefined;
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'first name' : 'first item';
  }
  return token === 'text' || token === 'word' ? closed() : undefined;
}
