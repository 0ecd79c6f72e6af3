/**
 * Yields the values of several iterables as they come. `return` reaches all of them at once, also while they wait, and so
 * does the failure of one. A source is asked for its next value only after its last one was consumed.
 */
export function mergeAsync<T>(sources: readonly AsyncIterable<T>[]): AsyncIterableIterator<T, void> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  type Pending = Promise<{ readonly iterator: AsyncIterator<T>; readonly result: IteratorResult<T, unknown> }>;
  const pending = new Map<AsyncIterator<T>, Pending>();
  const idle = new Set(iterators);
  const end = async (): Promise<void> => {
    await Promise.all(iterators.map(async (iterator) => iterator.return?.()));
  };
  const next = async (): Promise<IteratorResult<T, void>> => {
    for (const iterator of idle)
      pending.set(
        iterator,
        iterator.next().then((result) => ({ iterator, result })),
      );
    idle.clear();
    while (pending.size > 0) {
      const { iterator, result } = await Promise.race([...pending.values()]).catch(async (error: unknown) => {
        // A consumer does not call `return` after a failed `next`.
        await end();
        throw error;
      });
      pending.delete(iterator);
      if (result.done === true) continue;
      idle.add(iterator);
      return { done: false, value: result.value };
    }
    return { done: true, value: undefined };
  };
  return {
    next,
    return: async () => {
      await end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
