import type { FileResult, Results } from '../../../proof/mutants/jest';
import { type Mutant, referenceName, type TestReference } from '../../../proof/mutants/mutant';
import { CONTROL, outcomeOf, resultTable, unsoundTests } from '../../../proof/mutants/outcome';

/** `proof/mutants/outcome.ts`: when a mutant counts as caught. */

const caughtBy: readonly TestReference[] = [
  { file: 'a.test.ts', id: 'one' },
  { file: 'b.test.ts', id: 'two' },
];
const mutant: Mutant = { name: 'n', breaks: '', violates: '', edits: [], caughtBy };
const tests = [
  { reference: CONTROL, fullName: /^control$/ },
  ...caughtBy.map((reference) => ({ reference, fullName: new RegExp(`^it is ${reference.id}$`) })),
];

type TestResult = [fullName: string, status: string, hasStarted?: boolean];
const file = (name: string, ...results: TestResult[]): FileResult => ({
  name,
  message: '',
  assertionResults: results.map(([fullName, status, hasStarted = true]) => ({
    fullName,
    status,
    failureMessages: ['Error: so'],
    hasStarted,
  })),
});
const run = (...files: FileResult[]): Results => ({ files, tests });
const control = (status: string, hasStarted = true) => file(CONTROL.file, ['control', status, hasStarted]);
const one = (status: string) => file('a.test.ts', ['it is one', status]);
const two = (status: string, hasStarted = true) => file('b.test.ts', ['it is two', status, hasStarted]);
const caught = run(control('passed'), one('failed'), two('failed'));

test('should be caught when each of its tests fails and the control passes', () => {
  expect(outcomeOf(mutant, caught, 1)).toMatchObject({
    isCaught: true,
    findings: [
      { line: 'caught by: a.test.ts: one', reason: 'Error: so' },
      { line: 'caught by: b.test.ts: two', reason: 'Error: so' },
    ],
  });
});

test.each<[string, readonly FileResult[], string]>([
  ['one of its tests passes', [two('passed')], 'NOT CAUGHT by: b.test.ts: two'],
  ['only another test fails', [file('b.test.ts', ['it is two too', 'failed'])], 'NOT RUN: b.test.ts: two'],
  ['one of its tests is skipped', [two('pending')], 'NOT RUN: b.test.ts: two'],
  ['the setup of a file fails', [two('failed', false)], 'NOT RUN: b.test.ts: two'],
  ['a file does not run', [], 'NOT RUN: b.test.ts: two'],
  ['a file does not load', [{ ...file('b.test.ts'), message: 'no such module' }], 'NOT RUN: b.test.ts: two'],
])('should not be caught when %s', (_, files, line) => {
  const outcome = outcomeOf(mutant, run(control('passed'), one('failed'), ...files), 1);
  expect([outcome.isCaught, outcome.findings[1]?.line]).toEqual([false, line]);
});

test.each<[string, readonly FileResult[]]>([
  ['fails', [control('failed')]],
  ['is skipped', [control('pending')]],
  ['does not run', []],
])('should not be caught when the control %s', (_, files) => {
  const { isCaught, findings } = outcomeOf(mutant, run(...files, one('failed'), two('failed')), 1);
  expect([isCaught, findings[0]?.line]).toEqual([false, `CONTROL FAILED: ${referenceName(CONTROL)}`]);
});

test.each([
  ['a clean trade', true],
  ['start-up', false],
] as const)('should be caught with stops: %s only when the control stops there', (stops, hasStarted) => {
  const stopping: Mutant = { ...mutant, stops };
  const rest = [one('failed'), two('failed')];
  expect(outcomeOf(stopping, run(control('failed', hasStarted), ...rest), 1).isCaught).toBe(true);
  for (const other of [control('failed', !hasStarted), control('passed')]) {
    const { isCaught, findings } = outcomeOf(stopping, run(other, ...rest), 1);
    expect([isCaught, findings[0]?.line]).toEqual([false, expect.stringMatching(/^CONTROL (FAILED|PASSED)/)]);
  }
});

test('should read only the named row of a parameterized test', () => {
  const reference: TestReference = { file: 'a.test.ts', id: 'rows', row: 'first' };
  const results = (...rows: TestResult[]): Results => ({
    files: [control('passed'), file('a.test.ts', ...rows)],
    tests: [...tests, { reference, fullName: /^row [^]*$/ }],
  });
  const isCaught = (found: Results) => outcomeOf({ ...mutant, caughtBy: [reference] }, found, 1).isCaught;
  expect(isCaught(results(['row first', 'failed'], ['row second', 'passed']))).toBe(true);
  expect(isCaught(results(['row first', 'passed'], ['row second', 'failed']))).toBe(false);
});

test('should report tests that do not pass without a mutant', () => {
  expect(unsoundTests(caughtBy, run(one('passed'), two('passed')))).toEqual([]);
  expect(unsoundTests(caughtBy, caught)).toHaveLength(2);
  expect(unsoundTests(caughtBy, run(one('passed')))).toEqual([expect.stringContaining('b.test.ts: two: not run')]);
});

test('should give the reason in one line of the table', () => {
  const failing = (text: string): Results => {
    const assertionResults = [{ fullName: 'it is two', status: 'failed', failureMessages: [text], hasStarted: true }];
    return run(control('passed'), one('failed'), { name: 'b.test.ts', message: '', assertionResults });
  };
  const reason = (text: string) => outcomeOf(mutant, failing(text), 1).findings[1]?.reason;
  expect(reason('Error: \u001b[31mexpect\u001b[39m\n\nExpected: 1\nReceived: 2\n    at x (b.test.ts:1:2)')).toBe(
    'Error: expect Expected: 1 Received: 2',
  );
  expect(reason('x'.repeat(1000))).toHaveLength(162);
  expect(resultTable([outcomeOf(mutant, failing('a | `b`'), 1)])).toContain("| `Error: so`<br>`a \\| 'b'` | 1 |");
});
