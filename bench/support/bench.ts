import type { CpuUse } from './cpu';

/** Options of the command line for every bench. */
export interface BenchOptions {
  /** Duration of each measured round. */
  readonly seconds: number;
  /** Rounds of each side, taken in turns. Figures are medians. */
  readonly rounds: number;
  /** Concurrent callers. Each waits for its answer before its next call. */
  readonly clients: number;
  /** Sockets of one view. Views with one socket per principal use half as many. */
  readonly sockets: number;
  /** Number of copies of the small database in each larger one. */
  readonly copies: readonly CopiesOption[];
  /** Folder for a CPU profile of the server. */
  readonly profileTo: string | undefined;
  /** Folder of another built clone, for the comparison of versions. */
  readonly against: string | undefined;
  /** Shows progress to people. It is not part of the report. */
  readonly note: (line: string) => void;
}

/** Size of a database of the growth bench. */
export interface CopiesOption {
  /** Copies of all rows, as rows of other principals. */
  readonly worlds: number;
  /** Copies of the history of the measured principals, as their own. */
  readonly histories: number | undefined;
}

/** Ratio of the service to something else in one run; more is better. `first` and `goal` are the targets. */
export interface Ratio {
  readonly against: string;
  readonly ratio: number;
  readonly first?: number | undefined;
  readonly goal?: number | undefined;
}

export interface Report {
  readonly text: string;
  /** Figures of the report as JSON. */
  readonly figures: unknown;
  /** Absent if nothing else was measured. */
  readonly ratios?: readonly Ratio[];
  /** Whether the results were also correct. A bench that loses a stamp measures nothing. */
  readonly sound: boolean;
}

export interface Bench {
  readonly about: string;
  run(options: BenchOptions): Promise<Report>;
}

/** Result of one side in one round. */
export interface Round {
  readonly trades: number;
  readonly seconds: number;
  /** Milliseconds of every call, by its name. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  readonly cpu?: CpuUse | undefined;
}

/**
 * Seconds of unmeasured load before the first round. V8 compiles hot code during the first ten seconds of load. A
 * process measured earlier reaches only two thirds of its later rate. This holds for the service and for its peers.
 */
export function warmUpSeconds({ seconds }: Pick<BenchOptions, 'seconds'>): number {
  return 2 * seconds;
}

/** Repeats `life` in `clients` callers until the time is over. A life that has begun always ends. */
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
