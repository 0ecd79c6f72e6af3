import type { BenchOptions, Report, Round } from '../bench';
import { latency, median, table } from '../stats';
import { type Language, languages } from './ask';

/** What was measured of one view: round by round, both languages in turns. */
export interface Measured {
  readonly view: string;
  readonly rounds: Readonly<Record<Language, Round[]>>;
  readonly bytes: Readonly<Record<Language, number>>;
  readonly same: boolean;
}

export interface Results {
  readonly options: BenchOptions;
  readonly machine: Readonly<Record<string, string>>;
  readonly measured: readonly Measured[];
}

const rate = (round: Round | undefined): number => (round ? round.trades / round.seconds : 0);

function figuresOf({ view, rounds, bytes, same }: Measured) {
  const of = (language: Language) => {
    const all = rounds[language];
    const calls = all.flatMap((round) => round.calls.get(language) ?? []);
    const cpu = all.map((round) => (round.cpu ? round.cpu.server / round.trades : NaN));
    return { rate: median(all.map(rate)), ...latency(calls), cpuMs: median(cpu), bytes: bytes[language] };
  };
  const ratios = rounds.rest.map((round, index) => rate(round) / rate(rounds.graphql[index]));
  const both = { graphql: of('graphql'), rest: of('rest') };
  const cpuRatio = both.graphql.cpuMs / both.rest.cpuMs;
  return { view, ...both, ratios, ratio: median(ratios), cpuRatio, same };
}

export function reportOf({ options, machine, measured }: Results): Report {
  const figures = measured.map(figuresOf);
  const rows = figures.flatMap((figure) =>
    languages.map((language) => {
      const { rate: reads, p50, p95, cpuMs, bytes } = figure[language];
      const numbers = [reads.toFixed(1), p50.toFixed(1), p95.toFixed(1), cpuMs.toFixed(2), String(bytes)];
      const against = language === 'rest' ? [figure.ratio.toFixed(2), figure.cpuRatio.toFixed(2)] : ['', ''];
      return [`${figure.view}, ${language}`, ...numbers, ...against];
    }),
  );
  const different = figures.filter(({ same }) => !same).map(({ view }) => view);
  const text = [
    `rest: signed reads of ${String(options.clients)} callers, ${String(options.rounds)} rounds of ${String(options.seconds)} s each, in turns; medians`,
    Object.values(machine).join(' · '),
    '',
    table([['', 'reads/s', 'p50 ms', 'p95 ms', 'server CPU ms', 'bytes', 'to GraphQL', 'by CPU'], ...rows]),
    '',
    ...figures.map(({ view, ratios }) => `${view}, by round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`),
    different.length === 0 ? 'both languages answered the same' : `FAULT not the same: ${different.join(', ')}`,
  ].join('\n');
  const ratios = figures.map(({ view, ratio }) => ({
    against: `REST ${view}: the same through GraphQL`,
    ratio,
    first: 0.9,
    goal: 1.1,
  }));
  return { text, figures: { bench: 'rest', machine, figures }, ratios, sound: different.length === 0 };
}
