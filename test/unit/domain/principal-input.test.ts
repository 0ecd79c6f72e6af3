import { defaultAnchor, readAnchor, readDisplayName } from '../../../src/domain/parties/principal-input';
import { pointers } from './market';

// @spec P3
test('display_name has 1–120 characters', () => {
  expect(readDisplayName(' Ann & Co ')).toBe(' Ann & Co ');
  expect(readDisplayName('😀'.repeat(120))).toHaveLength(240);
  for (const name of ['', '   ', '\u200b', '\u200b \u2060', 'x'.repeat(121), 'a\u0000b', '\ud800']) {
    expect(pointers(() => readDisplayName(name))).toEqual(['/display_name']);
  }
});

// @spec P5
test('economic_anchor defaults 20 / 1 000 000 / 1 000 000', () => {
  expect(defaultAnchor).toEqual({ maxOpenTrades: 20, bondLimitStamps: 1_000_000n, dailySpendLimitStamps: 1_000_000n });
});

test('a change of the anchor keeps absent fields unchanged', () => {
  expect(readAnchor({})).toEqual({});
  const nothing = { max_open_trades: null, bond_limit_stamps: null, daily_spend_limit_stamps: null };
  expect(pointers(() => readAnchor(nothing))).toEqual(Object.keys(nothing).map((name) => `/${name}`));
  expect(readAnchor({ max_open_trades: 0, daily_spend_limit_stamps: 5 })).toEqual({
    maxOpenTrades: 0,
    dailySpendLimitStamps: 5n,
  });
  expect(readAnchor({ bond_limit_stamps: 2n ** 53n - 1n })).toEqual({ bondLimitStamps: 2n ** 53n - 1n });
});

// @spec N4
test('amounts are integers from 0 to 2^53−1', () => {
  const wrong = { max_open_trades: -1, bond_limit_stamps: 2n ** 53n, daily_spend_limit_stamps: 0.5 };
  expect(pointers(() => readAnchor(wrong))).toEqual([
    '/max_open_trades',
    '/bond_limit_stamps',
    '/daily_spend_limit_stamps',
  ]);
});
