import { Watchers } from '../../../packages/console/src/api/watchers';

test('a callback that two parts of a page have given is still called when one of them stops', () => {
  const watchers = new Watchers();
  let calls = 0;
  const onChange = (): void => void (calls += 1);
  const [stopFirst, stopSecond] = [watchers.watch(onChange), watchers.watch(onChange)];
  stopFirst();
  stopFirst();
  watchers.tell();
  expect(calls).toBe(1);
  stopSecond();
  watchers.tell();
  expect(calls).toBe(1);
});
