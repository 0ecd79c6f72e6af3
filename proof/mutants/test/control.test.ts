import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bugsIn } from '../mutant';
import { CONTROL, type Outcome } from '../outcome';
import { plantAll } from '../run';
import { newFolder } from '../../../test/support/folder';

/** The run itself, with patches that are no bugs: none of them may pass for one that was caught. */

const ROOT = resolve(__dirname, '..', '..', '..');
const CATCHER = 'test/spec/bond.test.ts › may stand several times in one request';
// Whose file has a party before its tests.
const OTHER = 'test/integration/http/request-pipeline.test.ts › over another body: content_digest_mismatch';

let folder: string;
let outcomes: Map<string, Outcome>;

/** A migration is what no compiler looks at, and a new one needs no lines of the tree to be as they are. */
function plantable(name: string, sql: string, ...catchers: string[]): void {
  const lines = sql.split('\n').map((line) => `+${line}`);
  const file = 'migrations/9000-planted.sql';
  const head = [`Breaks: ${name}.`, 'Hurts: nothing.', ...catchers.map((catcher) => `Caught-By: ${catcher}`), ''];
  const patch = [
    `diff --git a/${file} b/${file}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${file}`,
    `@@ -0,0 +1,${String(lines.length)} @@`,
    ...lines,
  ];
  writeFileSync(join(folder, `${name}.patch`), `${[...head, ...patch].join('\n')}\n`);
}

beforeAll(async () => {
  folder = newFolder('planted');
  plantable('syntax', 'CREATE TABLE (;', CATCHER);
  plantable('no-principals', 'ALTER TABLE principal RENAME TO no_principal;', CATCHER, OTHER);
  plantable('nothing', '-- Nothing is changed.', CATCHER);
  const result = await plantAll({
    root: ROOT,
    bugs: bugsIn(folder),
    skipBaseline: true,
    times: 1,
    databaseUrl: process.env['TEST_CLUSTER_URL'],
    say: () => undefined,
  });
  outcomes = new Map(result.outcomes.map((outcome) => [outcome.bug.name, outcome]));
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const control = `${CONTROL.file} › ${CONTROL.test}`;

test('a migration with a syntax error starts nothing: not caught, as the control failed', () => {
  expect(outcomes.get('syntax')).toMatchObject({
    caught: false,
    told: [{ line: 'CONTROL FAILED: nothing was run', why: expect.stringContaining('syntax error') as string }],
  });
});

test('what breaks all there is fails in its catcher as well: not caught, as the control failed', () => {
  expect(outcomes.get('no-principals')).toMatchObject({
    caught: false,
    told: [
      { line: `CONTROL FAILED: ${control}`, why: expect.stringMatching(/./) as string },
      { line: `caught by: ${CATCHER}`, why: expect.stringMatching(/./) as string },
      { line: `NOT RUN: ${OTHER}`, why: expect.stringMatching(/^set up in vain: ./) as string },
    ],
  });
});

test('a patch that changes nothing is not caught: the control and the catcher pass', () => {
  expect(outcomes.get('nothing')).toMatchObject({
    caught: false,
    told: [{ line: `NOT CAUGHT by: ${CATCHER}`, why: '' }],
  });
});
