/**
 * Told once that somebody wants to hear no more. What an AbortSignal does, in a tenth of its memory: every subscription
 * has one.
 */
export class End {
  private over = false;
  private hook: (() => void) | undefined;

  get ended(): boolean {
    return this.over;
  }

  /** Calls `hook` at the end, in the place of the one before; undefined: none any more. */
  onEnd(hook: (() => void) | undefined): void {
    this.hook = hook;
  }

  end(): void {
    this.over = true;
    this.hook?.();
  }
}

/**
 * An async generator that can be ended while it waits: `return` of a plain one is queued behind the value it waits for,
 * which may never come.
 */
export function endable<T>(make: (end: End) => AsyncGenerator<T, void>): AsyncIterableIterator<T, void> {
  const ending = new End();
  const generator = make(ending);
  return {
    next: () => generator.next(),
    return: () => {
      ending.end();
      return generator.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Each value made into another one; ends with its source and ends it. */
export function mapped<A, B>(
  source: AsyncIterable<A>,
  make: (value: A) => B | Promise<B>,
): AsyncIterableIterator<B, void> {
  const values = source[Symbol.asyncIterator]();
  return {
    next: async () => {
      const next = await values.next();
      return next.done === true ? { done: true, value: undefined } : { done: false, value: await make(next.value) };
    },
    return: async () => {
      await values.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
