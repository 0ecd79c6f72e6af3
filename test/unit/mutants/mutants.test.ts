import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { editedFiles } from '../../../proof/mutants/edits';
import { type Mutant, referenceName, type TestReference } from '../../../proof/mutants/mutant';
import { mutants } from '../../../proof/mutants/mutants';
import { CONTROL } from '../../../proof/mutants/outcome';
import { mutantsMarkdown } from '../../../proof/mutants/page';
import { findTest } from '../../../proof/mutants/tests';

/** Checks the mutants against the code, without running them. `npm run mutants` runs them. */

const ROOT = resolve(__dirname, '..', '..', '..');

test('every mutant should have its own name', () => {
  const names = mutants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContainEqual(expect.not.stringMatching(/^[a-z]+(-[a-z]+)+$/));
});

describe.each(mutants.map((mutant): [string, Mutant] => [mutant.name, mutant]))('%s', (_, mutant) => {
  test('each text to replace should occur exactly once', () => {
    for (const [file, text] of editedFiles(ROOT, mutant)) {
      expect(text).not.toBe(readFileSync(join(ROOT, file), 'utf8'));
    }
  });

  test('should change the product, not its tests', () => {
    for (const { file } of mutant.edits) expect(file).toMatch(/^(src|migrations|sql)\//);
  });

  test('each of its tests should exist once', () => {
    expect(mutant.caughtBy).not.toEqual([]);
    for (const reference of mutant.caughtBy) {
      expect(findTest(ROOT, reference)).toMatchObject({ reference });
      // The rows of a parameterized test are texts in its file.
      expect(readFileSync(join(ROOT, reference.file), 'utf8')).toContain(reference.row ?? '');
    }
  });
});

test('an id should have one file, and the control should catch no mutant', () => {
  const files = new Map<string, string>();
  const references: readonly TestReference[] = [CONTROL, ...mutants.flatMap(({ caughtBy }) => caughtBy)];
  for (const { file, id } of references) {
    expect([id, files.get(id) ?? file]).toEqual([id, file]);
    files.set(id, file);
  }
  expect(findTest(ROOT, CONTROL)).toMatchObject({ reference: CONTROL });
  expect(references.slice(1).map(referenceName)).not.toContain(referenceName(CONTROL));
});

test('docs/proofs/mutants.md should be generated from the mutants', () => {
  const page = readFileSync(join(ROOT, 'docs', 'proofs', 'mutants.md'), 'utf8');
  expect(page).toBe(mutantsMarkdown('proof/mutants/mutants'));
  for (const { name } of mutants) expect(page).toContain(`| \`${name}\` |`);
});
