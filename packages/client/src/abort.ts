/**
 * Aborts the controller when the signal does. Returns a function that removes this link.
 *
 * `AbortSignal.any` is no alternative: it refers weakly to its sources, so a garbage collection can lose a time limit.
 */
export function linkAbort(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const abort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return () => signal?.removeEventListener('abort', abort);
}

/** Runs work with a signal of its own, which the caller's signal and the time limit abort until the work has ended. */
export async function withTimeLimit<T>(
  limitMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const expire = (): void => controller.abort(new DOMException('The operation timed out', 'TimeoutError'));
  const timer = setTimeout(expire, limitMs);
  const unlink = linkAbort(controller, signal);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    unlink();
  }
}
