import { setTimeout as pause } from 'node:timers/promises';

/**
 * Caches the result of `read`; concurrent callers share one read. A caller gets undefined if the read fails or exceeds
 * `timeoutMs`. A slow read continues and later callers wait for it.
 */
export function memoizeFor<T>(
  read: () => Promise<T>,
  { maxAgeMs, timeoutMs }: { readonly maxAgeMs: number; readonly timeoutMs: number },
): () => Promise<T | undefined> {
  let cached: { readonly value: T | undefined; readonly at: number } | undefined;
  let reading: Promise<T | undefined> | undefined;
  const refresh = async (): Promise<T | undefined> => {
    const value = await read().catch(() => undefined);
    cached = { value, at: performance.now() };
    reading = undefined;
    return value;
  };
  return async () => {
    if (cached && performance.now() - cached.at < maxAgeMs) return cached.value;
    const timer = new AbortController();
    const timeout = pause(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined);
    try {
      return await Promise.race([(reading ??= refresh()), timeout]);
    } finally {
      timer.abort();
    }
  };
}
