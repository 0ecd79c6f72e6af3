/**
 * Time is the database's: `now()` of the transaction, in whole milliseconds, so that the clocks of API hosts decide
 * nothing. A clock may shift it, which is how tests and simulations live through days; the service's own shifts nothing.
 */
export interface Clock {
  /** Milliseconds added to the database's clock. */
  offsetMs(): number;
}

export const databaseClock: Clock = { offsetMs: () => 0 };

/** A clock for tests and simulations: the database's, moved forward by hand. */
export class ShiftedClock implements Clock {
  private shift = 0;

  offsetMs(): number {
    return this.shift;
  }

  advance(seconds: number): void {
    this.shift += seconds * 1000;
  }
}
