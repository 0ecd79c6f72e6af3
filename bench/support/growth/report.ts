import type { Report } from '../bench';
import { latency, median, table } from '../stats';
import { BOUNDED } from './reads';

/** What was measured in one database, round by round, all sizes in turns. */
export interface Grown {
  readonly copies: number;
  readonly postings: number;
  readonly trades: number;
  readonly listings: number;
  readonly bytes: number;
  /** Milliseconds of every call, by its name. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  readonly scanned: readonly string[];
  readonly broken: readonly string[];
}

const FIRST = 2;
const GOAL = 1.2;

export function reportOf(grown: readonly Grown[], machine: Readonly<Record<string, string>>, rounds: number): Report {
  const [smallest] = grown;
  if (!smallest) throw new Error('a smallest size');
  const names = [...smallest.calls.keys()];
  const p50 = (size: Grown, name: string): number => median(size.calls.get(name) ?? []);
  const ratio = (size: Grown, name: string): number => p50(size, name) / p50(smallest, name);
  const rows = names.map((name) => [
    name,
    ...grown.map((size) => p50(size, name).toFixed(1)),
    ...grown.slice(1).map((size) => ratio(size, name).toFixed(2)),
  ]);
  const head = [
    'p50, ms',
    ...grown.map(({ postings }) => short(postings)),
    ...grown.slice(1).map(({ postings }) => `${short(postings)} to smallest`),
  ];
  const sizes = grown.map(
    ({ postings, trades, listings, bytes }) =>
      `${short(postings)} postings: ${short(trades)} trades, ${short(listings)} listings, ${(bytes / 1e6).toFixed(0)} MB`,
  );
  const faults = grown.flatMap(({ postings, scanned, broken }) => [
    ...scanned.map((name) => `${short(postings)} postings: read from end to end: ${name}`),
    ...broken,
  ]);
  const text = [
    `growth: ${String(rounds)} rounds of one caller, all sizes in turns; medians`,
    Object.values(machine).join(' · '),
    ...sizes,
    '',
    table([head, ...rows]),
    '',
    `not compared, because a larger database answers more of it, up to a bound of its own: ${[...BOUNDED].join(', ')}`,
    faults.length === 0
      ? 'no large table was read from end to end; the books are sound'
      : faults.map((fault) => `FAULT ${fault}`).join('\n'),
  ].join('\n');
  const figures = grown.map(({ calls, ...size }) => ({
    ...size,
    calls: Object.fromEntries([...calls].map(([name, took]) => [name, latency(took)])),
  }));
  const ratios = grown.slice(1).map((size) => ({
    against: `every operation at ${short(size.postings)} postings: its own time at ${short(smallest.postings)} (least of all)`,
    ratio: 1 / Math.max(...names.filter((name) => !BOUNDED.has(name)).map((name) => ratio(size, name))),
    first: 1 / FIRST,
    goal: 1 / GOAL,
  }));
  return { text, figures: { bench: 'growth', machine, figures }, ratios, sound: faults.length === 0 };
}

function short(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e3 ? `${(count / 1e3).toFixed(1)} k` : String(count);
}
