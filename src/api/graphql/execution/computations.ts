import { answerTurns } from '../../work/turns';

/** Time of the computations in one turn of the event loop. A computation takes up to 1 ms. */
const SLICE_MS = 2;

interface Computation {
  /** Returns a function that continues with the value. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** Runs a job after all promises that are resolved now have continued. */
export function afterPromiseJobs(job: () => void): void {
  void Promise.resolve().then(() => {
    process.nextTick(job);
  });
}

/**
 * Computes values of one answer, such as acts and previews, in turns of the event loop.
 *
 * Values that are requested at the same time continue together, when the last one is computed. So the loaders of the fields
 * below still read the rows of one level in one statement.
 */
export class Computations {
  private waiting: Computation[] = [];
  private isRunning = false;

  /** @param check throws if the request has ended */
  constructor(private readonly check: () => void) {}

  compute<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): (() => void) => {
        const value = work();
        return () => {
          resolve(value);
        };
      };
      this.waiting.push({ run, reject });
      if (this.isRunning) return;
      this.isRunning = true;
      afterPromiseJobs(() => void this.runGroups());
    });
  }

  /** Those that are requested meanwhile are the next group. */
  private async runGroups(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      for (const proceed of await this.run(group)) proceed();
    }
    this.isRunning = false;
  }

  /** Returns how each computation continues. */
  private async run(group: readonly Computation[]): Promise<(() => void)[]> {
    const continuations: (() => void)[] = [];
    let sliceStart = performance.now();
    for (const { run, reject } of group) {
      try {
        if (performance.now() - sliceStart > SLICE_MS) {
          await answerTurns.next();
          sliceStart = performance.now();
        }
        this.check();
        continuations.push(run());
      } catch (error) {
        continuations.push(() => {
          reject(error);
        });
      }
    }
    return continuations;
  }
}
