import type { Report } from '../bench';
import { latency, logarithmic, table } from '../stats';
import type { Plans } from './plans';
import { type Shape, sizes } from './shapes';

export interface Measured {
  readonly shape: Shape;
  readonly size: number;
  /** Milliseconds of each run. */
  readonly took: readonly number[];
  /** Milliseconds of the same SQL from Node alone. */
  readonly tookSql: readonly number[];
  readonly plans: Plans;
  readonly findings: readonly string[];
}

const HEAD = [
  '',
  'listings',
  'p50',
  'p95',
  'to 1 k',
  'same SQL, p50',
  'to it',
  'compared',
  'statements',
  'rows',
  'blocks',
  'scans',
];

export function reportOf(measured: readonly Measured[], where: Readonly<Record<string, string>>, runs: number): Report {
  const rows = measured.map(({ shape, size, took, tookSql, plans }) => {
    const base = measured.find((one) => one.shape === shape && one.size === sizes[0]);
    const { p50, p95 } = latency(took);
    const floor = latency(tookSql).p50;
    const ratio = p50 / latency(base?.took ?? []).p50;
    return { shape: shape.name, listings: size, p50, p95, ratio, floor, toFloor: floor / p50, ...plans };
  });
  const findings = [...measured.flatMap((one) => one.findings), ...rows.flatMap(findingsOf)];
  const text = [
    `match-runs: ${String(runs)} signed runs in each market, one after the other, of 10 proposals; milliseconds, medians`,
    Object.values(where).join(' · '),
    '',
    table([
      HEAD,
      ...rows.map((row) => [
        row.shape,
        row.listings.toLocaleString('en'),
        row.p50.toFixed(1),
        row.p95.toFixed(1),
        row.ratio.toFixed(2),
        row.floor.toFixed(1),
        row.toFloor.toFixed(2),
        String(row.considered),
        String(row.statements),
        String(row.rows),
        String(row.blocks),
        row.scans.join(', '),
      ]),
    ]),
    '',
    ...(findings.length === 0
      ? [
          'every run made its proposals; what a search found is on top of the whole market, ranked; nothing grew faster than logarithmically',
        ]
      : findings.map((finding) => `FINDING ${finding}`)),
  ].join('\n');
  const ratios = rows
    .filter(({ ratio }) => ratio !== 1)
    .flatMap(({ shape, listings, ratio, toFloor }) => {
      const what = `match run, ${shape}, ${listings.toLocaleString('en')} listings`;
      return [
        { against: `${what}: its own speed at 1,000 listings`, ratio: 1 / ratio, first: 1 / 3, goal: 1 / 1.5 },
        { against: `${what}: the same SQL from Node`, ratio: toFloor },
      ];
    });
  const figures = { bench: 'match-runs', machine: where, runs, rows, findings };
  return { text, figures, ratios, sound: findings.length === 0 };
}

/** Findings of a market: a run that grows faster than the logarithm of its size, or that scans a whole table. */
function findingsOf(row: { shape: string; listings: number; ratio: number; scans: readonly string[] }): string[] {
  const what = `${row.shape}, ${row.listings.toLocaleString('en')} listings`;
  return [
    ...(row.ratio > logarithmic(sizes[0], row.listings) ? [`${what}: grows faster than logarithmically`] : []),
    ...(row.listings > sizes[0] && row.scans.includes('Seq Scan') ? [`${what}: a table is read from end to end`] : []),
  ];
}
