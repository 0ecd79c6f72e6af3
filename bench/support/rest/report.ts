import type { BenchOptions, Report, Round } from '../bench';
import { latency, median, table } from '../stats';
import { type Side, sides } from './ask';

/** Result of one view, round by round. The sides take turns. */
export interface Measured {
  readonly view: string;
  readonly rounds: Readonly<Record<Side, Round[]>>;
  /** Size of an answer. */
  readonly bytes: Readonly<Record<Side, number>>;
  /** Whether both languages gave the same answer. */
  readonly same: boolean;
  /** Whether the floor returned as many rows as REST. */
  readonly sameRows: boolean;
}

export interface Results {
  readonly options: BenchOptions;
  readonly machine: Readonly<Record<string, string>>;
  readonly measured: readonly Measured[];
}

const rate = (round: Round | undefined): number => (round ? round.trades / round.seconds : 0);

function figuresOf({ view, rounds, bytes, same, sameRows }: Measured) {
  const of = (side: Side) => {
    const all = rounds[side];
    const calls = all.flatMap((round) => round.calls.get(side) ?? []);
    const cpu = all.map((round) => (round.cpu ? round.cpu.server / round.trades : NaN));
    return { rate: median(all.map(rate)), ...latency(calls), cpuMs: median(cpu), bytes: bytes[side] };
  };
  const each = { graphql: of('graphql'), rest: of('rest'), floor: of('floor') };
  const restTo = (side: Side) => {
    const ratios = rounds.rest.map((round, index) => rate(round) / rate(rounds[side][index]));
    return { ratios, ratio: median(ratios), cpuRatio: each[side].cpuMs / each.rest.cpuMs };
  };
  return { view, ...each, ...restTo('graphql'), toFloor: restTo('floor'), same, sameRows };
}

type Figures = ReturnType<typeof figuresOf>;

const NAMES: Readonly<Record<Side, string>> = {
  graphql: 'graphql',
  rest: 'rest',
  floor: 'floor: the same SQL behind plain Fastify',
};

function rowsOf(figure: Figures): string[][] {
  const against: Readonly<Record<Side, string[]>> = {
    graphql: [figure.ratio, figure.cpuRatio].map((ratio) => ratio.toFixed(2)),
    rest: ['', ''],
    floor: [figure.toFloor.ratio, figure.toFloor.cpuRatio].map((ratio) => ratio.toFixed(2)),
  };
  return sides.map((side) => {
    const { rate: reads, p50, p95, cpuMs, bytes } = figure[side];
    const numbers = [reads.toFixed(1), p50.toFixed(1), p95.toFixed(1), cpuMs.toFixed(2), String(bytes)];
    return [`${figure.view}, ${NAMES[side]}`, ...numbers, ...against[side]];
  });
}

/** Describes what was wrong. Empty if nothing was. */
function findingsOf(figures: readonly Figures[]): string[] {
  return figures.flatMap(({ view, same, sameRows }) => [
    ...(same ? [] : [`FINDING not the same in both languages: ${view}`]),
    ...(sameRows ? [] : [`FINDING the floor has other rows: ${view}`]),
  ]);
}

export function reportOf({ options, machine, measured }: Results): Report {
  const figures = measured.map(figuresOf);
  const findings = findingsOf(figures);
  const byRound = (ratios: readonly number[]): string => ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  const text = [
    `rest: reads of ${String(options.clients)} callers, ours signed, ${String(options.rounds)} rounds of ${String(options.seconds)} s each, in turns; medians`,
    Object.values(machine).join(' · '),
    '',
    table([
      ['', 'reads/s', 'p50 ms', 'p95 ms', 'server CPU ms', 'bytes', 'REST to this', 'by CPU'],
      ...figures.flatMap(rowsOf),
    ]),
    '',
    ...figures.flatMap(({ view, ratios, toFloor }) => [
      `${view}, REST to GraphQL by round: ${byRound(ratios)}`,
      `${view}, REST to the floor by round: ${byRound(toFloor.ratios)}`,
    ]),
    ...(findings.length === 0 ? ['both languages answered the same, and the floor as many rows'] : findings),
  ].join('\n');
  const ratios = figures.flatMap(({ view, ratio, toFloor }) => [
    { against: `REST ${view}: the same through GraphQL`, ratio, first: 0.9, goal: 1.1 },
    { against: `REST ${view}: the same SQL behind plain Fastify`, ratio: toFloor.ratio },
  ]);
  return { text, figures: { bench: 'rest', machine, figures }, ratios, sound: findings.length === 0 };
}
