import { ValidationErrors } from '../../../src/api/rest/compile/decode';

// A body with many unknown names would otherwise compare each of them with all names of the input.
test('should work out the details of the listed errors alone', () => {
  const errors = new ValidationErrors();
  let calls = 0;
  for (let n = 0; n < 1_000; n += 1) {
    errors.add(`/${String(n)}`, () => {
      calls += 1;
      return 'is not known here';
    });
  }
  expect(errors.fields).toHaveLength(20);
  expect(calls).toBe(20);
});
