import type { BenchOptions, Report } from '../bench';
import { type Measured, ratiosOf, sidesTable } from '../contenders';

/** One kind of mutation at one number of callers. */
export interface Part {
  readonly name: string;
  readonly clients: number;
  readonly sides: readonly Measured[];
}

export interface Results {
  readonly options: BenchOptions;
  readonly machine: Readonly<Record<string, string>>;
  readonly parts: readonly Part[];
  readonly findings: readonly string[];
}

export function reportOf({ options, machine, parts, findings }: Results): Report {
  const { seconds, rounds } = options;
  const text = [
    `mutations: ${String(rounds)} rounds of ${String(seconds)} s a side, medians`,
    Object.values(machine).join(' · '),
    ...parts.flatMap(({ name, clients, sides }) => [
      '',
      `${name}, ${String(clients)} callers`,
      sidesTable('calls/s', sides),
    ]),
    '',
    ...(findings.length === 0 ? ['the audit finds nothing'] : findings.map((finding) => `FINDING ${finding}`)),
  ].join('\n');
  return {
    text,
    figures: { bench: 'mutations', machine, options: { seconds, rounds }, parts, findings },
    ratios: parts.flatMap(({ name, clients, sides }) => ratiosOf(`${name}, ${String(clients)} callers`, sides)),
    sound: findings.length === 0,
  };
}
