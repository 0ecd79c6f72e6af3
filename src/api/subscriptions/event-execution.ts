/** The result of an event or a list for a subscription, and the limit for its repetition. */
import type { FormattedExecutionResult } from 'graphql';

/** The pause before an event is read and executed again. */
export const RETRY_MS = 1_000;

// An event whose fields never can be read, such as a statement that is always too slow, must not hold up the next events.
export const MAX_EXECUTIONS = 3;

/** An event or a list that was executed, with its result. Other values of a stream are executed by the protocol. */
export class ExecutedEvent {
  constructor(readonly result: FormattedExecutionResult) {}
}

/** The database was busy or unreachable while an event was executed. `result` has the errors. */
export class ExecutionInterrupted extends Error {
  override readonly name = 'ExecutionInterrupted';

  constructor(readonly result: FormattedExecutionResult) {
    super('the database was busy or unreachable while an event was executed');
  }
}

/** Counts the executions of the next event of a stream. */
export class ExecutionAttempts {
  private sequence = -1n;
  private count = 0;

  /** Records an interrupted execution. Returns whether the event may be executed again. */
  mayRepeat(sequence: bigint): boolean {
    this.count = sequence === this.sequence ? this.count + 1 : 1;
    this.sequence = sequence;
    return this.count < MAX_EXECUTIONS;
  }
}
