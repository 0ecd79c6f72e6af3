import { Spoilers } from '../../src/store/spoilers';

/** Who goes by itself for a while (src/store/spoilers.ts; docs/decisions/0029-transaction-batching.md). */

test('whoever spoiled a transaction is known for a minute after the last time', () => {
  let now = 0;
  const spoilers = new Spoilers(() => now);
  const known = (at: number): boolean => {
    now = at;
    return spoilers.has('one');
  };
  expect(known(0)).toBe(false);
  spoilers.add('one');
  expect([known(59_999), spoilers.has('another')]).toEqual([true, false]);
  spoilers.add('one');
  expect([known(119_998), known(119_999), known(119_998)]).toEqual([true, false, false]);
});

test('no more than ten thousand are known: the earliest are forgotten', () => {
  const spoilers = new Spoilers(() => 0);
  for (let n = 0; n < 10_001; n += 1) spoilers.add(String(n));
  expect(['0', '1', '10000'].map((one) => spoilers.has(one))).toEqual([false, true, true]);
});
