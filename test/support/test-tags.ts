import ts from 'typescript';

/** Reads the tags of tests: line comments such as `// @id bond-overdraft` directly above a test. */

export interface TestTag {
  readonly name: 'id' | 'spec';
  readonly values: string[];
}

export interface TaggedTest {
  /** The literal title, or its literal prefix if the title has substitutions. */
  readonly title: string;
  /** Matches the full names that jest gives to the test, or to the tests of the `describe`. */
  readonly fullName: RegExp;
  /** The line of the call, from 1. */
  readonly line: number;
  readonly tags: TestTag[];
}

const TEST_FUNCTIONS = ['it', 'test', 'describe'];
const TAG_LINE = /^\/\/ @(id|spec) (.+)$/;
// `%s` and `$name` of `test.each`; `%%` is a literal percent sign, so it is part of the text.
const PLACEHOLDER = /%[psdifjo#$]|\$[A-Za-z_#][\w.]*/;

/** Returns the tests of a source file that have a tag, in their order in the file. */
export function readTestTags(source: string): TaggedTest[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const tests: TaggedTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const test = readTest(node, file);
    const names = test ? [...groups, pattern(test.title)] : groups;
    if (test && test.tags.length > 0) {
      const fullName = new RegExp(`(?:^| )${names.join(' ')}${test.isGroup ? ' ' : '$'}`);
      tests.push({ title: test.title.prefix, fullName, line: test.line, tags: test.tags });
    }
    ts.forEachChild(node, (child) => visit(child, names));
  };
  visit(file, []);
  return tests;
}

/** A title as literal texts, between which jest inserts values. */
interface Title {
  readonly prefix: string;
  readonly rest: readonly string[];
}

interface FoundTest {
  readonly title: Title;
  readonly isGroup: boolean;
  readonly line: number;
  readonly tags: TestTag[];
}

function readTest(node: ts.Node, file: ts.SourceFile): FoundTest | undefined {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined;
  const { expression: callee, arguments: values } = node.expression;
  const name = rootName(callee);
  const title = TEST_FUNCTIONS.includes(name) ? readTitle(values[0], isParameterized(callee)) : undefined;
  if (title === undefined) return undefined;
  const start = node.getStart(file);
  const line = file.getLineAndCharacterOfPosition(start).line + 1;
  return { title, isGroup: name === 'describe', line, tags: tagsAbove(start, file) };
}

/** The identifier at the start: `test` of `test.skip.each([...])`; empty if there is none. */
function rootName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isTaggedTemplateExpression(expression)) return rootName(expression.tag);
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression)) {
    return rootName(expression.expression);
  }
  return '';
}

/** Whether `.each(...)` or a `.each` template defines the test. */
function isParameterized(expression: ts.Expression): boolean {
  return ts.isCallExpression(expression) || ts.isTaggedTemplateExpression(expression);
}

function readTitle(title: ts.Expression | undefined, parameterized: boolean): Title | undefined {
  if (title === undefined) return undefined;
  const texts = titleTexts(title);
  if (texts === undefined) return { prefix: '', rest: [''] };
  const [prefix = '', ...rest] = parameterized ? texts.flatMap((text) => text.split(PLACEHOLDER)) : texts;
  return { prefix, rest };
}

/** The literal texts between the values of a template. Undefined for any other expression. */
function titleTexts(title: ts.Expression): string[] | undefined {
  if (ts.isStringLiteralLike(title)) return [title.text];
  if (!ts.isTemplateExpression(title)) return undefined;
  return [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)];
}

function pattern({ prefix, rest }: Title): string {
  return [prefix, ...rest].map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*');
}

/** The tags in the comment lines directly above the position. */
function tagsAbove(start: number, file: ts.SourceFile): TestTag[] {
  const lines = file.text.slice(0, start).split('\n').slice(0, -1);
  const tags: TestTag[] = [];
  for (const line of lines.reverse()) {
    if (!line.trim().startsWith('//')) break;
    const [, name, values = ''] = TAG_LINE.exec(line.trim()) ?? [];
    if (name !== 'id' && name !== 'spec') continue;
    tags.unshift({ name, values: values.split(',').map((value) => value.trim()) });
  }
  return tags;
}
