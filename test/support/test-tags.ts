import ts from 'typescript';

/** Reads the tags of tests: line comments such as `// @id bond-overdraft` directly above a test. */

export interface TestTag {
  readonly name: 'id' | 'spec';
  readonly values: string[];
}

export interface TaggedTest {
  /** The literal title, or its literal prefix if the title has substitutions. */
  readonly title: string;
  /** The line of the call, from 1. */
  readonly line: number;
  readonly tags: TestTag[];
}

const TEST_FUNCTIONS = ['it', 'test', 'describe'];
const TAG_LINE = /^\/\/ @(id|spec) (.+)$/;
// `%s` and `$name` of `test.each`; `%%` is a literal percent sign, so it ends no prefix.
const PLACEHOLDER = /%[psdifjo#$]|\$[A-Za-z_#]/;

/** Returns the tests of a source file that have a tag, in their order in the file. */
export function readTestTags(source: string): TaggedTest[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const tests: TaggedTest[] = [];
  const visit = (node: ts.Node): void => {
    const test = ts.isExpressionStatement(node) ? readTest(node, file) : undefined;
    if (test && test.tags.length > 0) tests.push(test);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return tests;
}

function readTest(statement: ts.ExpressionStatement, file: ts.SourceFile): TaggedTest | undefined {
  const call = statement.expression;
  if (!ts.isCallExpression(call) || !TEST_FUNCTIONS.includes(rootName(call.expression))) return undefined;
  const title = literalPrefix(call.arguments[0], isParameterized(call.expression));
  if (title === undefined) return undefined;
  const start = statement.getStart(file);
  return { title, line: file.getLineAndCharacterOfPosition(start).line + 1, tags: tagsAbove(start, file) };
}

/** `test` of `test.skip.each([...])`; an empty text if the expression begins otherwise. */
function rootName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isTaggedTemplateExpression(expression)) return rootName(expression.tag);
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression)) {
    return rootName(expression.expression);
  }
  return '';
}

/** Whether the test is made by `.each(...)` or by a `.each` template. */
function isParameterized(expression: ts.Expression): boolean {
  return ts.isCallExpression(expression) || ts.isTaggedTemplateExpression(expression);
}

function literalPrefix(title: ts.Expression | undefined, parameterized: boolean): string | undefined {
  if (title === undefined) return undefined;
  if (ts.isTemplateExpression(title)) return title.head.text;
  if (!ts.isStringLiteralLike(title)) return undefined;
  return parameterized ? title.text.split(PLACEHOLDER, 1)[0] : title.text;
}

/** The tags in the unbroken lines of comments that end directly above the position. */
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
