import { type BenchOptions, drive, type Ratio, type Round, warmUpSeconds } from './bench';
import { type CpuUse, cpuUse, difference } from './cpu';
import { type Latency, latency, median, table } from './stats';

/** One way to do the work that is measured. */
export interface Side {
  readonly name: string;
  /** Process of its server; undefined where the bench itself asks PostgreSQL. */
  readonly pid?: number | undefined;
  /** What ours against it should be. */
  readonly first?: number;
  readonly goal?: number;
  /** Before each round, untimed: what this many seconds can use up. */
  prepare?(seconds: number): Promise<void>;
  /** Once, by one of the callers; false: what was prepared is used up, and the round ends early with its true rate. */
  call(client: number): Promise<unknown>;
}

/** What was measured of a side: medians of its rounds; `ratio` is the first side's rate against it, within each round. */
export interface Measured {
  readonly name: string;
  readonly rate: number;
  readonly ratio: number;
  readonly ratios: readonly number[];
  readonly latencyMs: Latency;
  /** Milliseconds a call, by who used them. */
  readonly cpuMs: CpuUse | undefined;
  readonly first?: number | undefined;
  readonly goal?: number | undefined;
}

/**
 * A round of each side after the other, and back in the next, so that what disturbs the machine disturbs all of them.
 * The first side is ours.
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

function cpuOf(rounds: readonly Round[]): CpuUse | undefined {
  const each = rounds.flatMap(({ cpu, trades }) => (cpu ? [{ cpu, trades }] : []));
  if (each.length === 0) return undefined;
  const of = (who: keyof CpuUse): number => median(each.map(({ cpu, trades }) => cpu[who] / trades));
  return { database: of('database'), server: of('server'), generator: of('generator') };
}

/** The sides as a table, ours first. */
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

/** Ours against each of the others. */
export function ratiosOf(what: string, sides: readonly Measured[]): Ratio[] {
  return sides.slice(1).map(({ name, ratio, first, goal }) => ({ against: `${what}: ${name}`, ratio, first, goal }));
}
