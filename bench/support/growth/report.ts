import type { Report } from '../bench';
import { latency, logarithmic, median, table } from '../stats';
import { BOUNDED } from './reads';

type Calls = ReadonlyMap<string, readonly number[]>;

/** Result of one database. All sizes take their rounds in turn. */
export interface Grown {
  readonly copies: string;
  readonly postings: number;
  readonly trades: number;
  readonly listings: number;
  readonly bytes: number;
  /** Milliseconds of every call by its name: of the service, and of the same SQL alone. */
  readonly calls: Calls;
  readonly floor: Calls;
  readonly scanned: readonly string[];
  readonly broken: readonly string[];
}

type Side = 'calls' | 'floor';
const SIDES: readonly Side[] = ['calls', 'floor'];

const FIRST = 2;
const GOAL = 1.2;

export function reportOf(grown: readonly Grown[], machine: Readonly<Record<string, string>>, rounds: number): Report {
  const [smallest] = grown;
  if (!smallest) throw new Error('The report needs at least one size.');
  const names = [...smallest.calls.keys()];
  const p50 = (size: Grown, name: string, of: Side = 'calls'): number => median(size[of].get(name) ?? []);
  const ratio = (size: Grown, name: string, of: Side = 'calls'): number =>
    p50(size, name, of) / p50(smallest, name, of);
  const rows = names.map((name) => [
    name,
    ...grown.map((size) => SIDES.map((of) => p50(size, name, of).toFixed(1)).join(' · ')),
    ...grown.slice(1).map((size) => SIDES.map((of) => ratio(size, name, of).toFixed(2)).join(' · ')),
  ]);
  const head = [
    'p50, ms: ours · the same SQL',
    ...grown.map(({ postings }) => short(postings)),
    ...grown.slice(1).map(({ postings }) => `${short(postings)} to smallest`),
  ];
  const sizes = grown.map(
    ({ postings, trades, listings, bytes }) =>
      `${short(postings)} postings: ${short(trades)} trades, ${short(listings)} listings, ${(bytes / 1e6).toFixed(0)} MB`,
  );
  const compared = names.filter((name) => !BOUNDED.has(name));
  const slow = (size: Grown): string[] =>
    compared.filter((name) => ratio(size, name) > logarithmic(smallest.postings, size.postings));
  const findings = grown.flatMap((size) => findingsOf(size, slow(size)));
  const text = [
    `growth: ${String(rounds)} rounds of one caller, all sizes in turns; medians`,
    Object.values(machine).join(' · '),
    ...sizes,
    '',
    table([head, ...rows]),
    '',
    `not compared, because a larger database answers more of it, up to a bound of its own: ${[...BOUNDED].join(', ')}`,
    findings.length === 0
      ? 'nothing grew faster than logarithmically; no large table was read from end to end; the books balance'
      : findings.map((finding) => `FINDING ${finding}`).join('\n'),
  ].join('\n');
  const figures = grown.map(({ calls, floor, ...size }) => ({
    ...size,
    calls: latencies(calls),
    floor: latencies(floor),
  }));
  const against = (size: Grown, other: string): string =>
    `every operation at ${short(size.postings)} postings: ${other}`;
  const ratios = [
    ...grown.slice(1).map((size) => ({
      against: against(size, `its own time at ${short(smallest.postings)} (slowest operation)`),
      ratio: 1 / Math.max(...compared.map((name) => ratio(size, name))),
      first: 1 / FIRST,
      goal: 1 / GOAL,
    })),
    ...grown.map((size) => ({
      against: against(size, 'the same SQL from Node (median operation)'),
      ratio: median(compared.map((name) => p50(size, name, 'floor') / p50(size, name))),
    })),
  ];
  return { text, figures: { bench: 'growth', machine, figures }, ratios, sound: findings.length === 0 };
}

function findingsOf({ postings, scanned, broken }: Grown, slow: readonly string[]): string[] {
  const where = `${short(postings)} postings`;
  return [
    ...scanned.map((name) => `${where}: read from end to end: ${name}`),
    ...slow.map((name) => `${where}: grows faster than logarithmically: ${name}`),
    ...broken,
  ];
}

function latencies(calls: Calls): object {
  return Object.fromEntries([...calls].map(([name, took]) => [name, latency(took)]));
}

function short(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e3 ? `${(count / 1e3).toFixed(1)} k` : String(count);
}
