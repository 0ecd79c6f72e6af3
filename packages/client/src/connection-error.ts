import { isNetworkError } from './retry';

/** The deepest cause says the most, such as `connect ECONNREFUSED 127.0.0.1:4000`. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}

/** No answer came from the service in any attempt. `cause` is the error of `fetch` in the last one. */
export class ServiceUnreachable extends TypeError {
  override readonly name = 'ServiceUnreachable';
  /** Address of the service. */
  readonly url: string;

  constructor(url: string, cause: unknown) {
    const { origin } = new URL(url);
    super(`no answer from ${origin} (${reasonOf(cause)}): start the service, or give its address as \`url\``, {
      cause,
    });
    this.url = url;
  }
}

/** Throws an error again. An error of the network becomes `ServiceUnreachable`. */
export function rethrowFrom(url: string): (error: unknown) => never {
  return (error) => {
    throw isNetworkError(error) ? new ServiceUnreachable(url, error) : error;
  };
}
