/**
 * An async generator that can be ended while it waits: `return` of a plain one is queued behind the value it waits for,
 * which may never come.
 */
export function endable<T>(make: (end: AbortSignal) => AsyncGenerator<T, void>): AsyncIterableIterator<T, void> {
  const ending = new AbortController();
  const generator = make(ending.signal);
  return {
    next: () => generator.next(),
    return: () => {
      ending.abort();
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
