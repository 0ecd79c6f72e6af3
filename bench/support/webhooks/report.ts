import type { BenchOptions, Report } from '../bench';
import type { CpuUse } from '../cpu';
import { latency, median, table } from '../stats';

export interface Round {
  readonly webhooks: number;
  readonly seconds: number;
  readonly cpu: CpuUse | undefined;
}

export interface Measured {
  readonly options: BenchOptions;
  readonly machine: Readonly<Record<string, string>>;
  readonly endpoints: number;
  readonly rounds: Readonly<Record<'ours' | 'numbered' | 'bare', readonly Round[]>>;
  readonly latencyMs: readonly number[];
  /** Deliveries that are not `delivered` in the end: none may be. */
  readonly unacknowledged: number;
}

const rate = ({ webhooks, seconds }: Round): number => webhooks / seconds;

export function reportOf({ options, machine, endpoints, rounds, latencyMs, unacknowledged }: Measured): Report {
  const toBare = (side: readonly Round[]): number[] =>
    side.map((round, index) => rate(round) / rate(rounds.bare[index] ?? round));
  const ratios = toBare(rounds.ours);
  const used = (side: readonly Round[], who: 'database' | 'server'): number =>
    median(side.flatMap(({ cpu, webhooks }) => (cpu ? [cpu[who] / webhooks] : [])));
  const figures = {
    ours: median(rounds.ours.map(rate)),
    bare: median(rounds.bare.map(rate)),
    numbered: median(rounds.numbered.map(rate)),
    ratio: median(ratios),
    numberedRatio: median(toBare(rounds.numbered)),
    ratios,
    cpuMsPerWebhook: {
      database: used(rounds.ours, 'database'),
      server: used(rounds.ours, 'server'),
      databaseNumbered: used(rounds.numbered, 'database'),
      serverNumbered: used(rounds.numbered, 'server'),
      bare: used(rounds.bare, 'server'),
    },
    latencyMs: latency(latencyMs),
    unacknowledged,
  };
  const { p50, p95, p99 } = figures.latencyMs;
  const text = [
    `webhooks: ${String(options.rounds)} rounds of ${String(rounds.ours[0]?.webhooks ?? 0)} to ${String(endpoints)} endpoints, medians`,
    Object.values(machine).join(' · '),
    '',
    table([
      ['', 'webhooks/s', 'to bare', 'CPU ms: server', 'database'],
      [
        'ours: claimed, sent, acknowledged',
        figures.ours.toFixed(0),
        figures.ratio.toFixed(2),
        figures.cpuMsPerWebhook.server.toFixed(2),
        figures.cpuMsPerWebhook.database.toFixed(2),
      ],
      [
        'ours, and numbered before',
        figures.numbered.toFixed(0),
        figures.numberedRatio.toFixed(2),
        figures.cpuMsPerWebhook.serverNumbered.toFixed(2),
        figures.cpuMsPerWebhook.databaseNumbered.toFixed(2),
      ],
      ['bare undici pool, HMAC', figures.bare.toFixed(0), '', figures.cpuMsPerWebhook.bare.toFixed(2), ''],
    ]),
    '',
    `committed to received, one at a time: p50 ${String(p50)} ms, p95 ${String(p95)} ms, p99 ${String(p99)} ms`,
    unacknowledged === 0
      ? 'every delivery was acknowledged'
      : `${String(unacknowledged)} deliveries were not acknowledged`,
  ].join('\n');
  const against = [
    { against: 'webhooks: bare undici pool', ratio: figures.ratio, first: 0.3, goal: 0.55 },
    { against: 'webhooks, numbered as well: bare undici pool', ratio: figures.numberedRatio },
  ];
  return { text, figures: { bench: 'webhooks', machine, ...figures }, ratios: against, sound: unacknowledged === 0 };
}
