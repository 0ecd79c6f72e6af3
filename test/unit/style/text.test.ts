import { markdownBlocks, numberLines } from '../../../scripts/style/markdown';
import { countWords, maskCode, sentencesOf, type TextBlock } from '../../../scripts/style/text';

const block = (...texts: string[]): TextBlock => ({
  kind: 'comment',
  lines: texts.map((text, index) => ({ line: index + 10, text })),
});
const raws = (...texts: string[]): string[] => sentencesOf(block(...texts)).map(({ raw }) => raw);
const docs = (source: string): [string, string][] =>
  markdownBlocks(numberLines(source), 'doc').map(({ kind, lines }) => [
    kind,
    lines.map(({ text }) => text.trim()).join(' '),
  ]);

describe('sentences', () => {
  it('should end at full stops, question marks and middle dots', () => {
    expect(raws('It runs. Does it? Yes! One · two')).toEqual(['It runs.', 'Does it?', 'Yes!', 'One ·', 'two']);
  });

  it('should not end at abbreviations, numbers, paths or code spans', () => {
    expect(raws('A limit, e.g. 2.5 s in `a. b. c` of src/main.ts, holds.')).toHaveLength(1);
  });

  it('should have the lines on which they begin and end', () => {
    const sentences = sentencesOf(block('One ends here. Two', 'goes on', 'to here.'));
    expect(sentences.map(({ line, endLine }) => [line, endLine])).toEqual([
      [10, 10],
      [10, 12],
    ]);
  });

  it('should count a code span as one word and signs as none', () => {
    expect(countWords(maskCode('`select a from b` → two words — [link](docs/b.md)'))).toBe(4);
    expect(countWords(maskCode('see [the page](docs/page.md)'))).toBe(3);
  });

  it('should keep the length of a text when code is masked', () => {
    const text = 'a `b c` <!-- d --> [e](f.md) https://g.example/h style-ok: i';
    expect(maskCode(text)).toHaveLength(text.length);
  });
});

describe('Markdown blocks', () => {
  it('should separate headings, paragraphs, list items and table cells', () => {
    const source = ['# Title', '', 'One', 'two', '- item', '  more', '', '| A | B |', '| - | - |', '| `x|y` | z |'];
    expect(docs(source.join('\n'))).toEqual([
      ['heading', 'Title'],
      ['doc', 'One two'],
      ['doc', 'item more'],
      ['heading', 'A'],
      ['heading', 'B'],
      ['doc', '`x|y`'],
      ['doc', 'z'],
    ]);
  });

  it('should leave out fenced code and link definitions', () => {
    expect(docs('```sh\nwhoever\n```\n[a]: b.md\ntext')).toEqual([['doc', 'text']]);
  });
});
