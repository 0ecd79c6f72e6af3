import { servicePath, signIn } from './base';
import { timeLimit } from './time-limit';

/** The extension of an answer that the service stored for its idempotency key. */
export const REPLAYED = 'isReplayed';

/**
 * Sends a request of the console, and refreshes the session once if its token has expired.
 *
 * A failure of the backend itself is a problem document. It becomes a GraphQL error, so screens know one kind.
 */
export async function sessionFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = (): Promise<Response> =>
    fetch(input, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'x-ats-console': '1' },
      signal: timeLimit(init.signal),
    });
  const first = await send();
  const response = (await isExpired(first)) && (await refreshSession()) ? await send() : first;
  if (isProblem(response)) return asGraphql(response);
  return response.headers.get('idempotency-replayed') === 'true' ? withReplayed(response) : response;
}

async function withReplayed(response: Response): Promise<Response> {
  const answer = (await response.json()) as object;
  return Response.json({ ...answer, extensions: { [REPLAYED]: true } }, { status: response.status });
}

const isProblem = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('application/problem+json') === true;

interface ProblemDocument {
  readonly code: string;
  readonly detail: string;
  readonly reason?: string;
  readonly request_id?: string;
}

async function isExpired(response: Response): Promise<boolean> {
  if (response.status !== 401 || !isProblem(response)) return false;
  const { code, reason } = (await response.clone().json()) as ProblemDocument;
  return code === 'session_invalid' && reason !== 'sign_in_again';
}

async function asGraphql(response: Response): Promise<Response> {
  const { detail, request_id: requestId, ...extensions } = (await response.json()) as ProblemDocument;
  return Response.json({ errors: [{ message: detail, extensions: { ...extensions, requestId } }] });
}

/** Refreshes the session, one tab at a time. Without a session the page leaves for the sign-in. */
export async function refreshSession(): Promise<boolean> {
  const isRefreshed = await navigator.locks.request('ats-refresh', async () => {
    const response = await fetch(`${servicePath}/auth/refresh`, {
      method: 'POST',
      keepalive: true,
      signal: timeLimit(),
    });
    if (response.status === 401) signIn();
    return response.ok;
  });
  return isRefreshed;
}
