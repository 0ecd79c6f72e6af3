import { assess, offenders } from '../report/assess';
import { chart } from '../report/chart';
import type { Result } from '../report/result';
import { report } from '../report/text';
import { simulate } from '../run';
import { small } from './support';

jest.setTimeout(240_000);

describe('a small simulation', () => {
  let first: Result;
  let again: Result;
  let other: Result;

  beforeAll(async () => {
    first = await simulate(small(7));
    again = await simulate(small(7));
    other = await simulate(small(8));
  });

  test('the same seed gives the same report and the same chart, byte for byte', () => {
    expect(report(again)).toBe(report(first));
    expect(chart(again)).toBe(chart(first));
    expect(again).toEqual(first);
  });

  test('another seed gives another report', () => {
    expect(other.holders).not.toEqual(first.holders);
    expect(report(other).split('\n').slice(2)).not.toEqual(report(first).split('\n').slice(2));
  });

  test('trades are made, kept and broken, and all are settled', () => {
    const made = first.holders.reduce((sum, { trades }) => sum + trades, 0) / 2;
    expect(made).toBeGreaterThan(5);
    expect(first.settled).toHaveLength(made);
    expect(first.settled.some(({ failureClass }) => failureClass === null)).toBe(true);
    expect(first.settled.some(({ failureClass }) => failureClass !== null)).toBe(true);
    expect(first.holders.some(({ gains }) => gains.length > 0)).toBe(true);
  });

  // @id simulation-books
  test('the audit is clean afterwards, nothing is held, and every stamp is accounted for', () => {
    for (const { findings, accounts } of [first, other]) {
      expect(findings).toEqual([]);
      const of = new Map(accounts);
      expect([of.get('trade_bond'), of.get('trade_escrow')]).toEqual([0, 0]);
      expect(accounts.reduce((sum, [, stamps]) => sum + stamps, 0)).toBe(0);
    }
  });

  test('the holders’ gains plus the platform’s income equal zero', () => {
    for (const { holders, accounts, victims } of [first, other]) {
      const of = new Map(accounts);
      const gained = holders.reduce((sum, { stamps }) => sum + stamps, victims);
      expect(gained).toBe(-((of.get('platform_fee') ?? 0) + (of.get('slash_pool') ?? 0)));
    }
  });

  // @id simulation-honest-pairs
  test('if both sides keep their word, both get exactly what the model says', () => {
    for (const { honestTrades } of [first, other]) {
      expect(honestTrades.trades).toBeGreaterThan(0);
      expect(honestTrades.off).toBe(0);
    }
  });

  test('no strategy profits from breaking its word', () => {
    expect(offenders(assess(first))).toEqual([]);
    expect(offenders(assess(other))).toEqual([]);
    expect(report(first)).toContain('No strategy profits from breaking its word.');
  });

  test('a manipulated result is detected and names the strategy', () => {
    const cheat = first.holders.find(({ gains }) => gains.length > 0);
    const holders = first.holders.map((one) => (one === cheat ? { ...one, gains: [...one.gains, 1_000_000] } : one));
    const doctored = { ...first, holders };
    expect(offenders(assess(doctored)).map(({ name }) => name)).toEqual([cheat?.strategy]);
    expect(report(doctored)).toContain(`PROFITS from breaking its word: ${cheat?.strategy ?? ''}.`);
  });
});
