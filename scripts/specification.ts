import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readTestTags } from '../test/support/test-tags';

/** Links each sentence of docs/specification.md to the tests that carry its id in a `@spec` tag. */

const root = dirname(__dirname);
const PAGE = join(root, 'docs', 'specification.md');
const TEST_FOLDERS = ['test', 'proof'];

export interface Sentence {
  readonly id: string;
  readonly text: string;
  readonly section: string;
}

export interface SpecTest {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly title: string;
  readonly ids: readonly string[];
}

const SECTION = /^## (.+)$/;
const ROW = /^\| *([A-Z]+\d+) *\| *([^|]+?) *\|/;

/** Reads the sentences of the page, in their order. */
export function readSentences(page = readFileSync(PAGE, 'utf8')): Sentence[] {
  const sentences: Sentence[] = [];
  let section = '';
  for (const line of page.split('\n')) {
    section = SECTION.exec(line)?.[1] ?? section;
    const [, id, text] = ROW.exec(line) ?? [];
    if (id !== undefined && text !== undefined) sentences.push({ id, text, section });
  }
  return sentences;
}

/** Returns every test with a `@spec` tag, by file and line. */
export function specTests(): SpecTest[] {
  return testFiles().flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    // Parsing a file takes milliseconds, and most files have no tag.
    if (!source.includes('// @spec ')) return [];
    return readTestTags(source).map(({ title, tags }) => ({
      file,
      title,
      ids: tags.filter(({ name }) => name === 'spec').flatMap(({ values }) => values),
    }));
  });
}

function testFiles(): string[] {
  const names = TEST_FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return names.filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules')).toSorted();
}

/** Returns the page with the column "held by" made from the tags. */
export function specificationMarkdown(): string {
  const tests = specTests();
  const page = readFileSync(PAGE, 'utf8').split('\n');
  const filled = page.map((line) => {
    const [, id, text] = ROW.exec(line) ?? [];
    if (id === undefined || text === undefined) return line;
    const links = tests.filter(({ ids }) => ids.includes(id)).map(link);
    return `| ${id} | ${text} | ${links.join('<br>')} |`;
  });
  return filled.join('\n');
}

function link({ file, title }: SpecTest): string {
  const name = basename(file);
  // A parameterized test may have no text of its own before its first value.
  const label = title.trim() === '' ? name : `${name} › ${title.trim()}`;
  return `[${label.replace(/[\\`*<>|[\]]/g, '\\$&')}](../${file})`;
}
