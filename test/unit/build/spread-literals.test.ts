import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The build step for object literals that start with a spread. */

const SCRIPT = join(__dirname, '..', '..', '..', 'scripts', 'spread-literals.mjs');

const REWRITTEN = [
  ['f({ ...a, b: 1 });', 'f({ ...null, ...a, b: 1 });'],
  ['f({ ...a, ...b });', 'f({ ...null, ...a, ...b });'],
  ['f({\n  ...a,\n  b: { ...c, d },\n});', 'f({\n  ...null, ...a,\n  b: { ...null, ...c, d },\n});'],
  ['f({ ...{ ...a, b }, c });', 'f({ ...null, ...{ ...null, ...a, b }, c });'],
] as const;
const UNCHANGED = [
  'f({ ...a });',
  'f({ b: 1, ...a });',
  'f([...a, b]);',
  'f(...a, b);',
  'const { b, ...a } = c;',
  'const text = "{ ...a, b }"; // { ...a, b }',
  'f({ ...null, ...a, b });',
];
const CLASSES = `
  const objectOf = (source) => ({ ...source, last: source.first });
  const objects = Array.from({ length: 100 }, (_, index) => objectOf({ first: index, second: [index] }));
  const others = objects.slice(50).filter((one) => !%HaveSameMap(one, objects[99]));
  console.log(others.length, JSON.stringify(objects[7]));
`;
const TEXTS: readonly string[] = [...REWRITTEN.map(([text]) => text), ...UNCHANGED, CLASSES];

let folder: string;
const fileOf = (text: string): string => join(folder, `${String(TEXTS.indexOf(text))}.js`);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ats-spread-'));
  for (const text of TEXTS) writeFileSync(fileOf(text), text);
  execFileSync(process.execPath, [SCRIPT, folder]);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each(REWRITTEN)('A literal that starts with a spread gets a spread of null: %s', (text, expected) => {
  expect(readFileSync(fileOf(text), 'utf8')).toBe(expected);
});

test.each(UNCHANGED)('Other code stays as it is: %s', (text) => {
  expect(readFileSync(fileOf(text), 'utf8')).toBe(text);
});

test('The objects of a literal share a hidden class, and keep the order of their members', () => {
  const output = execFileSync(process.execPath, ['--allow-natives-syntax', fileOf(CLASSES)], { encoding: 'utf8' });
  expect(output).toBe('0 {"first":7,"second":[7],"last":7}\n');
});
