/**
 * The answer of `read`, kept for a while: one question at a time however many ask, and nobody waits longer than
 * `patienceMs`. Undefined when it failed or is not there in time; a slow one is waited for, not asked again.
 */
export function memoizeFor<T>(
  read: () => Promise<T>,
  { keepMs, patienceMs }: { readonly keepMs: number; readonly patienceMs: number },
): () => Promise<T | undefined> {
  let last: { readonly value: T | undefined; readonly at: number } | undefined;
  let reading: Promise<T | undefined> | undefined;
  const ask = async (): Promise<T | undefined> => {
    const value = await read().catch(() => undefined);
    last = { value, at: performance.now() };
    reading = undefined;
    return value;
  };
  return async () => {
    if (last && performance.now() - last.at < keepMs) return last.value;
    return within(patienceMs, (reading ??= ask()));
  };
}

async function within<T>(ms: number, work: Promise<T | undefined>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
