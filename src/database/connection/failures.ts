import { DatabaseError } from 'pg';

/** SQLSTATEs after which the work is run again from the top: serialization failure, deadlock, lock not available. */
const RETRIED = new Set(['40001', '40P01', '55P03']);
/** Unique indexes that only concurrent runs can hit: the second run sees the first one's rows. */
const RETRIED_CONSTRAINTS = new Set(['proposal_pair_open', 'human_identity']);

export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

export function constraintOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.constraint : undefined;
}

/** Whether running the same work again may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRIED.has(sqlState(error) ?? '') || RETRIED_CONSTRAINTS.has(constraintOf(error) ?? '');
}

/** Whether nothing was heard of a statement: what its connection would say later belongs to nobody. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Whether what a statement answers has changed since it was prepared on this connection: a migration added a column, in a
 * rolling upgrade. `feature_not_supported`, of which no statement of ours can have another cause.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000';
}

/** Whether the connection is of no more use to anybody. */
export function mustDiscardConnection(error: unknown): boolean {
  return isQueryTimeout(error) || isStalePlan(error);
}
