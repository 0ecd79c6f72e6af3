import { resolve } from 'node:path';
import { type Mutant, referenceName, type TestReference } from '../mutant';
import { CONTROL, type Outcome } from '../outcome';
import { runMutants } from '../run';

/** Runs three changes that are not mutants. None of them may count as caught. */

const ROOT = resolve(__dirname, '..', '..', '..');
const TEST: TestReference = { file: 'test/spec/bond.test.ts', id: 'bond-fields-atomic' };
// Its file makes a principal before its tests.
const TEST_WITH_SETUP: TestReference = {
  file: 'test/integration/http/request-pipeline.test.ts',
  id: 'digest-of-other-body',
};

/** A new migration needs no text to replace, and no compiler checks it. */
function withMigration(name: string, sql: string, ...caughtBy: TestReference[]): Mutant {
  const edits = [{ file: 'migrations/9000-mutant.sql', find: '', replace: sql }];
  return { name, breaks: `${name}.`, violates: 'Nothing.', edits, caughtBy };
}

let outcomes: Map<string, Outcome>;
beforeAll(async () => {
  const result = await runMutants({
    root: ROOT,
    mutants: [
      withMigration('syntax-error', 'CREATE TABLE (;', TEST),
      withMigration('renamed-table', 'ALTER TABLE human RENAME TO no_human;', TEST, TEST_WITH_SETUP),
      withMigration('empty-change', '-- Changes nothing.', TEST),
    ],
    skipBaseline: true,
    times: 1,
    databaseUrl: process.env['TEST_CLUSTER_URL'],
    print: () => undefined,
  });
  outcomes = new Map(result.outcomes.map((outcome) => [outcome.mutant.name, outcome]));
}, 600_000);

test('a syntax error should not count as caught, because no test runs', () => {
  expect(outcomes.get('syntax-error')).toMatchObject({
    isCaught: false,
    findings: [{ line: 'CONTROL FAILED: no test ran', reason: expect.stringContaining('syntax error') as string }],
  });
});

test('a renamed table should not count as caught, because the control fails too', () => {
  expect(outcomes.get('renamed-table')).toMatchObject({
    isCaught: false,
    findings: [
      { line: `CONTROL FAILED: ${referenceName(CONTROL)}`, reason: expect.stringMatching(/./) as string },
      { line: `caught by: ${referenceName(TEST)}`, reason: expect.stringMatching(/./) as string },
      {
        line: `NOT RUN: ${referenceName(TEST_WITH_SETUP)}`,
        reason: expect.stringMatching(/^its setup failed: ./) as string,
      },
    ],
  });
});

test('an empty change should not count as caught, because the test passes', () => {
  expect(outcomes.get('empty-change')).toMatchObject({
    isCaught: false,
    findings: [{ line: `NOT CAUGHT by: ${referenceName(TEST)}`, reason: '' }],
  });
});
