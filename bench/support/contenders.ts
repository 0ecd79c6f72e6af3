import { type BenchOptions, drive, type Ratio, type Round, warmUpSeconds } from './bench';
import { type CpuUse, cpuUse, difference } from './cpu';
import { type Latency, latency, median, table } from './stats';

/** One way to do the measured work. */
export interface Side {
  readonly name: string;
  /** Process of its server. Undefined if the bench itself sends SQL to PostgreSQL. */
  readonly pid?: number | undefined;
  /** Target for the ratio of the service to this side. */
  readonly first?: number;
  readonly goal?: number;
  /** Runs before each round, untimed. It prepares work for this many seconds. */
  prepare?(seconds: number): Promise<void>;
  /** Runs once in one of the callers. False means that the prepared work is used up, so the round ends early. */
  call(client: number): Promise<unknown>;
}

/** Medians of the rounds of one side. `ratio` is the rate of the first side divided by this one, within each round. */
export interface Measured {
  readonly name: string;
  readonly rate: number;
  readonly ratio: number;
  readonly ratios: readonly number[];
  readonly latencyMs: Latency;
  /** Milliseconds of CPU per call, by process. */
  readonly cpuMs: CpuUse | undefined;
  readonly first?: number | undefined;
  readonly goal?: number | undefined;
}

/**
 * Runs one round of each side, then again in reverse order, so that a disturbance affects all sides. The first side is
 * the service.
 */
export async function compareSides(
  options: BenchOptions,
  postmaster: number,
  sides: readonly Side[],
): Promise<Measured[]> {
  const rounds = new Map(sides.map((side): [Side, Round[]] => [side, []]));
  const round = (side: Side, seconds: number): Promise<Round> =>
    drive(
      options.clients,
      seconds,
      async (client, timed) => (await timed(side.name, () => side.call(client))) !== false,
    );
  for (const side of sides) {
    const seconds = warmUpSeconds(options);
    await side.prepare?.(seconds);
    await round(side, seconds);
  }
  for (let n = 1; n <= options.rounds; n += 1) {
    for (const side of n % 2 === 1 ? sides : sides.toReversed()) {
      await side.prepare?.(options.seconds);
      const before = cpuUse(postmaster, side.pid);
      const done = await round(side, options.seconds);
      rounds.get(side)?.push({ ...done, cpu: difference(before, cpuUse(postmaster, side.pid)) });
      options.note(`round ${String(n)} ${side.name.padEnd(40)} ${rateOf(done).toFixed(1)}/s`);
    }
  }
  const ours = rounds.get(sides[0] as Side) ?? [];
  return sides.map((side) => measured(side, rounds.get(side) ?? [], ours));
}

function rateOf(round: Round | undefined): number {
  return round ? round.trades / round.seconds : NaN;
}

function measured({ name, first, goal }: Side, rounds: readonly Round[], ours: readonly Round[]): Measured {
  const ratios = rounds.map((round, index) => rateOf(ours[index]) / rateOf(round));
  return {
    name,
    rate: median(rounds.map(rateOf)),
    ratio: median(ratios),
    ratios,
    latencyMs: latency(rounds.flatMap((round) => round.calls.get(name) ?? [])),
    cpuMs: cpuOf(rounds),
    first,
    goal,
  };
}

/** Milliseconds of CPU per trade, median of the rounds. Undefined if it cannot be measured. */
export function cpuOf(rounds: readonly Round[]): CpuUse | undefined {
  const each = rounds.flatMap(({ cpu, trades }) => (cpu ? [{ cpu, trades }] : []));
  if (each.length === 0) return undefined;
  const of = (who: keyof CpuUse): number => median(each.map(({ cpu, trades }) => cpu[who] / trades));
  return { database: of('database'), server: of('server'), generator: of('generator') };
}

/** Formats the sides as a table, the service first. */
export function sidesTable(unit: string, sides: readonly Measured[]): string {
  const target = (value: number | undefined): string => value?.toFixed(2) ?? '';
  return table([
    ['', unit, 'ours/this', 'first', 'goal', 'p50 ms', 'p95', 'p99', 'CPU ms: database', 'server', 'generator'],
    ...sides.map(({ name, rate, ratio, first, goal, latencyMs, cpuMs }, index) => [
      name,
      rate.toFixed(1),
      index === 0 ? '' : ratio.toFixed(2),
      target(first),
      target(goal),
      ...[latencyMs.p50, latencyMs.p95, latencyMs.p99].map((value) => value.toFixed(1)),
      ...(cpuMs ? [cpuMs.database, cpuMs.server, cpuMs.generator].map((value) => value.toFixed(2)) : ['', '', '']),
    ]),
  ]);
}

/** Ratios of the service to each other side. */
export function ratiosOf(what: string, sides: readonly Measured[]): Ratio[] {
  return sides.slice(1).map(({ name, ratio, first, goal }) => ({ against: `${what}: ${name}`, ratio, first, goal }));
}
