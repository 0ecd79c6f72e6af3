import { fetchFailure } from '../client';

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';
}

/** Explains in one line why an address does not respond, and what to do. */
export function connectionError(url: string, error: unknown): Error {
  const { origin, hostname } = new URL(url);
  const code = fetchFailure(error).code;
  const remedy = 'start the service (npm start or npx ats sandbox), or set its address with --url or PORT';
  if (code === 'ECONNREFUSED') return new Error(`nothing answers at ${origin}: ${remedy}`, { cause: error });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Error(`the host ${hostname} does not exist: ${remedy}`, { cause: error });
  }
  if (isTimeout(error)) return new Error(`${origin} did not respond in time; try again`, { cause: error });
  return new Error(`${origin} cannot be reached${code === undefined ? '' : ` (${code})`}: ${remedy}`, { cause: error });
}
