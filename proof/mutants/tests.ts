import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTestTags } from '../../test/support/test-tags';
import { referenceName, type TestReference } from './mutant';

/** A test that a reference names, with the names that jest gives to it. */
export interface FoundTest {
  readonly reference: TestReference;
  readonly fullName: RegExp;
}

/** Finds the test with the id of the reference. @throws Error if the file has no such id or has it twice */
export function findTest(root: string, reference: TestReference): FoundTest {
  const path = join(root, reference.file);
  const tests = existsSync(path) ? readTestTags(readFileSync(path, 'utf8')) : [];
  const hasId = tests.filter(({ tags }) => tags.some((tag) => tag.name === 'id' && tag.values.includes(reference.id)));
  const [test] = hasId;
  if (test === undefined || hasId.length > 1) {
    throw new Error(`${referenceName(reference)}: the file has ${String(hasId.length)} tests with this id`);
  }
  return { reference, fullName: test.fullName };
}

/** Whether jest's full name of a test belongs to the reference. */
export function matches({ reference: { row = '' }, fullName }: FoundTest, name: string): boolean {
  return fullName.test(name) && name.includes(row);
}
