import { repeatedCheck } from '../../../src/console/sessions';
import { Refusal } from '../../../src/domain/errors/errors';

test('a stream outlives its last successful check of the session by 30 s at most', async () => {
  let nowMs = 0;
  let outcome: () => Promise<unknown> = () => Promise.resolve();
  const check = repeatedCheck(
    () => outcome(),
    () => nowMs,
  );
  const at = (ms: number) => {
    nowMs = ms;
    return check();
  };
  expect(await at(4_000)).toBe(true);
  outcome = () => Promise.reject(new Refusal('rate_limited', undefined, { limit: 'read' }));
  expect([await at(8_000), await at(33_999), await at(34_000)]).toEqual([true, true, false]);
  outcome = () => Promise.resolve();
  expect(await at(35_000)).toBe(true);
  outcome = () => Promise.reject(new Refusal('session_invalid'));
  expect(await at(36_000)).toBe(false);
});
