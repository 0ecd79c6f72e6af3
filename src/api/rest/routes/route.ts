import type { ErrorCode } from '../../../domain/errors/catalogue';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface PageSizes {
  readonly default: number;
  readonly max: number;
}

/** Headers of a path that is on its way out: `Deprecation` (RFC 9745), `Sunset` (RFC 8594). */
export interface Deprecation {
  readonly since: Date;
  /** From when the path may be gone. */
  readonly sunset?: Date;
  /** Where it says what to use instead. */
  readonly link?: string;
}

/** Where REST and GraphQL really disagree; everything else follows from document and schema. */
export interface RouteOverrides {
  /** Other page sizes than those of every list. */
  readonly page?: PageSizes;
  /** `next_cursor` is there on every page: the position after the last row given, to ask from again later. */
  readonly feed?: true;
  /** The 404 of whatever is absent on the way. Its body is the same bytes each time: it says nothing of what was asked. */
  readonly absent?: ErrorCode;
  /** Members of the body that may be null, but not left out. */
  readonly needs?: readonly string[];
  /** 200 instead, when this member of the answer is null: nothing was made. */
  readonly notCreatedWhenNull?: string;
  readonly deprecated?: Deprecation;
}

/** One line of the table: a path under `/api/v1`, and the document whose field `body` is its answer. */
export interface RouteDefinition {
  readonly method: Method;
  readonly path: string;
  readonly status: 200 | 201;
  readonly document: string;
  readonly overrides: RouteOverrides;
}

const row =
  (method: Method) =>
  (path: string, status: 200 | 201, document: string, but: RouteOverrides = {}): RouteDefinition => ({
    method,
    path,
    status,
    document,
    overrides: but,
  });

export const GET = (path: string, document: string, but: RouteOverrides = {}): RouteDefinition =>
  row('GET')(path, 200, document, but);
export const POST = row('POST');
export const PUT = row('PUT');
export const PATCH = row('PATCH');
export const DELETE = row('DELETE');
