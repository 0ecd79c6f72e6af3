import type { CpuUse } from './cpu';

/** What the command line hands every bench. */
export interface BenchOptions {
  /** Of each measured round. */
  readonly seconds: number;
  /** Rounds of each side, taken in turns; figures are medians. */
  readonly rounds: number;
  /** Callers at once, each waiting for its answer before it goes on. */
  readonly clients: number;
  /** Of one view; half as many where every principal has one. */
  readonly sockets: number;
  /** How often the small database is copied into each of the larger ones. */
  readonly copies: readonly number[];
  /** Folder for a CPU profile of the server. */
  readonly profileTo: string | undefined;
  /** Progress, for people; the report is what counts. */
  readonly note: (line: string) => void;
}

/** Ours against something else, in one run; more is better. `first` and `goal` are what is aimed at. */
export interface Ratio {
  readonly against: string;
  readonly ratio: number;
  readonly first?: number | undefined;
  readonly goal?: number | undefined;
}

export interface Report {
  readonly text: string;
  /** The same as JSON. */
  readonly figures: unknown;
  /** Left out where nothing else was measured. */
  readonly ratios?: readonly Ratio[];
  /** Whether what was measured was also right: a bench that loses a stamp has measured nothing. */
  readonly sound: boolean;
}

export interface Bench {
  readonly about: string;
  run(options: BenchOptions): Promise<Report>;
}

/** What one side did in one round. */
export interface Round {
  readonly trades: number;
  readonly seconds: number;
  /** Milliseconds of every call, by its name. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  readonly cpu?: CpuUse | undefined;
}

/**
 * How long each side is asked before anything is measured. A server lives for weeks; V8 compiles for the first ten seconds of
 * load or so, ours as well as the peers' code, and who is measured then is measured at two thirds of what it does from then on.
 */
export function warmUpSeconds({ seconds }: Pick<BenchOptions, 'seconds'>): number {
  return 2 * seconds;
}

/** Runs `life` again and again in `clients` callers until the time is over; every life begun is brought to its end. */
export async function drive(
  clients: number,
  seconds: number,
  life: (client: number, timed: Timed) => Promise<boolean>,
): Promise<Round> {
  const calls = new Map<string, number[]>();
  const timed: Timed = async (name, call) => {
    const from = performance.now();
    const result = await call();
    const took = performance.now() - from;
    const durations = calls.get(name);
    if (durations) durations.push(took);
    else calls.set(name, [took]);
    return result;
  };
  const start = performance.now();
  let trades = 0;
  const caller = async (client: number): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      if (!(await life(client, timed))) return;
      trades += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => caller(client)));
  return { trades, seconds: (performance.now() - start) / 1000, calls };
}

export type Timed = <T>(name: string, call: () => Promise<T>) => Promise<T>;
