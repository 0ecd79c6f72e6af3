import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bugsIn, nameOf, readBug } from '../../planted/bug';
import type { FileResult } from '../../planted/jest';
import { outcomeOf, unsound } from '../../planted/outcome';
import { applyPatch, stale } from '../../planted/tree';

/** The planted bugs without planting them: `npm run planted` does that. */

const ROOT = resolve(__dirname, '..', '..');
const bugs = bugsIn(join(ROOT, 'planted', 'bugs'));
const documented = readFileSync(join(ROOT, 'docs', 'planted-bugs.md'), 'utf8');

test('there are at least fifteen', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(15);
});

describe.each(bugs.map((bug) => [bug.name, bug] as const))('%s', (name, bug) => {
  test('its patch applies to the tree as it is', () => {
    const why = applyPatch(ROOT, bug.patch, '--check');
    expect(why && stale(name, why)).toBeUndefined();
  });

  test('it changes the product, not what is to catch it', () => {
    const changed = readFileSync(bug.patch, 'utf8').matchAll(/^\+\+\+ b\/(\S+)$/gm);
    expect(Array.from(changed, ([, file]) => file)).not.toContainEqual(
      expect.not.stringMatching(/^(src|migrations)\//),
    );
  });

  test('those who are to catch it are there', () => {
    for (const { file, test: title } of bug.catchers) {
      expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title);
    }
  });

  test('it is in docs/planted-bugs.md, with them', () => {
    expect(documented).toContain(`\`${name}\``);
    for (const catcher of bug.catchers) expect(documented).toContain(nameOf(catcher).replaceAll('|', '\\|'));
  });
});

describe('what is read above a patch', () => {
  const head =
    'Breaks: A thing\n  or two.\nHurts: a sentence\nCaught-By: a.test.ts › one: thing\nCaught-By: b.test.ts › two\n';
  const read = (text: string) => readBug('n', 'n.patch', `${text}\ndiff --git a/x b/x\n`);

  test('is what breaks, what it hurts and who catches it', () => {
    expect(read(head)).toEqual({
      name: 'n',
      patch: 'n.patch',
      breaks: 'A thing or two.',
      hurts: 'a sentence',
      catchers: [
        { file: 'a.test.ts', test: 'one: thing' },
        { file: 'b.test.ts', test: 'two' },
      ],
    });
  });

  test.each([
    ['nobody to catch it', head.replace(/^Caught-By.*\n/gm, '')],
    ['nothing it hurts', head.replace(/^Hurts.*\n/m, '')],
    ['two things that break', `${head}Breaks: More.\n`],
    ['a catcher without a test', `${head}Caught-By: c.test.ts\n`],
    ['what is none of these', `${head}See: there\n`],
  ])('is refused with %s', (_, text) => {
    expect(() => read(text)).toThrow('n.patch: ');
  });
});

describe('a bug is caught', () => {
  const catchers = [
    { file: 'a.test.ts', test: 'one' },
    { file: 'b.test.ts', test: 'two' },
  ];
  const bug = { name: 'n', breaks: '', hurts: '', patch: '', catchers };
  const file = (name: string, ...tests: [fullName: string, status: string][]): FileResult => ({
    name,
    message: '',
    assertionResults: tests.map(([fullName, status]) => ({ fullName, status, failureMessages: ['Error: so'] })),
  });
  const sound = [file('a.test.ts', ['it is one', 'passed']), file('b.test.ts', ['two of it', 'passed'])];
  const failed = [file('a.test.ts', ['it is one', 'failed']), file('b.test.ts', ['two of it', 'failed'])];

  test('when a test of every name fails', () => {
    const { caught, told } = outcomeOf(bug, failed, 1);
    expect([caught, told]).toEqual([true, ['caught by: a.test.ts › one', 'caught by: b.test.ts › two']]);
  });

  test.each<[string, FileResult[], string]>([
    ['only some of them fail', [...failed.slice(0, 1), ...sound.slice(1)], 'NOT CAUGHT by: b.test.ts › two'],
    ['another test fails', [...failed.slice(0, 1), file('b.test.ts', ['else', 'failed'])], 'NOT RUN: b.test.ts › two'],
    ['its test is skipped', [...failed.slice(0, 1), file('b.test.ts', ['two', 'pending'])], 'NOT RUN: b.test.ts › two'],
    ['a file is not run', failed.slice(0, 1), 'NOT RUN: b.test.ts › two'],
    [
      'a file does not load',
      [...failed.slice(0, 1), { ...file('b.test.ts'), message: 'no such module' }],
      'no such module',
    ],
  ])('not when %s', (_, results, told) => {
    const outcome = outcomeOf(bug, results, 1);
    expect(outcome.caught).toBe(false);
    expect(outcome.told[1]).toContain(told);
  });

  test('by none whose test fails, or is not there, where nothing is planted', () => {
    expect(unsound(catchers, sound)).toEqual([]);
    expect(unsound(catchers, failed)).toHaveLength(2);
    expect(unsound(catchers, sound.slice(0, 1))).toEqual([expect.stringContaining('b.test.ts › two: not run')]);
  });
});
