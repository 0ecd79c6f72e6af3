/** Builds the requests of GraphQL and REST clients, and parses the answers. */

export interface GraphQl {
  readonly query: string;
  readonly variables?: object;
}

/** A REST request. `path` follows `/api/v1`. */
export interface Legacy {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

export type Document = GraphQl | Legacy;

const isLegacy = (document: Document): document is Legacy => 'path' in document;

export const isMutation = (document: Document): boolean =>
  isLegacy(document) ? document.method !== 'GET' : document.query.startsWith('mutation');

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

export function requestOf(document: Document, key: string): { path: string; init: RequestInit } {
  const headers = { ...JSON_HEADERS, 'idempotency-key': key };
  if (!isLegacy(document)) {
    return { path: '/graphql', init: { method: 'POST', headers, body: JSON.stringify(document) } };
  }
  const { method, path, body } = document;
  // A read has neither key nor body.
  const init = method === 'GET' ? { method } : { method, headers, body: JSON.stringify(body ?? {}) };
  return { path: `/api/v1${path}`, init };
}

/** A parsed answer. `code` is `done` or the error code. */
export interface ParsedAnswer<T> {
  readonly data: T | undefined;
  readonly code: string;
  readonly members: Readonly<Record<string, unknown>>;
}

interface Body<T> {
  readonly data?: T | null;
  readonly errors?: readonly { readonly extensions?: Readonly<Record<string, unknown>> }[];
  readonly [member: string]: unknown;
}

export function parseAnswer<T>(document: Document, status: number, text: string): ParsedAnswer<T> {
  const body = JSON.parse(text) as Body<T>;
  if (isLegacy(document) && status < 300) return { data: body as T, code: 'done', members: {} };
  if (!isLegacy(document) && body.errors === undefined && body.data) {
    return { data: body.data, code: 'done', members: {} };
  }
  const members = body.errors?.[0]?.extensions ?? body;
  const { code } = members;
  return { data: undefined, code: typeof code === 'string' ? code : 'unreadable', members };
}
