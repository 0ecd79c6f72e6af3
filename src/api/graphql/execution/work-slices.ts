import type { RequestBudget } from '../../../operations/context';
import { answerTurns } from '../../work/turns';
import { Computations } from './computations';

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Bytes read and characters answered in one turn of the event loop: 1 to 3 ms of work. */
export const SLICE_VOLUME = 128 * 1024;
/** A query above this volume has a large answer. */
const LARGE_VOLUME = 1024 * 1024;

/** Lets queued promises run before the next statement. */
const afterMicrotasks = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/**
 * Divides the work of a query into turns of the event loop, so that a long answer does not delay other requests.
 * It counts the volume of the request's budget, because the time of a turn also depends on other requests.
 */
export class WorkSlices {
  private readonly waiting: Waiter[] = [];
  private sliceStart = 0;
  private isRunning = false;
  private isAdmitted = false;
  private readonly computations: Computations;
  /** The error that ended the query. */
  failure: unknown;

  /** @param admit waits until the query may have a large answer */
  constructor(
    private readonly budget: RequestBudget,
    private readonly admit: () => Promise<void>,
  ) {
    this.computations = new Computations(() => {
      this.check();
    });
  }

  /** Computes in a later turn if the query has computed for long. */
  compute<T>(work: () => T): Promise<T> {
    return this.computations.compute(work);
  }

  /** @throws Refusal if the request has ended */
  private check(): void {
    try {
      this.budget.check();
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  /** Returns undefined if the work may continue now, else a promise of a later turn. */
  next(): Promise<void> | undefined {
    if (!this.isRunning && this.budget.volume - this.sliceStart < SLICE_VOLUME) return undefined;
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  /** Returns undefined if no field waits, else a promise of the turn in which none waits any more. */
  waitingFields(): Promise<void> | undefined {
    return this.waiting.length > 0 ? this.afterFields() : undefined;
  }

  private async afterFields(): Promise<void> {
    while (this.waiting.length > 0) await this.next();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (this.waiting.length > 0) {
        await this.admitLarge();
        await answerTurns.next();
        this.budget.check();
        this.sliceStart = this.budget.volume;
        await this.runSlice();
      }
    } catch (error) {
      this.failure = error;
      for (const { reject } of this.waiting.splice(0)) reject(error);
    } finally {
      this.isRunning = false;
    }
  }

  private async runSlice(): Promise<void> {
    while (this.budget.volume - this.sliceStart < SLICE_VOLUME) {
      const waiter = this.waiting.shift();
      if (!waiter) return;
      waiter.resolve();
      await afterMicrotasks();
    }
  }

  private async admitLarge(): Promise<void> {
    if (this.isAdmitted || this.budget.volume < LARGE_VOLUME) return;
    await this.admit();
    this.isAdmitted = true;
  }
}
