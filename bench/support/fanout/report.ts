import type { BenchOptions, Report } from '../bench';
import { latency, median, table } from '../stats';
import type { Round } from './rounds';
import { type Name, onEachSide, type Sides, SIDES, TITLES } from './contenders';

export interface Measured {
  readonly name: string;
  readonly sockets: number;
  readonly rounds: Sides<readonly Round[]>;
  /** Latency in milliseconds. */
  readonly latency: Sides<readonly number[]>;
  /** Resident memory of the server per socket. */
  readonly bytes: Sides<number>;
}

export interface Fanout {
  readonly options: BenchOptions;
  readonly machine: Readonly<Record<string, string>>;
  readonly together: Measured;
  readonly apart: Measured;
}

function rates(rounds: readonly Round[]): number[] {
  return rounds.map(({ deliveries, seconds }) => deliveries / seconds);
}

/** Microseconds of the process's CPU per delivery. */
function cpu(rounds: readonly Round[], who: 'server' | 'database' | 'generator'): number {
  return median(rounds.flatMap((round) => (round.cpu ? [(round.cpu[who] * 1000) / round.deliveries] : [])));
}

function figuresOf({ sockets, rounds, latency: took, bytes }: Measured) {
  const own = rates(rounds.ours);
  const side = (name: Name) => ({
    deliveriesPerSecond: median(rates(rounds[name])),
    rounds: rates(rounds[name]),
    cpuMicrosPerDelivery: {
      server: cpu(rounds[name], 'server'),
      database: name === 'bare' ? 0 : cpu(rounds[name], 'database'),
      generator: cpu(rounds[name], 'generator'),
    },
    latencyMs: latency(took[name]),
    bytesPerSocket: Math.round(bytes[name]),
  });
  const sides = { ours: side('ours'), floor: side('floor'), bare: side('bare') };
  const ratio = onEachSide(rounds, (others) => {
    const theirs = rates(others);
    return median(own.map((rate, index) => rate / (theirs[index] ?? Infinity)));
  });
  return { sockets, ratio, ...sides };
}

export function reportOf({ options, machine, together, apart }: Fanout): Report {
  const { seconds, rounds } = options;
  const figures = { together: figuresOf(together), apart: figuresOf(apart) };
  const text = [
    `fanout: ${String(rounds)} rounds of ${String(seconds)} s a side, medians`,
    Object.values(machine).join(' · '),
    ...section(
      `one event to ${String(together.sockets)} sockets of one view; ms: from telling to the last socket`,
      figures.together,
    ),
    ...section(
      `${String(apart.sockets)} principals, a socket each, every event to two; ms: at 200 events/s, to each socket`,
      figures.apart,
    ),
  ].join('\n');
  const ratios = [
    { against: `fan-out, one view: ${TITLES.floor}`, ratio: figures.together.ratio.floor },
    { against: 'fan-out, one view: bare ws', ratio: figures.together.ratio.bare, first: 0.3, goal: 0.9 },
    { against: `fan-out, two of many: ${TITLES.floor}`, ratio: figures.apart.ratio.floor },
    { against: 'fan-out, two of many: bare ws', ratio: figures.apart.ratio.bare, first: 0.5, goal: 0.9 },
  ];
  return { text, figures: { bench: 'fanout', machine, options: { seconds, rounds }, ...figures }, ratios, sound: true };
}

function section(title: string, figures: ReturnType<typeof figuresOf>): string[] {
  const head = [
    '',
    'deliveries/s',
    'ours/this',
    'CPU µs: server',
    'database',
    'teller',
    'p50 ms',
    'p95',
    'p99',
    'bytes a socket',
  ];
  const rows = SIDES.map((side) => {
    const { deliveriesPerSecond, cpuMicrosPerDelivery: used, latencyMs, bytesPerSocket } = figures[side];
    return [
      TITLES[side],
      deliveriesPerSecond.toFixed(0),
      side === 'ours' ? '' : figures.ratio[side].toFixed(3),
      ...[used.server, used.database, used.generator].map((micros) => micros.toFixed(1)),
      ...[latencyMs.p50, latencyMs.p95, latencyMs.p99].map((ms) => ms.toFixed(1)),
      String(bytesPerSocket),
    ];
  });
  return ['', title, table([head, ...rows])];
}
