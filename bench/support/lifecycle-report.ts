import type { BenchOptions, Report, Round } from './bench';
import { cpuOf } from './contenders';
import type { CpuUse } from './cpu';
import { CALLS } from './effects';
import { latency, median, table } from './stats';

export interface Sides {
  readonly ours: readonly Round[];
  readonly oneCallEach: readonly Round[];
  readonly sameSql: readonly Round[];
}

export interface Measured {
  readonly options: BenchOptions;
  readonly rounds: Sides;
  readonly delays: readonly number[];
  readonly findings: readonly string[];
  readonly machine: Readonly<Record<string, string>>;
}

const TITLES: Readonly<Record<keyof Sides, string>> = {
  ours: 'ours: signed, idempotent GraphQL; settled by the worker',
  oneCallEach: 'floor: the same effects, one PL/pgSQL call each',
  sameSql: 'the same SQL: claim, load, apply, answer, from Node',
};
const SIDES = Object.keys(TITLES) as (keyof Sides)[];

function rates(rounds: readonly Round[]): number[] {
  return rounds.map(({ trades, seconds }) => trades / seconds);
}

/** Medians of the rounds. `ratio` is the median of the ratios of the service to this side within each round. */
function figuresOf({ rounds }: Measured, side: keyof Sides) {
  const own = rates(rounds[side]);
  const ratios = rates(rounds.ours).map((rate, index) => rate / (own[index] ?? Infinity));
  const calls = CALLS.map((call) => {
    const took = rounds[side].flatMap((round) => round.calls.get(call) ?? []);
    return [call, latency(took)] as const;
  }).filter(([, { calls: made }]) => made > 0);
  const cpu = cpuOf(rounds[side]);
  return {
    tradesPerSecond: median(own),
    ratio: median(ratios),
    rounds: own,
    cpuMsPerTrade: cpu,
    latencyMs: Object.fromEntries(calls),
  };
}

export function reportOf(measured: Measured): Report {
  const { seconds, rounds, clients } = measured.options;
  const sides = SIDES.map((side) => [side, figuresOf(measured, side)] as const);
  const settling = latency(measured.delays);
  const figures = {
    bench: 'lifecycle',
    machine: measured.machine,
    options: { seconds, rounds, clients },
    ...Object.fromEntries(sides),
    checkpointToSettledMs: settling,
    findings: measured.findings,
  };
  const head = ['', 'p50', 'p95', 'p99', 'calls'];
  const text = [
    `lifecycle: ${String(clients)} clients, ${String(rounds)} rounds of ${String(seconds)} s a side, medians`,
    Object.values(measured.machine).join(' · '),
    '',
    table([
      ['', 'trades/s', 'ours/this', 'CPU ms a trade: database', 'server', 'generator'],
      ...sides.map(([side, own]) => [
        TITLES[side],
        own.tradesPerSecond.toFixed(1),
        own.ratio.toFixed(3),
        ...cpuCells(own.cpuMsPerTrade),
      ]),
    ]),
    ...sides.flatMap(([side, { latencyMs }]) => [
      '',
      `${side}, ms a call`,
      table([head, ...Object.entries(latencyMs).map(([call, one]) => [`  ${call}`, ...cells(one)])]),
    ]),
    '',
    'checkpoint to settlement, ms',
    table([head, ['  by the worker', ...cells(settling)]]),
    '',
    ...(measured.findings.length === 0
      ? ['every trade was settled once; the audit finds nothing']
      : measured.findings.map((finding) => `FINDING ${finding}`)),
  ].join('\n');
  const { oneCallEach, sameSql } = Object.fromEntries(sides) as Record<keyof Sides, ReturnType<typeof figuresOf>>;
  const ratios = [
    { against: 'lifecycle: floor, one PL/pgSQL call each', ratio: oneCallEach.ratio, first: 0.3, goal: 0.6 },
    { against: 'lifecycle: the same SQL from Node', ratio: sameSql.ratio },
  ];
  return { text, figures, ratios, sound: measured.findings.length === 0 };
}

function cells({ p50, p95, p99, calls }: ReturnType<typeof latency>): string[] {
  return [...[p50, p95, p99].map((value) => value.toFixed(1)), String(calls)];
}

function cpuCells(cpu: CpuUse | undefined): string[] {
  return cpu ? [cpu.database, cpu.server, cpu.generator].map((value) => value.toFixed(1)) : ['', '', ''];
}
