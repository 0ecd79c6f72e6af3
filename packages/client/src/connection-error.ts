import { ApiError } from './errors';
import { isNetworkError } from './retry';

/** Why a `fetch` failed. */
export interface FetchFailure {
  /** Text of the deepest cause, such as `connect ECONNREFUSED 127.0.0.1:4000`. */
  readonly text: string;
  /** Code of a cause, such as `ECONNREFUSED`. The deepest cause with a code says the most. */
  readonly code: string | undefined;
}

/** Follows the causes of an error. One address of a host with several is enough. */
export function fetchFailure(error: unknown): FetchFailure {
  const inner: unknown = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : causeOf(error);
  const own = codeOf(error);
  if (inner === undefined) return { text: error instanceof Error ? error.message : String(error), code: own };
  const { text, code } = fetchFailure(inner);
  return { text, code: code ?? own };
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** No answer came from the service in any attempt. `cause` is the error of `fetch` in the last one. */
export class ServiceUnreachable extends TypeError {
  override readonly name = 'ServiceUnreachable';
  /** Address of the service. */
  readonly url: string;
  /** Key of the mutation, unless an input has it. An attempt may have taken effect, so repeat the call with this key. */
  readonly idempotencyKey: string | undefined;

  constructor(url: string, cause: unknown, idempotencyKey?: string) {
    const { origin } = new URL(url);
    super(`no answer from ${origin} (${fetchFailure(cause).text}): start the service, or give its address as \`url\``, {
      cause,
    });
    this.url = url;
    this.idempotencyKey = idempotencyKey;
  }
}

/**
 * Throws an error again, with the idempotency key of its mutation. An error of the network becomes `ServiceUnreachable`.
 * Without the key, the caller of an unknown outcome could only make a second mutation.
 */
export function rethrowFrom(url: string, idempotencyKey?: string): (error: unknown) => never {
  return (error) => {
    if (isNetworkError(error)) throw new ServiceUnreachable(url, error, idempotencyKey);
    if (error instanceof ApiError) Object.assign(error, { idempotencyKey });
    throw error;
  };
}
