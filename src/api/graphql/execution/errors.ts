import { type FieldNode, GraphQLError, type GraphQLFormattedError, type GraphQLSchema, Kind } from 'graphql';
import { type FieldError, invalidMember, Refusal } from '../../../domain/errors/errors';
import { isTransient, isInvalidText } from '../../../operations/database-errors';
import { printPath, withPaths } from './input-path';
import { toCamel } from './names';

/** The field that caused an error, for the paths of invalid input. */
export interface ErrorSource {
  readonly schema: GraphQLSchema;
  readonly field: FieldNode | undefined;
}

/**
 * Returns a refusal as `errors[].extensions`: members in camelCase, states spelled as in the schema's enums.
 * An error of the input has a `path` in the GraphQL input besides the pointer of REST. `extensions.path` is the path of
 * the first error.
 */
function extensionsOf(
  refusal: Refusal,
  requestId: string,
  { fields, detail }: { readonly fields: readonly FieldError[]; readonly detail: string },
): Record<string, unknown> {
  const { status, title, recovery } = refusal.entry;
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(refusal.members)) members[toCamel(name)] = memberValue(name, value);
  const [first] = fields;
  const paths = first && { fields, ...(first.path && { path: first.path }) };
  const remedy = withGraphqlNames(refusal.remedy, refusal);
  return { code: refusal.code, status, title, detail, recovery, remedy, requestId, ...members, ...paths };
}

/** A remedy with the members that it names in backticks as GraphQL spells them. */
export function withGraphqlNames(remedy: string, { entry }: Refusal): string {
  return remedy.replace(/`(\w+)`/g, (quoted, name: string) =>
    entry.members.includes(name) ? toCamel(quoted) : quoted,
  );
}

function fieldErrorsOf({ members: { fields } }: Refusal, source: ErrorSource | undefined): readonly FieldError[] {
  if (!Array.isArray(fields)) return [];
  return source ? withPaths(source.schema, fields as FieldError[], source.field) : (fields as FieldError[]);
}

/** Request members for which graphql-js writes whole sentences: `Cannot query field …`. */
const DOCUMENT_PATHS: ReadonlySet<string> = new Set(['query', 'variables']);

/**
 * The detail of a refusal. That of invalid input begins with the path of the first error, not its pointer. A sentence
 * about the whole document stands alone.
 */
function detailOf({ message, members: { fields } }: Refusal, [first]: readonly FieldError[]): string {
  const stored = Array.isArray(fields) ? (fields[0] as FieldError | undefined) : undefined;
  const isFieldDetail = stored !== undefined && message.endsWith(stored.detail);
  if (!first?.path?.length || !isFieldDetail) return message;
  const path = printPath(first.path);
  return DOCUMENT_PATHS.has(path) && /^[A-Z]/.test(first.detail) ? first.detail : `${path} ${first.detail}`;
}

/** Returns the field at which an execution error occurred. */
export function fieldOf(error: unknown): FieldNode | undefined {
  const node = error instanceof GraphQLError ? error.nodes?.[0] : undefined;
  return node?.kind === Kind.FIELD ? node : undefined;
}

/** Members with a value of an enum. */
const STATES: ReadonlySet<string> = new Set(['current_state', 'approval_status']);

function memberValue(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return STATES.has(name) && typeof value === 'string' ? value.toUpperCase() : value;
}

/** Formats a refusal as a GraphQL error. */
export function formatRefusal(
  refusal: Refusal,
  requestId: string,
  at: Pick<GraphQLFormattedError, 'path' | 'locations'> = {},
  source?: ErrorSource,
): GraphQLFormattedError {
  const fields = fieldErrorsOf(refusal, source);
  const detail = detailOf(refusal, fields);
  return { message: detail, ...at, extensions: extensionsOf(refusal, requestId, { fields, detail }) };
}

/** Returns the refusal behind an execution error. Undefined if the error is a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof GraphQLError)) return undefined;
  // Without an original error, graphql-js itself reports it: a variable has the wrong type.
  if (!error.originalError) {
    return invalidMember('/variables', error.message);
  }
  return refusalOf(error.originalError);
}

/** Returns the error that graphql-js wrapped, for example a deadlock. */
export function originalError(error: unknown): Error {
  let inner = error;
  while (inner instanceof Error && 'originalError' in inner && inner.originalError instanceof Error)
    inner = inner.originalError;
  return inner instanceof Error ? inner : new Error(String(inner));
}

/** Converts anything thrown to a refusal. Unknown errors become `internal_error`, without details. */
export function asRefusal(error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  const inner = originalError(error);
  // The database is unavailable or busy, or the last retry failed. The client may retry with the same key.
  if (isTransient(inner))
    return new Refusal(
      'service_unavailable',
      'Temporarily unavailable. Retry with the same Idempotency-Key to learn the outcome.',
    );
  if (isInvalidText(inner)) return invalidMember('', 'must be text without U+0000');
  return new Refusal('internal_error');
}
