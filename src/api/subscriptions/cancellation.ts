/** Async iterators that can be cancelled while they wait. */

/**
 * Runs an async generator whose `return` aborts its signal.
 *
 * A plain generator queues `return` behind the value it waits for, and a quiet principal may never produce that value.
 */
export function cancellableIterator<T>(
  start: (signal: AbortSignal) => AsyncGenerator<T, void>,
): AsyncIterableIterator<T, void> {
  const controller = new AbortController();
  const generator = start(controller.signal);
  return {
    next: () => generator.next(),
    return: () => {
      controller.abort();
      return generator.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Maps each value of an async iterable. `return` reaches the source at once, also while it waits; so does a failed map. */
export function mapAsync<A, B>(
  source: AsyncIterable<A>,
  map: (value: A) => B | Promise<B>,
): AsyncIterableIterator<B, void> {
  const values = source[Symbol.asyncIterator]();
  return {
    next: async () => {
      const next = await values.next();
      if (next.done === true) return { done: true, value: undefined };
      try {
        return { done: false, value: await map(next.value) };
      } catch (error) {
        // A consumer does not call `return` after a failed `next`.
        await values.return?.();
        throw error;
      }
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
