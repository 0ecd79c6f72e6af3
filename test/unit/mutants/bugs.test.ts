import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bugsIn, nameOf, readBug } from '../../../proof/mutants/mutant';
import type { FileResult } from '../../../proof/mutants/jest';
import { CONTROL, outcomeOf, table, unsound } from '../../../proof/mutants/outcome';
import { superseded } from '../../../proof/mutants/superseded';
import { applyPatch, stale } from '../../../proof/mutants/tree';

/** The planted bugs without planting them: `npm run planted` does that. */

const ROOT = resolve(__dirname, '..', '..', '..');
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

  test('what it changes of the database is not defined anew by a later migration', () => {
    expect(superseded(ROOT, bug.patch)).toEqual([]);
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

test('the control is there, and is no catcher', () => {
  expect(readFileSync(join(ROOT, CONTROL.file), 'utf8')).toContain(CONTROL.test);
  expect(bugs.flatMap(({ catchers }) => catchers.map(nameOf))).not.toContain(nameOf(CONTROL));
  expect(documented).toContain(nameOf(CONTROL));
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

  test('and what it stops, where it says so', () => {
    expect(read(`${head}Stops: a clean trade\n`)).toMatchObject({ stops: 'a clean trade' });
  });

  test.each([
    ['nobody to catch it', head.replace(/^Caught-By.*\n/gm, '')],
    ['nothing it hurts', head.replace(/^Hurts.*\n/m, '')],
    ['two things that break', `${head}Breaks: More.\n`],
    ['a catcher without a test', `${head}Caught-By: c.test.ts\n`],
    ['what is none of these', `${head}See: there\n`],
    ['what no bug may stop', `${head}Stops: everything\n`],
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
  const file = (name: string, ...tests: [fullName: string, status: string, begun?: boolean][]): FileResult => ({
    name,
    message: '',
    assertionResults: tests.map(([fullName, status, begun = true]) => ({
      fullName,
      status,
      failureMessages: ['Error: so'],
      begun,
    })),
  });
  const control = (status: string, begun = true): FileResult =>
    file(CONTROL.file, [`Get: ${CONTROL.test}`, status, begun]);
  const sound = [
    control('passed'),
    file('a.test.ts', ['it is one', 'passed']),
    file('b.test.ts', ['two of it', 'passed']),
  ];
  const a = [control('passed'), file('a.test.ts', ['it is one', 'failed'])];
  const failed = [...a, file('b.test.ts', ['two of it', 'failed'])];

  test('when a test of every name fails, and the control does not', () => {
    const { caught, told } = outcomeOf(bug, failed, 1);
    expect(caught).toBe(true);
    expect(told).toEqual([
      { line: 'caught by: a.test.ts › one', why: 'Error: so' },
      { line: 'caught by: b.test.ts › two', why: 'Error: so' },
    ]);
  });

  test.each<[string, FileResult[], string]>([
    ['only some of them fail', [...a, ...sound.slice(2)], 'NOT CAUGHT by: b.test.ts › two'],
    ['another test fails', [...a, file('b.test.ts', ['else', 'failed'])], 'NOT RUN: b.test.ts › two'],
    ['its test is skipped', [...a, file('b.test.ts', ['two', 'pending'])], 'NOT RUN: b.test.ts › two'],
    ['its file is set up in vain', [...a, file('b.test.ts', ['two', 'failed', false])], 'NOT RUN: b.test.ts › two'],
    ['a file is not run', a, 'NOT RUN: b.test.ts › two'],
    ['a file does not load', [...a, { ...file('b.test.ts'), message: 'no such module' }], 'NOT RUN: b.test.ts › two'],
  ])('not when %s', (_, results, line) => {
    const outcome = outcomeOf(bug, results, 1);
    expect(outcome.caught).toBe(false);
    expect(outcome.told[1]?.line).toBe(line);
  });

  test.each<[string, FileResult[]]>([
    ['fails', [control('failed'), ...failed.slice(1)]],
    ['is skipped', [control('pending'), ...failed.slice(1)]],
    ['is not run', failed.slice(1)],
  ])('not when the control %s', (_, results) => {
    const { caught, told } = outcomeOf(bug, results, 1);
    expect(caught).toBe(false);
    expect(told[0]?.line).toBe(`CONTROL FAILED: ${nameOf(CONTROL)}`);
  });

  test.each([
    ['a clean trade', true],
    ['start-up', false],
  ] as const)('of which it is said that it stops %s, when just that is stopped', (stops, begun) => {
    const stopping = { ...bug, stops };
    const [, ...caught] = failed;
    expect(outcomeOf(stopping, [control('failed', begun), ...caught], 1).caught).toBe(true);
    for (const other of [control('failed', !begun), control('passed')]) {
      const outcome = outcomeOf(stopping, [other, ...caught], 1);
      expect([outcome.caught, outcome.told[0]?.line]).toEqual([
        false,
        expect.stringMatching(/^CONTROL (FAILED|PASSED)/),
      ]);
    }
  });

  test('by none whose test fails, or is not there, where nothing is planted', () => {
    expect(unsound(catchers, sound)).toEqual([]);
    expect(unsound(catchers, failed)).toHaveLength(2);
    expect(unsound(catchers, sound.slice(0, 2))).toEqual([expect.stringContaining('b.test.ts › two: not run')]);
  });

  test('for a reason, in one line of the table, cut where it is long', () => {
    const said = (text: string): FileResult => ({
      name: 'b.test.ts',
      message: '',
      assertionResults: [{ fullName: 'two', status: 'failed', failureMessages: [text], begun: true }],
    });
    const why = (text: string) => outcomeOf(bug, [...a, said(text)], 1).told[1]?.why;
    expect(why('Error: \u001b[31mexpect\u001b[39m\n\nExpected: 1\nReceived: 2\n    at x (b.test.ts:1:2)')).toBe(
      'Error: expect Expected: 1 Received: 2',
    );
    expect(why('x'.repeat(1000))).toHaveLength(162);
    expect(table([outcomeOf(bug, [...a, said('a | `b`')], 1)])).toContain("| `Error: so`<br>`a \\| 'b'` | 1 |");
  });
});
