import { checkCitations, existsAmong } from '../../../scripts/style/citations';
import { checkDescription, checkProse } from '../../../scripts/style/rules';
import type { TextBlock, TextKind } from '../../../scripts/style/text';

const block = (text: string, kind: TextKind = 'comment'): TextBlock => ({ kind, lines: [{ line: 1, text }] });
const rulesOf = (text: string, kind?: TextKind): string[] =>
  checkProse('a.ts', block(text, kind)).map(({ rule }) => rule);
const words = (count: number): string => `The ${'word '.repeat(count - 1).trim()}.`;

describe('prose', () => {
  it.each(['Locks whoever waits.', 'Nobody reads it.', 'It is computed anew.'])(
    'should report a banned word: %s',
    (text) => {
      expect(rulesOf(text)).toEqual(['banned-word']);
    },
  );

  it('should not report banned words in code spans', () => {
    expect(rulesOf('The database user is `nobody`.')).toEqual([]);
  });

  it('should report sentences of more than 25 words', () => {
    expect(rulesOf(words(25))).toEqual([]);
    expect(rulesOf(words(26))).toEqual(['long-sentence']);
  });

  it.each([
    'Of these rows one is read.',
    'What a worker does.',
    'It runs. Who waits is refused.',
    'Whose key it is.',
    'To whom it goes.',
    'Not read by any of the workers.',
  ])('should report an inverted opening: %s', (text) => {
    expect(rulesOf(text)).toEqual(['inverted-opening']);
  });

  it.each(['What is it?', 'Who may call it?', 'Not found.', 'What to do: Retry.', 'Offers are sorted.', 'of the rows'])(
    'should accept the opening: %s',
    (text) => {
      expect(rulesOf(text)).toEqual([]);
    },
  );

  it('should ignore the case of a title and the opening of a heading', () => {
    expect(rulesOf('what a worker does', 'title')).toEqual(['inverted-opening']);
    expect(rulesOf('What a worker does', 'heading')).toEqual([]);
  });
});

describe('descriptions', () => {
  it('should have at least three words', () => {
    expect(checkDescription('schema.graphql', 1, 'Which.')).toHaveLength(1);
    expect(checkDescription('schema.graphql', 1, 'The trade.')).toHaveLength(1);
    expect(checkDescription('schema.graphql', 1, 'The trade key.')).toHaveLength(0);
  });
});

describe('citations', () => {
  const exists = existsAmong(['README.md', 'docs/client.md', 'docs/decisions/0001-database.md']);
  const cited = (text: string, file = 'src/a.ts'): string[] =>
    checkCitations(file, block(text), exists).map((finding) => finding.text);

  it.each([
    'A digest (RFC 9421 §2.5).',
    'RFC 9110 §§5.1, 5.2 and §8',
    'See docs/client.md and README.md.',
    'See docs/decisions.',
    'As docs/decisions/*.md say.',
    'See https://example.org/docs/other.md.',
    'As docs/client.md §2 says.',
  ])('should accept: %s', (text) => {
    expect(cited(text)).toEqual([]);
  });

  it.each([
    ['As the contract says (contract §7).', '(contract §7'],
    ['See ledger.md §4.', 'ledger.md'],
    ['See docs/nothing.md.', 'docs/nothing.md'],
    ['See client.md.', 'client.md'],
  ])('should report: %s', (text, name) => {
    expect(cited(text)).toEqual([expect.stringContaining(name)]);
  });

  it('should resolve a link of a document in its folder', () => {
    expect(cited('See [client](client.md) and [first](decisions/0001-database.md).', 'docs/rest.md')).toEqual([]);
  });
});
