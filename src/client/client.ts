import { randomUUID } from 'node:crypto';
import { errorOfGraphQL, errorOfProblem } from './errors';
import { createSigningFetch, type Fetch, type SigningFetchOptions } from './fetch';
import { DEFAULT_RETRY, retrying, type RetryPolicy } from './retry';

export interface ClientOptions extends SigningFetchOptions {
  /** Address of the service or of its GraphQL endpoint (`…/graphql`). */
  readonly url: string | URL;
  readonly retry?: Partial<RetryPolicy>;
  /** Timeout of one attempt in milliseconds; default 30,000. */
  readonly timeoutMs?: number;
}

export type Variables = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** More headers. The signature covers `authorization`, for a console's `sessionCheck`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MutateOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters; default: a new UUID. Save it to repeat the request after a crash. */
  readonly idempotencyKey?: string;
}

export interface Client {
  /** The GraphQL endpoint. */
  readonly url: string;
  /** The signing `fetch`, for REST paths. */
  readonly fetch: Fetch;
  /** Resolves to `data`; throws ApiError. */
  query<T = Record<string, unknown>>(document: string, variables?: Variables, options?: CallOptions): Promise<T>;
  /**
   * Resolves to `data`; throws ApiError. The mutation takes effect at most once: every attempt has the same key and body,
   * and a new signature.
   */
  mutate<T = Record<string, unknown>>(document: string, variables?: Variables, options?: MutateOptions): Promise<T>;
}

/** Creates a GraphQL client that signs requests and retries those that are safe to repeat. */
export function createClient(options: ClientOptions): Client {
  const url = endpoint(options.url);
  const send = createSigningFetch(options);
  const policy = { ...DEFAULT_RETRY, ...options.retry };
  const timeoutMs = options.timeoutMs ?? 30_000;

  const execute = (
    document: string,
    variables: Variables,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    const body = JSON.stringify({ query: document, variables });
    const attempt = async (): Promise<unknown> => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return dataOf(response);
    };
    return retrying(attempt, policy, signal);
  };

  return {
    url,
    fetch: send,
    query: async <T>(document: string, variables: Variables = {}, { signal, headers }: CallOptions = {}) =>
      (await execute(document, variables, headers ?? {}, signal)) as T,
    mutate: async <T>(document: string, variables: Variables = {}, options: MutateOptions = {}) => {
      const headers = { ...options.headers, 'idempotency-key': options.idempotencyKey ?? randomUUID() };
      return (await execute(document, variables, headers, options.signal)) as T;
    },
  };
}

/** Returns the GraphQL endpoint of a service's address. */
export function endpoint(url: string | URL): string {
  const result = new URL(url);
  const path = result.pathname.replace(/\/$/, '');
  if (!path.endsWith('/graphql')) result.pathname = `${path}/graphql`;
  return result.href;
}

async function dataOf(response: Response): Promise<unknown> {
  const { status, headers } = response;
  const body = parse(await response.text());
  if (!isObject(body)) throw errorOfProblem(undefined, status, headers);
  const errors = body['errors'];
  if (Array.isArray(errors) && errors.length > 0) throw errorOfGraphQL(errors[0], status, headers);
  if (!response.ok || !isObject(body['data'])) throw errorOfProblem(body, status, headers);
  return body['data'];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
