/**
 * Shifts the time of the database.
 *
 * All times are `now()` of a transaction in whole milliseconds, so the clocks of API hosts do not matter. Tests and
 * simulations shift it to pass days; the service shifts it by 0.
 */
export interface Clock {
  /** Milliseconds to add to the time of the database. */
  offsetMs(): number;
  /** Whether the time comes from the test clock of a sandbox, a row of the database. */
  readonly isTestClock: boolean;
}

export const databaseClock: Clock = { offsetMs: () => 0, isTestClock: false };

/** The test clock of a sandbox. Every process reads its row (docs/sandbox.md). */
export const testClock: Clock = { offsetMs: () => 0, isTestClock: true };

/** A clock for tests and simulations, which `advance` moves forward. */
export class ShiftedClock implements Clock {
  readonly isTestClock = false;
  private shift = 0;

  offsetMs(): number {
    return this.shift;
  }

  advance(seconds: number): void {
    this.shift += seconds * 1000;
  }
}
