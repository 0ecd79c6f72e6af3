/** The parts of an answer that refuses, the same for REST (`problem+json`) and GraphQL (`extensions`). */
export interface ApiErrorParts {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly recovery?: Recovery | undefined;
  readonly requestId?: string | undefined;
  readonly members?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number | undefined;
}

export type Recovery = 'transient' | 'correctable' | 'terminal';

/** The service refused, or could not answer. `code` is one of docs/reference/errors.md, or `invalid_response`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** The HTTP status the code stands for, also where GraphQL sent it under a 200. */
  readonly status: number;
  readonly detail: string;
  /** `transient` try again, `correctable` change the request, `terminal` give up. */
  readonly recovery: Recovery | undefined;
  readonly requestId: string | undefined;
  /** What this code carries besides: names as they came (camelCase over GraphQL, snake_case over REST). */
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: ApiErrorParts) {
    super(`${parts.code}: ${parts.detail}`);
    this.code = parts.code;
    this.status = parts.status;
    this.detail = parts.detail;
    this.recovery = parts.recovery;
    this.requestId = parts.requestId;
    this.members = parts.members ?? {};
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

type Json = Readonly<Record<string, unknown>>;

/** An element of `errors` of a GraphQL answer (contract §5). */
export function errorOfGraphQL(error: unknown, status: number, headers?: Headers): ApiError {
  const { message, extensions } = object(error);
  const { code, status: own, title: _title, recovery, requestId, ...members } = object(extensions);
  return make(
    { code, status: typeof own === 'number' ? own : status, detail: message, recovery, requestId, members },
    headers,
  );
}

/** A `problem+json` body (contract §5); anything else becomes `invalid_response` with the HTTP status. */
export function errorOfProblem(body: unknown, status: number, headers?: Headers): ApiError {
  const {
    code,
    status: own,
    detail,
    recovery,
    request_id,
    type: _type,
    title: _title,
    instance: _instance,
    ...members
  } = object(body);
  return make(
    { code, status: typeof own === 'number' ? own : status, detail, recovery, requestId: request_id, members },
    headers,
  );
}

/** Seconds to wait by `Retry-After`, whether it is a number or a date. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

interface Raw {
  code: unknown;
  status: number;
  detail: unknown;
  recovery: unknown;
  requestId: unknown;
  members: Json;
}

function make(raw: Raw, headers?: Headers): ApiError {
  const requestId = typeof raw.requestId === 'string' ? raw.requestId : headers?.get('x-request-id');
  return new ApiError({
    code: typeof raw.code === 'string' ? raw.code : 'invalid_response',
    status: raw.status,
    detail:
      typeof raw.detail === 'string' ? raw.detail : `the answer with status ${raw.status} is not one of this service`,
    recovery: isRecovery(raw.recovery) ? raw.recovery : undefined,
    requestId: requestId ?? undefined,
    members: raw.members,
    retryAfterSeconds: headers && retryAfter(headers),
  });
}

function isRecovery(value: unknown): value is Recovery {
  return value === 'transient' || value === 'correctable' || value === 'terminal';
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
