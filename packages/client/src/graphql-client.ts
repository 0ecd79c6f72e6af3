import { randomUUID } from 'node:crypto';
import { withTimeLimit } from './abort';
import { type ApiError, errorOfGraphQL, errorOfProblem } from './errors';
import { HEADER, hasKeyInInput } from './idempotency-header';
import { AGENT_HEADER, createSigningFetch, type Fetch, type SigningFetchOptions } from './fetch';
import { printDocument } from './print-document';
import { DEFAULT_RETRY, isTransient, retrying, type RetryPolicy } from './retry';
import { rethrowFrom } from './connection-error';

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
  /** Id or key of the agent of this call. Default: the agent of the client. */
  readonly agentId?: string | undefined;
}

export interface MutateOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. Default: the key in `headers` or in an input; without one, a new UUID. Save it to
   * repeat the request after a crash. Errors have it as `idempotencyKey`, to repeat a call whose outcome is unknown.
   */
  readonly idempotencyKey?: string;
}

/** The answer of a query. A refused root field is null in the data, and its error has its path. */
export interface QueryAnswer<T> {
  readonly data: T;
  /** Empty if every field was answered. */
  readonly errors: readonly ApiError[];
}

/**
 * A document with the types of its data and its variables: a `TypedDocumentNode`, or a `TypedDocumentString` of
 * graphql-codegen.
 */
export interface TypedDocument<T, V = never> {
  // The only member is optional, so a value without it, such as a date, is an error of the compiler.
  readonly __apiType?: (variables: V) => T;
}

/** The variables of a typed document. They may be left out if none is required. */
type TypedArguments<V, O> =
  Record<string, never> extends V ? [variables?: V, options?: O] : [variables: V, options?: O];

/** Sends a text with the type that the caller names, or a typed document. */
export interface Send<O> {
  <T = Record<string, unknown>>(document: string, variables?: Variables, options?: O): Promise<T>;
  <T, V>(document: TypedDocument<T, V>, ...args: TypedArguments<V, O>): Promise<T>;
}

export interface GraphqlClient {
  /** The GraphQL endpoint. */
  readonly url: string;
  /** The signing `fetch`, for REST paths. */
  readonly fetch: Fetch;
  /** Resolves to the data with the errors of refused fields; throws ApiError if the whole query was refused. */
  readonly query: {
    <T = Record<string, unknown>>(
      document: string,
      variables?: Variables,
      options?: CallOptions,
    ): Promise<QueryAnswer<T>>;
    <T, V>(document: TypedDocument<T, V>, ...args: TypedArguments<V, CallOptions>): Promise<QueryAnswer<T>>;
  };
  /** Resolves to `data`; throws the first ApiError. */
  readonly queryOrThrow: Send<CallOptions>;
  /**
   * Resolves to `data`; throws ApiError. The mutation takes effect at most once: every attempt has the same key and body,
   * and a new signature.
   */
  readonly mutate: Send<MutateOptions>;
}

/** Creates a GraphQL client that signs requests and retries those that are safe to repeat. */
export function createGraphqlClient(options: ClientOptions): GraphqlClient {
  return createGraphqlClientOver(createSigningFetch(options), options);
}

/**
 * Creates a GraphQL client over a `fetch` that proves the caller itself, such as one inside the service. It retries as
 * `createClient` does.
 */
export function createGraphqlClientOver(
  fetch: Fetch,
  options: Pick<ClientOptions, 'url' | 'retry' | 'timeoutMs'>,
): GraphqlClient {
  const url = endpoint(options.url);
  const policy = { ...DEFAULT_RETRY, ...options.retry };
  const timeoutMs = options.timeoutMs ?? 30_000;

  const send = async (document: Document, variables: unknown, call: CallOptions): Promise<QueryAnswer<unknown>> => {
    const agent = call.agentId === undefined ? {} : { [AGENT_HEADER]: call.agentId };
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...call.headers, ...agent };
    const body = JSON.stringify({ query: textOf(document), variables });
    return withTimeLimit(timeoutMs, call.signal, async (signal) =>
      answerOf(await fetch(url, { method: 'POST', headers, body, signal })),
    );
  };
  const sendOrThrow = (document: Document, variables: unknown, call: CallOptions): Promise<unknown> => {
    const attempt = async (): Promise<unknown> => {
      const { data, errors } = await send(document, variables, call);
      if (errors[0]) throw errors[0];
      return data;
    };
    return retrying(attempt, policy, call.signal).catch(rethrowFrom(url, call.headers?.[HEADER]));
  };
  const query = async (document: Document, variables: unknown = {}, options: CallOptions = {}) => {
    const last: { answer?: QueryAnswer<unknown>; error?: ApiError } = {};
    const attempt = async (): Promise<QueryAnswer<unknown>> => {
      const answer = await send(document, variables, options);
      const error = answer.errors.find(isTransient);
      if (!error) return answer;
      Object.assign(last, { answer, error });
      throw error;
    };
    const partial = (error: unknown): QueryAnswer<unknown> => {
      if (last.answer === undefined || error !== last.error) throw error;
      return last.answer;
    };
    return retrying(attempt, policy, options.signal).catch(partial).catch(rethrowFrom(url));
  };
  const mutate = async (document: Document, variables: unknown = {}, options: MutateOptions = {}) => {
    const { idempotencyKey: key, headers } = options;
    const more = Object.fromEntries(new Headers(headers).entries());
    const isKnown = HEADER in more || hasKeyInInput(textOf(document), variables);
    if (key !== undefined || !isKnown) more[HEADER] = key ?? randomUUID();
    return sendOrThrow(document, variables, { ...options, headers: more });
  };
  const queryOrThrow = async (document: Document, variables: unknown = {}, options: CallOptions = {}) =>
    sendOrThrow(document, variables, options);
  // The overloads give the data the type that the caller or the document names.
  return {
    url,
    fetch,
    query,
    queryOrThrow,
    mutate,
  };
}

type Document = string | (TypedDocument<unknown> & { toString(): string });

function textOf(document: Document): string {
  return typeof document === 'object' && 'kind' in document ? printDocument(document) : document.toString();
}

/** Returns the GraphQL endpoint of a service's address. @throws TypeError for a text that is no http address */
export function endpoint(url: string | URL): string {
  const text = String(url);
  if (!/^https?:\/\//i.test(text)) throw new TypeError(`url must begin with http:// or https://, and is ${text}`);
  const result = new URL(text);
  const path = result.pathname.replace(/\/$/, '');
  if (!path.endsWith('/graphql')) result.pathname = `${path}/graphql`;
  return result.href;
}

/** Reads the answer of the service. @throws ApiError if it has no data */
async function answerOf(response: Response): Promise<QueryAnswer<unknown>> {
  const { status, headers } = response;
  const body = parse(await response.text());
  if (!isObject(body)) throw errorOfProblem(undefined, status, headers);
  const reported: unknown[] = Array.isArray(body['errors']) ? body['errors'] : [];
  const errors = reported.map((error) => errorOfGraphQL(error, status, headers));
  const { data } = body;
  if (response.ok && isObject(data)) return { data, errors };
  throw errors[0] ?? errorOfProblem(body, status, headers);
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
