/**
 * Turns of the event loop for the slices of long work.
 *
 * All requests share them: of each kind, one slice runs in a turn. If each long answer and each flooding connection had a
 * slice in every turn, a turn would be as long as all of them together. Others would wait for it at each of their steps.
 * A new connection would wait for each connection before it, because Node accepts one in a turn.
 */
class WorkTurns {
  private readonly waiting: (() => void)[] = [];

  /** Resolves in a later turn, in which no other slice of this kind runs. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) setImmediate(this.runOne);
    });
  }

  private readonly runOne = (): void => {
    this.waiting.shift()?.();
    // An immediate that is set here runs after the next look at the sockets.
    if (this.waiting.length > 0) setImmediate(this.runOne);
  };
}

/** For answers to signed requests. */
export const answerTurns = new WorkTurns();
/** For what connections send. They may be unsigned, so their work never delays an answer by more than a slice. */
export const inputTurns = new WorkTurns();
