import { MinimumRate } from '../../../src/api/connections/minimum-rate';

describe('A reader is too slow', () => {
  const rate = () => new MinimumRate(100, 10);

  it('should be after the seconds, if it took fewer bytes than the rate', () => {
    const one = rate();
    expect([0, 5_000, 9_999, 10_000].map((at) => one.isTooSlow(at / 11, 50, at))).toEqual([false, false, false, true]);
  });

  it('should not be, if it took as many bytes', () => {
    const one = rate();
    expect([0, 10_000, 20_000].map((at) => one.isTooSlow(at / 10, 50, at))).toEqual([false, false, false]);
  });

  it('should not be, if it once had read everything', () => {
    const one = rate();
    expect(one.isTooSlow(0, 50, 0)).toBe(false);
    expect(one.isTooSlow(50, 0, 9_000)).toBe(false);
    expect(one.isTooSlow(50, 50, 10_000)).toBe(false);
    expect(one.isTooSlow(50, 50, 19_999)).toBe(false);
    expect(one.isTooSlow(50, 50, 20_000)).toBe(true);
  });

  it('should have the time for one large write at that rate', () => {
    const one = rate();
    // 5,000 bytes take 50 s at 100 bytes a second.
    expect([0, 10_000, 49_999].map((at) => one.isTooSlow(0, 5_000, at))).toEqual([false, false, false]);
    expect(one.isTooSlow(0, 5_000, 50_000)).toBe(true);
  });
});
