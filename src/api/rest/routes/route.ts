import type { ErrorCode } from '../../../domain/errors/catalogue';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface PageSizes {
  readonly default: number;
  readonly max: number;
}

/** Headers of a deprecated path: `Deprecation` (RFC 9745), `Sunset` (RFC 8594). */
export interface Deprecation {
  readonly since: Date;
  /** Time from which the path may be removed. */
  readonly sunset?: Date;
  /** Page that names the replacement. */
  readonly link?: string;
}

/** The differences between REST and GraphQL that document and schema do not imply. */
export interface RouteOverrides {
  /** Page sizes, if they are not the usual ones. */
  readonly page?: PageSizes;
  /** Whether every page has a `next_cursor`, from which a client can read again later. */
  readonly feed?: true;
  /** Code of every 404 of the path. Its body is always the same bytes, so it does not reveal which object is missing. */
  readonly absent?: ErrorCode;
  /** Members of the body that are required although they may be null. */
  readonly needs?: readonly string[];
  /** Member of the answer that is null if nothing was created. The status is then 200. */
  readonly notCreatedWhenNull?: string;
  readonly deprecated?: Deprecation;
}

/** A path under `/api/v1`, and the document whose field `body` is its answer. */
export interface RouteDefinition {
  readonly method: Method;
  readonly path: string;
  readonly status: 200 | 201;
  readonly document: string;
  readonly overrides: RouteOverrides;
}

const route =
  (method: Method) =>
  (path: string, status: 200 | 201, document: string, overrides: RouteOverrides = {}): RouteDefinition => ({
    method,
    path,
    status,
    document,
    overrides,
  });

export const GET = (path: string, document: string, overrides?: RouteOverrides): RouteDefinition =>
  route('GET')(path, 200, document, overrides);
export const POST = route('POST');
export const PUT = route('PUT');
export const PATCH = route('PATCH');
export const DELETE = route('DELETE');

/** Returns the document of a mutation whose only argument is `input`, of the type that is named after it. */
export function change(field: string, selection: string): string {
  const input = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  return `mutation ($input: ${input}!) { ${field}(input: $input) { ${selection} } }`;
}
