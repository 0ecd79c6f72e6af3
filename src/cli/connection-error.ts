/** The code of what stopped a `fetch`, which hides it in causes; a host with several addresses has one of each. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : undefined;
}

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';
}

/** Why nobody answered at that address, with what to do about it: for a person, one line. */
export function unreachable(url: string, error: unknown): Error {
  const { origin, hostname } = new URL(url);
  const code = codeOf(error);
  const remedy = 'start the service (npm start), or name where it is with --url or PORT';
  if (code === 'ECONNREFUSED') return new Error(`nothing answers at ${origin}: ${remedy}`, { cause: error });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Error(`there is no host ${hostname}: ${remedy}`, { cause: error });
  }
  if (isTimeout(error)) return new Error(`${origin} did not answer in time`, { cause: error });
  return new Error(`${origin} cannot be reached${code === undefined ? '' : ` (${code})`}: ${remedy}`, { cause: error });
}
