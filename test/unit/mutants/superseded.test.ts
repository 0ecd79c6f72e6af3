import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { superseded } from '../../../proof/mutants/superseded';

/** What a patch changes of the database, and whether a later migration has the last word on it. */

let root: string;

const FIRST = [
  'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$',
  'SELECT 1',
  '$$;',
  'CREATE VIEW v AS',
  'SELECT 1;',
];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ats-superseded-'));
  mkdirSync(join(root, 'migrations'));
  writeFileSync(join(root, 'migrations', '1.sql'), FIRST.join('\n'));
  writeFileSync(join(root, 'migrations', '2.sql'), 'CREATE OR REPLACE FUNCTION f() RETURNS int\nCREATE VIEW w AS');
});
afterAll(() => rmSync(root, { recursive: true }));

function patch(file: string, lines: readonly number[]): string {
  const pieces = lines.map((line) => `@@ -${String(line)},2 +${String(line)},1 @@\n kept\n-gone\n`);
  const path = join(root, 'a.patch');
  writeFileSync(
    path,
    `Breaks: it.\n\ndiff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n${pieces.join('')}`,
  );
  return path;
}

test.each([
  ['a function that is defined anew', 'migrations/1.sql', [1], ['f (2.sql)']],
  ['a view that is not', 'migrations/1.sql', [4], []],
  ['both', 'migrations/1.sql', [1, 4], ['f (2.sql)']],
  ['the later of the two', 'migrations/2.sql', [1], []],
  ['no migration', 'src/1.sql', [1], []],
])('%s', (_, file, lines, found) => {
  expect(superseded(root, patch(file, lines))).toEqual(found);
});
