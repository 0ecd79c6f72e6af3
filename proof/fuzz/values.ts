import fc from 'fast-check';

/** Values in their written form, in JSON and in GraphQL. They include values that no JavaScript object can hold. */

export type Value =
  | { readonly word: 'null' | 'true' | 'false' }
  /** Text of a number. */
  | { readonly number: string }
  | { readonly text: string }
  | { readonly name: string }
  | { readonly list: readonly Value[] }
  /** Members in order, possibly repeated. */
  | { readonly members: readonly (readonly [string, Value])[] }
  | { readonly repeated: Value; readonly times: number }
  /** Nested lists or objects of this depth. */
  | { readonly nested: '[' | '{'; readonly depth: number };

export const text = (it: string): Value => ({ text: it });
export const number = (it: number | string): Value => ({ number: String(it) });

export function json(value: Value): string {
  if ('word' in value) return value.word;
  if ('number' in value) return value.number;
  if ('text' in value) return JSON.stringify(value.text);
  if ('name' in value) return JSON.stringify(value.name);
  if ('list' in value) return `[${value.list.map(json).join(',')}]`;
  if ('members' in value) {
    return `{${value.members.map(([name, member]) => `${JSON.stringify(name)}:${json(member)}`).join(',')}}`;
  }
  if ('repeated' in value) return `[${Array<string>(value.times).fill(json(value.repeated)).join(',')}]`;
  const [open, close] = value.nested === '[' ? ['[', ']'] : ['{"a":', '}'];
  return `${open.repeat(value.depth)}1${close.repeat(value.depth)}`;
}

/** The value as an argument of a document. */
export function literal(value: Value): string {
  if ('name' in value) return value.name;
  if ('list' in value) return `[${value.list.map(literal).join(' ')}]`;
  if ('members' in value) return `{${value.members.map(([name, member]) => `${name}: ${literal(member)}`).join(' ')}}`;
  if ('repeated' in value) return `[${Array<string>(value.times).fill(literal(value.repeated)).join(' ')}]`;
  if (!('nested' in value)) return json(value);
  const [open, close] = value.nested === '[' ? ['[', ']'] : ['{a: ', '}'];
  return `${open.repeat(value.depth)}1${close.repeat(value.depth)}`;
}

/** Integers, fractions, too large numbers, zero, and numbers beyond JavaScript's range. */
export const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740992',
  '-9007199254740993',
  '18446744073709551616',
  '1e400',
  '-1e400',
  '1e-400',
  '1.5',
  '10e-1',
  '1E2',
  '9'.repeat(400),
];

export const STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\uffff\ufffe',
  '\u202eabc\u2066',
  '\u200b\u200d\ufeff',
  `e${'\u0301'.repeat(300)}`,
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'ﬁ ǅ ß İ ſ K',
  '\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  "'; DROP TABLE principal; --",
  '$now',
  '\\x00',
  '%00%2f..%2f',
  '../../../etc/passwd',
  '{{7*7}}${7*7}<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'NaN',
  'Infinity',
  '1',
  'true',
  '[object Object]',
  'javascript:alert(1)',
  'https://169.254.169.254/',
  'https://user:pass@example.com:99999/x',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999+23:59',
  '2026-02-30T25:61:61Z',
];

const long = fc
  .tuple(
    fc.constantFrom('x', 'é', '\u0000', '"', '\\', '𝄞', '\ud800', '0', ' ', '\n'),
    fc.constantFrom(255, 256, 1001, 5000, 70_000),
  )
  .map(([unit, times]) => text(unit.repeat(times)));

/** Strings of any kind; long ones are rare. */
export const hostileText: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...STRINGS).map(text) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(text) },
  { weight: 1, arbitrary: long },
);

