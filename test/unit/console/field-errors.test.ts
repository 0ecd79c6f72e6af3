import { errorAt } from '../../../packages/console/src/screens/trading/field-errors';

/** Where a form shows the errors of a refusal. */

const problemAt = (path: string) => ({ fields: [{ path, detail: 'is too long' }] });

test.each([
  ['title', 'title'],
  ['input.title', 'title'],
  ['input.steps.0.title', 'steps.0.title'],
  ['input.terms.steps.0.items.2.weight', 'steps.0.items.2.weight'],
])('an error at %s is shown at the input %s', (path, name) => {
  expect(errorAt(problemAt(path), name)).toBe('is too long');
});

test.each([
  ['input.steps.0.title', 'title'],
  ['input.steps.10.title', 'steps.0.title'],
  ['input.subtitle', 'title'],
])('an error at %s is not shown at the input %s', (path, name) => {
  expect(errorAt(problemAt(path), name)).toBeUndefined();
});
