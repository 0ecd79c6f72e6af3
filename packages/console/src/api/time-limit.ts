/** Longer than the backend waits for the service, which then answers itself. */
const LIMIT_MS = 40_000;

/** A signal that ends a request without an answer. A connection that hangs would keep its form for ever. */
export function timeLimit(signal?: AbortSignal | null): AbortSignal {
  // With AbortSignal.timeout no test could move the time.
  const limit = new AbortController();
  setTimeout(() => limit.abort(), LIMIT_MS);
  return signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
}