const EMPTY: Value[] = [{ list: [] }, { members: [] }, { list: [{ list: [] }] }, { list: [{ word: 'null' }] }];
const OBJECTS: Value[] = [
  { members: [['__proto__', { members: [['isAdmin', { word: 'true' }]] }]] },
  { members: [['constructor', { members: [['prototype', { members: [['x', number(1)]] }]] }]] },
  {
    members: [
      ['a', number(1)],
      ['a', number(2)],
    ],
  },
  {
    members: [
      ['toJSON', { word: 'null' }],
      ['then', text('x')],
    ],
  },
  {
    members: [
      ['', number(1)],
      ['length', number('1e400')],
    ],
  },
];
const LARGE: Value[] = [
  { nested: '[', depth: 100 },
  { nested: '{', depth: 100 },
  { nested: '[', depth: 20_000 },
  { nested: '{', depth: 20_000 },
  { repeated: { word: 'null' }, times: 20_000 },
  { repeated: text(''), times: 1_000 },
  { members: Array.from({ length: 2_000 }, (_, at) => [`m${at}`, number(at)] as const) },
];

/** Any value for any place. */
export const anything: fc.Arbitrary<Value> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Value>({ word: 'null' }, { word: 'true' }, { word: 'false' }) },
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS).map(number) },
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(...EMPTY) },
  { weight: 2, arbitrary: fc.constantFrom(...OBJECTS) },
  { weight: 1, arbitrary: fc.constantFrom(...LARGE) },
);

/** A fitting value most of the time. */
export function mostly(fitting: fc.Arbitrary<Value>, weight = 25): fc.Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: fitting }, { weight: 1, arbitrary: anything });
}

export interface ObjectField {
  readonly name: string;
  readonly value: fc.Arbitrary<Value>;
  readonly required: boolean;
}

/** An object with these members. Optional members are present half the time. Unknown and repeated members are rare. */
export function object(fields: readonly ObjectField[]): fc.Arbitrary<Value> {
  const members = fields.map(({ name, value, required }) => {
    const member = value.map((it) => [[name, it] as const]);
    return fc.oneof(
      { weight: required ? 60 : name === 'principalKey' ? 9 : 2, arbitrary: member },
      { weight: 1, arbitrary: fc.constant<(readonly [string, Value])[]>([]) },
    );
  });
  const names = fields.map(({ name }) => name);
  const stray = fc.tuple(fc.constantFrom('__proto__', 'constructor', 'more', '', ...names), anything).map((it) => [it]);
  const strays = fc.oneof(
    { weight: 40, arbitrary: fc.constant<(readonly [string, Value])[]>([]) },
    { weight: 1, arbitrary: stray },
  );
  return fc.tuple(...members, strays).map((all) => ({ members: all.flat() }));
}

export function list(of: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const short = fc.array(of, { maxLength: 4 }).map((items): Value => ({ list: items }));
  const many = fc.tuple(of, fc.constantFrom(33, 201, 1_001)).map(([repeated, times]): Value => ({ repeated, times }));
  return fc.oneof({ weight: 25, arbitrary: short }, { weight: 1, arbitrary: many });
}

/** A text with pieces removed, inserted or replaced. It is close enough to the original to reach deep checks. */
export function near(real: string): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom('', '_', '=', '0', 'z', 'Z', '-', '%', '\u0000', 'é', 'o', 'l'),
    fc.string({ maxLength: 2 }),
  );
  const edit = fc.record({ at: fc.nat(real.length), cut: fc.nat(2), put: piece });
  const edits = fc.array(edit, { minLength: 1, maxLength: 2 });
  const edited = edits.map((all) =>
    all.reduce((it, { at, cut, put }) => it.slice(0, at) + put + it.slice(at + cut), real),
  );
  const shapes = [real.toUpperCase(), ` ${real}`, `${real}\n`, real + real, real.split('').reverse().join('')];
  return fc.oneof({ weight: 3, arbitrary: edited }, { weight: 1, arbitrary: fc.constantFrom(...shapes) });
}

/** Removes what UTF-8 cannot encode, because addresses are UTF-8. */
export const wellFormed = (it: string): string => Buffer.from(it).toString();
