import { randomUUID } from 'node:crypto';
import { errorOfGraphQL, errorOfProblem } from './errors';
import { createSigningFetch, type Fetch, type SigningFetchOptions } from './fetch';
import { DEFAULT_RETRY, retrying, type RetryPolicy } from './retry';

export interface ClientOptions extends SigningFetchOptions {
  /** The service's address, or that of its GraphQL endpoint (`…/graphql`). */
  readonly url: string | URL;
  readonly retry?: Partial<RetryPolicy>;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number;
}

export type Variables = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** More headers; the signature covers `authorization`, which a console's `sessionCheck` needs. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MutateOptions extends CallOptions {
  /** 1–255 visible ASCII characters; default: a new UUID. Keep it to send the same request again after a crash. */
  readonly idempotencyKey?: string;
}

export interface Client {
  /** The GraphQL endpoint. */
  readonly url: string;
  /** The signing `fetch` below it, for REST paths. */
  readonly fetch: Fetch;
  /** Resolves to `data`; throws ApiError. */
  query<T = Record<string, unknown>>(document: string, variables?: Variables, options?: CallOptions): Promise<T>;
  /**
   * Resolves to `data`; throws ApiError. Whatever goes wrong on the way, the mutation takes effect once at most: every
   * attempt has the same key and the same bytes, and a signature of its own.
   */
  mutate<T = Record<string, unknown>>(document: string, variables?: Variables, options?: MutateOptions): Promise<T>;
}

/** A client of the GraphQL API: signs, retries what is safe to retry (contract §§3–5). */
export function createClient(options: ClientOptions): Client {
  const url = endpoint(options.url);
  const send = createSigningFetch(options);
  const policy = { ...DEFAULT_RETRY, ...options.retry };
  const timeoutMs = options.timeoutMs ?? 30_000;

  const call = (
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
      (await call(document, variables, headers ?? {}, signal)) as T,
    mutate: async <T>(document: string, variables: Variables = {}, options: MutateOptions = {}) => {
      const headers = { ...options.headers, 'idempotency-key': options.idempotencyKey ?? randomUUID() };
      return (await call(document, variables, headers, options.signal)) as T;
    },
  };
}

/** `http://host:4000` and `http://host:4000/graphql` mean the same. */
export function endpoint(url: string | URL): string {
  const result = new URL(url);
  if (result.pathname === '/') result.pathname = '/graphql';
  return result.href;
}

async function dataOf(response: Response): Promise<unknown> {
  const { status, headers } = response;
  const answer = parse(await response.text());
  if (!isObject(answer)) throw errorOfProblem(undefined, status, headers);
  const errors = answer['errors'];
  if (Array.isArray(errors) && errors.length > 0) throw errorOfGraphQL(errors[0], status, headers);
  if (!response.ok || !isObject(answer['data'])) throw errorOfProblem(answer, status, headers);
  return answer['data'];
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
