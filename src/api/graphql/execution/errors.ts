import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { invalid, Refusal } from '../../../domain/errors/errors';
import { isTransient, isInvalidText } from '../../../operations/database-errors';

/** `errors[].extensions` of a refusal: the members of contract §5 in camelCase; states as the schema's enums spell them. */
export function extensionsOf(refusal: Refusal, requestId: string): Record<string, unknown> {
  const { status, title, recovery } = refusal.entry;
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(refusal.members)) {
    members[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())] = memberValue(name, value);
  }
  return { code: refusal.code, status, title, recovery, requestId, ...members };
}

function memberValue(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return name === 'current_state' && typeof value === 'string' ? value.toUpperCase() : value;
}

/** One refusal as a GraphQL error. */
export function formatRefusal(
  refusal: Refusal,
  requestId: string,
  at: Pick<GraphQLFormattedError, 'path' | 'locations'> = {},
): GraphQLFormattedError {
  return { message: refusal.message, ...at, extensions: extensionsOf(refusal, requestId) };
}

/** What an error met while executing is: a refusal, or undefined for a fault of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof GraphQLError)) return undefined;
  // Without an original error it is the executor's own word on the request: a variable that does not fit its type.
  if (!error.originalError) {
    return invalid([{ pointer: '/variables', detail: error.message }]);
  }
  return refusalOf(error.originalError);
}

/** The error beneath the executor's wrapping, so that a deadlock is seen for what it is. */
export function original(error: unknown): Error {
  let inner = error;
  while (inner instanceof Error && 'originalError' in inner && inner.originalError instanceof Error)
    inner = inner.originalError;
  return inner instanceof Error ? inner : new Error(String(inner));
}

/** What anything thrown is to the caller: a refusal stays one, everything else tells nothing of the inside. */
export function asRefusal(error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  const inner = original(error);
  // The database was away, busy, or the work ran into others once too often: the same key may be sent again.
  if (isTransient(inner))
    return new Refusal(
      'service_unavailable',
      'The service is busy or a part of it is away: send the request again with the same key, which tells what became of it.',
    );
  if (isInvalidText(inner)) return invalid([{ pointer: '', detail: 'must be text without U+0000' }]);
  return new Refusal('internal_error');
}
