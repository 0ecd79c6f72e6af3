import type { BenchOptions, Report } from '../bench';
import type { CpuUse } from '../cpu';
import { type Latency, latency, median, table } from '../stats';

export interface Round {
  readonly webhooks: number;
  readonly seconds: number;
  readonly cpu: CpuUse | undefined;
}

export type Rounds = Readonly<Record<'ours' | 'floor' | 'numbered' | 'bare', readonly Round[]>>;

export interface Measured {
  readonly options: BenchOptions;
  readonly machine: Readonly<Record<string, string>>;
  readonly endpoints: number;
  readonly rounds: Rounds;
  /** Milliseconds from an event's commit to its webhook. */
  readonly latencyMs: readonly number[];
  /** Milliseconds from the checkpoint that ends a trade to the webhook about it. */
  readonly endedMs: readonly number[];
  /** Deliveries in each database that are not `delivered` at the end. There must be none. */
  readonly unacknowledged: { readonly ours: number; readonly floor: number };
}

const FLOOR = 'the same SQL, sent by a bare pool';

const rate = ({ webhooks, seconds }: Round): number => webhooks / seconds;

function figuresOf({ rounds, latencyMs, endedMs, unacknowledged }: Measured) {
  const to = (other: keyof Rounds, side: keyof Rounds = 'ours'): number[] =>
    rounds[side].map((round, index) => rate(round) / rate(rounds[other][index] ?? round));
  const used = (side: keyof Rounds, who: 'database' | 'server'): number =>
    median(rounds[side].flatMap(({ cpu, webhooks }) => (cpu ? [cpu[who] / webhooks] : [])));
  const ratios = to('bare');
  const floorRatios = to('floor');
  return {
    ours: median(rounds.ours.map(rate)),
    floor: median(rounds.floor.map(rate)),
    bare: median(rounds.bare.map(rate)),
    numbered: median(rounds.numbered.map(rate)),
    ratio: median(ratios),
    numberedRatio: median(to('bare', 'numbered')),
    floorRatio: median(floorRatios),
    floorToBare: median(to('bare', 'floor')),
    ratios,
    floorRatios,
    cpuMsPerWebhook: {
      database: used('ours', 'database'),
      server: used('ours', 'server'),
      databaseNumbered: used('numbered', 'database'),
      serverNumbered: used('numbered', 'server'),
      databaseFloor: used('floor', 'database'),
      floor: used('floor', 'server'),
      bare: used('bare', 'server'),
    },
    latencyMs: latency(latencyMs),
    endedMs: latency(endedMs),
    unacknowledged: unacknowledged.ours,
    unacknowledgedFloor: unacknowledged.floor,
  };
}

function tableOf(figures: ReturnType<typeof figuresOf>): string {
  const { cpuMsPerWebhook: cpu, numbered } = figures;
  // Undefined values give empty cells.
  const row = (title: string, perSecond: number, ...others: (number | undefined)[]): string[] => [
    title,
    perSecond.toFixed(0),
    ...others.map((value) => value?.toFixed(2) ?? ''),
  ];
  return table([
    ['', 'webhooks/s', 'to bare', 'ours/this', 'CPU ms: server', 'database'],
    row('ours: claimed, sent, acknowledged', figures.ours, figures.ratio, undefined, cpu.server, cpu.database),
    row(
      'ours, and numbered before',
      numbered,
      figures.numberedRatio,
      undefined,
      cpu.serverNumbered,
      cpu.databaseNumbered,
    ),
    row(FLOOR, figures.floor, figures.floorToBare, figures.floorRatio, cpu.floor, cpu.databaseFloor),
    row('bare undici pool, HMAC', figures.bare, undefined, figures.ratio, cpu.bare, undefined),
  ]);
}

export function reportOf(measured: Measured): Report {
  const { options, machine, endpoints, rounds } = measured;
  const figures = figuresOf(measured);
  const tails = ({ p50, p95, p99 }: Latency): string =>
    `p50 ${String(p50)} ms, p95 ${String(p95)} ms, p99 ${String(p99)} ms`;
  const missing = figures.unacknowledged + figures.unacknowledgedFloor;
  const text = [
    `webhooks: ${String(options.rounds)} rounds of ${String(rounds.ours[0]?.webhooks ?? 0)} to ${String(endpoints)} endpoints, medians`,
    Object.values(machine).join(' · '),
    '',
    tableOf(figures),
    '',
    `committed to received, one at a time: ${tails(figures.latencyMs)}`,
    `checkpoint to the webhook of its trade's end, one at a time: ${tails(figures.endedMs)}`,
    missing === 0 ? 'every delivery was acknowledged' : `${String(missing)} deliveries were not acknowledged`,
  ].join('\n');
  const ratios = [
    { against: `webhooks: ${FLOOR}`, ratio: figures.floorRatio },
    { against: 'webhooks: bare undici pool', ratio: figures.ratio, first: 0.3, goal: 0.55 },
    { against: 'webhooks, numbered as well: bare undici pool', ratio: figures.numberedRatio },
  ];
  return { text, figures: { bench: 'webhooks', machine, ...figures }, ratios, sound: missing === 0 };
}
