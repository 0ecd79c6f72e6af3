import { type ErrorCode, errorCodes, type ErrorTypes, type FieldError } from './error-codes';
import { printPath } from './print-path';

/** Parts of an error response of REST (`problem+json`) or GraphQL (`extensions`). */
export interface ApiErrorParts {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly recovery?: Recovery | undefined;
  readonly remedy?: string | undefined;
  readonly requestId?: string | undefined;
  readonly members?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly idempotencyKey?: string | undefined;
}

export type Recovery = 'transient' | 'correctable' | 'terminal';

/**
 * An error response. Its message has the detail, further wrong members and the remedy. `code` is one of
 * docs/reference/errors.md, or `invalid_response`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** HTTP status of the code, also if GraphQL sent it with status 200. */
  readonly status: number;
  readonly detail: string;
  /** `transient`: try again. `correctable`: change the request. `terminal`: give up. */
  readonly recovery: Recovery | undefined;
  /** Advice for the code. */
  readonly remedy: string | undefined;
  readonly requestId: string | undefined;
  /** Other members of the code, in camelCase from GraphQL and in snake_case from REST. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  /** Path of the refused field in the answer of GraphQL, such as `['principal']`. */
  readonly path: readonly (string | number)[] | undefined;
  /** Key of the refused mutation, unless an input has it. */
  readonly idempotencyKey: string | undefined;

  constructor(parts: ApiErrorParts) {
    super(messageOf(parts));
    this.code = parts.code;
    this.status = parts.status;
    this.detail = parts.detail;
    this.recovery = parts.recovery;
    this.remedy = parts.remedy;
    this.requestId = parts.requestId;
    this.members = parts.members ?? {};
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.path = parts.path;
    this.idempotencyKey = parts.idempotencyKey;
  }

  /** The wrong members of the request. Only `validation_failed` has some. */
  get fields(): readonly FieldError[] {
    return fieldsOf(this.members);
  }
}

const MAX_FURTHER_ERRORS = 3;

/** A log shows the message alone, and the hint is often in the second error. */
function messageOf({ code, detail, members = {}, remedy }: ApiErrorParts): string {
  const errors = furtherErrors(detail, fieldsOf(members));
  const more = errors.length - MAX_FURTHER_ERRORS;
  const shown = [detail, ...errors.slice(0, MAX_FURTHER_ERRORS), ...(more > 0 ? [`and ${more} more`] : [])];
  const text = shown.map((one, index) => (index < shown.length - 1 ? one.replace(/\.$/, '') : one)).join('; ');
  if (remedy === undefined) return `${code}: ${text}`;
  return `${code}: ${text}${/[.?]$/.test(text) ? '' : '.'} Remedy: ${remedy}`;
}

function fieldsOf(members: Json): readonly FieldError[] {
  return Array.isArray(members['fields']) ? (members['fields'] as FieldError[]) : [];
}

/** The errors that the detail does not say. */
function furtherErrors(detail: string, fields: readonly FieldError[]): string[] {
  const [first] = fields;
  const isSaid = first !== undefined && detail.endsWith(first.detail);
  return fields
    .slice(isSaid ? 1 : 0)
    .map((one) => `${one.path ? printPath(one.path) : one.pointer} ${one.detail}`.trim());
}

/** An error of the service with a code of its catalogue. `switch (error.code)` narrows the members. */
export type KnownError = {
  readonly [Code in ErrorCode]: Omit<ApiError, 'code' | keyof ErrorTypes[Code]> & {
    readonly code: Code;
  } & ErrorTypes[Code];
}[ErrorCode];

const CODES: ReadonlySet<string> = new Set(errorCodes);

/** Whether the error has a code that this version of the client knows. */
export function isKnownError(error: unknown): error is KnownError {
  return error instanceof ApiError && CODES.has(error.code);
}

type Json = Readonly<Record<string, unknown>>;

/** Converts an element of `errors` of a GraphQL response. */
export function errorOfGraphQL(error: unknown, status: number, headers?: Headers): ApiError {
  const { message, extensions, path } = object(error);
  const { title: _title, requestId, ...fields } = object(extensions);
  return createError({ ...fields, detail: message }, { requestId, status, headers, path });
}

/** Converts a `problem+json` body; anything else becomes `invalid_response` with the HTTP status. */
export function errorOfProblem(body: unknown, status: number, headers?: Headers): ApiError {
  const { request_id: requestId, type: _type, title: _title, instance: _instance, ...fields } = object(body);
  return createError(fields, { requestId, status, headers });
}

// Longer waits mean the same: not in this run. The bound keeps sums and timers safe.
const MAX_RETRY_AFTER_SECONDS = 365 * 86_400;

/**
 * Reads `Retry-After`, a number of seconds or a date (RFC 9110 §10.2.3), at most a year. Other texts, such as `-3` and
 * `1.5`, are ignored.
 */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds === undefined ? undefined : Math.min(seconds, MAX_RETRY_AFTER_SECONDS);
}

const TIME = String.raw`\d\d:\d\d:\d\d`;

/** The three forms of RFC 9110 §5.6.7. `Date.parse` alone reads `-3` and `1.5` as dates too. */
const HTTP_DATE = new RegExp(
  String.raw`^[A-Z][a-z]{2,8}(?:, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) ${TIME} GMT| [A-Z][a-z]{2} [ \d]\d ${TIME} \d{4})$`,
);

function secondsUntil(text: string, now: number): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  // The third form has no time zone.
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

interface Received {
  readonly requestId: unknown;
  /** Status of the HTTP response. */
  readonly status: number;
  readonly headers: Headers | undefined;
  readonly path?: unknown;
}

function createError(fields: Json, { requestId, status: httpStatus, headers, path }: Received): ApiError {
  const { code, status: ownStatus, detail, recovery, remedy, ...members } = fields;
  const status = typeof ownStatus === 'number' ? ownStatus : httpStatus;
  return new ApiError({
    code: typeof code === 'string' ? code : 'invalid_response',
    status,
    detail:
      typeof detail === 'string'
        ? detail
        : `the response with status ${status} is not from this service; check the address`,
    recovery: isRecovery(recovery) ? recovery : undefined,
    remedy: typeof remedy === 'string' ? remedy : undefined,
    requestId: typeof requestId === 'string' ? requestId : (headers?.get('x-request-id') ?? undefined),
    members,
    retryAfterSeconds: headers && retryAfter(headers),
    path: Array.isArray(path) ? (path as (string | number)[]) : undefined,
  });
}

function isRecovery(value: unknown): value is Recovery {
  return value === 'transient' || value === 'correctable' || value === 'terminal';
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
