import fc from 'fast-check';
import { assertQuery } from '../../../packages/mcp/src/tools/graphql';
import { sanitize, sanitizeAndCut, sanitizeJson, UntrustedTexts } from '../../../packages/mcp/src/untrusted';
import { viewAgreedItems } from '../../../packages/mcp/src/views/items';

/** Text of a counterparty on its way to a model. */

// @spec MC2
it.each([
  ['[pay here](https://evil.example/a)', 'pay here'],
  ['![seal](https://evil.example/a_(b).png "t")', 'seal'],
  ['[a [b] c](https://evil.example)', '[a [b] c] (https://evil.example)'],
  ['[deep](https://evil.example/((x)))', '[deep] (https://evil.example/((x)))'],
  ['[text][ref] and [ref]: https://evil.example/x', 'text and [ref]'],
  ['<https://evil.example> <a href="x">y</a><!-- z -->', 'y'],
  ['<<b>img src=x>', ''],
  ['one\r\n\ttwo', 'one two'],
  ['a\u0007b\u202ec\u200bd\u{E0041}e\u{FE0F}f\u2028g', 'abcdefg'],
  ['prices [1] and (2), 3 < 4 and 5 > 2', 'prices [1] and (2), 3 < 4 and 5 > 2'],
])('should turn %j into %j', (text, clean) => {
  expect(sanitize(text)).toBe(clean);
});

// @spec MC2
it('should leave no link, no tag and no hidden character of any text', () => {
  const part = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    'a',
    ':',
    ' ',
    'https://x',
    '\u200b',
    '\u0000',
    '\n',
    '\u{E0020}',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const clean = sanitize(parts.join(''));
      expect(clean).not.toMatch(/\][([:]|<[a-z/!][^<>]*>|[\p{Cc}\p{Cf}]/iu);
      expect(sanitize(clean)).toBe(clean);
    }),
  );
});

// @spec MC2
it('should sanitize a long text of brackets in bounded time, and cut it', () => {
  const clean = sanitizeAndCut('[('.repeat(1_000_000));
  expect([clean.length, clean.at(-1)]).toEqual([2_001, '…']);
});

// @spec MC2
it('should keep the members between the parts of a tag in two texts of a JSON value', () => {
  const data = { title: 'Work <b', price: 3, listing: { title: 'hidden?' }, note: '> rest [a', last: '](https://x)' };
  const texts = new UntrustedTexts();
  expect(texts.addJson('data', data, 1_000)).toEqual({ isCut: false });
  const [{ text } = { text: '' }] = texts.items;
  expect(JSON.parse(text)).toEqual({ ...data, last: '] (https://x)' });
  expect(text).not.toMatch(/<[a-z/!][^<>]*>|\][([:]/i);
});

it('should cut the text of a long JSON value and say so', () => {
  const texts = new UntrustedTexts();
  expect(texts.addJson('data', ['x'.repeat(200)], 100)).toEqual({ isCut: true });
  expect(texts.items).toEqual([{ field: 'data', text: `["${'x'.repeat(98)}…` }]);
});

// @spec MC2
it('should bound all texts of an answer together', () => {
  const texts = new UntrustedTexts();
  for (let index = 0; index < 100; index += 1) texts.add(`t${index}`, 'x'.repeat(5_000));
  texts.add('empty', '');
  texts.add('none', null);
  expect(texts.items).toHaveLength(100);
  expect(texts.items.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(24_000 + 100);
});

// @spec MC2
it('should sanitize every text and every name of a JSON value', () => {
  const value = { 'a\u200b': ['[x](y)', { b: '<i>z</i>', c: 1, d: null, e: true }] };
  expect(sanitizeJson(value)).toEqual({ a: ['x', { b: 'z', c: 1, d: null, e: true }] });
});

it.each(['{ service { version } }', 'query A { a } query B { b }', 'query { ...F } fragment F on Query { a }'])(
  'should send the query %s',
  (document) => {
    expect(() => assertQuery(document)).not.toThrow();
  },
);

it.each([
  'mutation { a }',
  'query A { a } mutation B { b }',
  'subscription { events { id } }',
  'fragment F on Query { a }',
  '{ a',
  '# only a comment',
  `{ ${'a '.repeat(3_000)} }`,
])('should not send %.40s', (document) => {
  expect(() => assertQuery(document)).toThrow(/reads_only|invalid_arguments/);
});

// @spec MC2
it('should name the place of a text as JSON counts it, from 0', () => {
  const texts = new UntrustedTexts();
  const items = [
    { itemId: 'a', description: 'first', weight: 1 },
    { itemId: 'b', description: 'second', weight: 1 },
  ];
  const views = viewAgreedItems(items, 'steps[0]', texts);
  // The numbers of the items, which the arguments of tools use, begin with 1.
  expect(views).toMatchObject([{ item: 1 }, { item: 2 }]);
  expect(texts.items.map(({ field }) => field)).toEqual([
    ...['steps[0].items[0].id', 'steps[0].items[0].description'],
    ...['steps[0].items[1].id', 'steps[0].items[1].description'],
  ]);
});
