import { readTestTags } from '../../support/test-tags';

/** `test/support/test-tags.ts`: tags are read from the comments directly above a test. */

test('should read id and spec tags in consecutive lines above a test', () => {
  const source = ['// @id bond-overdraft', '// @spec T4, T5', "test('a bond is paid', () => {});"].join('\n');
  expect(readTestTags(source)).toEqual([
    {
      title: 'a bond is paid',
      fullName: /(?:^| )a bond is paid$/,
      line: 3,
      tags: [
        { name: 'id', values: ['bond-overdraft'] },
        { name: 'spec', values: ['T4', 'T5'] },
      ],
    },
  ]);
});

test.each([
  ["it('a title', f);", 'a title'],
  ['describe(`a title`, f);', 'a title'],
  ["test.only('a title', f);", 'a title'],
  ["test.each([[1], [2]])('row %s of 2', f);", 'row '],
  ["test.each<[string, number]>(ROWS)('%s', f);", ''],
  ["test.each(ROWS)('as $name says', f);", 'as '],
  ["test.each(ROWS)('100% of it', f);", '100% of it'],
  ['test.each`a\n${1}`("row $a", f);', 'row '],
  ['test(`with ${name} in it`, f);', 'with '],
  ["test('costs $five', f);", 'costs $five'],
  ["test(\n  'a long title',\n  f,\n);", 'a long title'],
])('should read the title of %s', (call, title) => {
  expect(readTestTags(`// @id a\n${call}`)).toMatchObject([{ title, line: 2, tags: [{ name: 'id', values: ['a'] }] }]);
});

test('should read tags of tests inside a describe, beside other comments', () => {
  const source = [
    "describe('a group', () => {",
    '  // @spec T1',
    '  // Why this test waits.',
    "  test('one', f);",
    "  test('without a tag', f);",
    '});',
  ].join('\n');
  expect(readTestTags(source)).toMatchObject([{ title: 'one', line: 4, tags: [{ name: 'spec', values: ['T1'] }] }]);
});

test.each([
  ["test('costs 1.5', f);", 'costs 1.5', 'costs 125'],
  ["test('one', f);", 'one', 'one and two'],
  ["describe('one', f);", 'one and two', 'one'],
  ["test.each(ROWS)('row %s of 2', f);", 'row 1 of 2', 'row 1 of 3'],
  ['test(`seed ${seed}.`, f);', 'seed 1.', 'seed 1'],
  ['test.each(ROWS)(`%s: seed ${seed}.`, f);', 'one: seed 1.', 'one: seed 1'],
])('should match the full names that jest gives to %s', (call, matching, other) => {
  const [test] = readTestTags(`// @id a\n${call}`);
  expect([test?.fullName.test(matching), test?.fullName.test(other)]).toEqual([true, false]);
});

test('should include the titles of the enclosing groups in the full name', () => {
  const [test] = readTestTags(
    "describe('a', () => {\n describe.each(ROWS)('%s', () => {\n// @id b\ntest('b', f);\n});\n});",
  );
  expect(test?.fullName.test('a any text b')).toBe(true);
  expect(test?.fullName.test('b')).toBe(false);
});

test.each([
  ['a blank line below', "// @id a\n\ntest('one', f);"],
  ['other code below', '// @id a\nconst x = 1;'],
  ['a call of another function below', "// @id a\nrun('one', f);"],
  ['an unknown name', "// @see a\ntest('one', f);"],
])('should ignore a tag with %s', (_, source) => {
  expect(readTestTags(source)).toEqual([]);
});
