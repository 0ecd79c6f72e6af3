import { DatabaseError } from 'pg';

/** The SQLSTATE of a write on a server that only reads: the primary became a standby. */
const READ_ONLY = '25006';
/**
 * SQLSTATEs after which a transaction runs again: serialization failure, deadlock, lock not available, and a write on a
 * standby. The next attempt of the last one has another connection.
 */
const RETRIED = new Set(['40001', '40P01', '55P03', READ_ONLY]);
/** Unique indexes that only concurrent transactions violate. On a retry the second one finds the first one's rows. */
const RETRIED_CONSTRAINTS = new Set(['proposal_pair_open', 'human_identity']);

export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

export function constraintOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.constraint : undefined;
}

/** Whether a retry of the same work may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRIED.has(sqlState(error) ?? '') || RETRIED_CONSTRAINTS.has(constraintOf(error) ?? '');
}

/** Whether a statement got no answer in time. Its connection is unusable: the answer may still come. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Whether the result columns of a prepared statement have changed, because a migration ran during a rolling upgrade.
 *
 * The SQLSTATE is `feature_not_supported`, which no statement of the service causes otherwise.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000';
}

/** Whether the connection must not return to the pool. */
export function mustDiscardConnection(error: unknown): boolean {
  return isQueryTimeout(error) || isStalePlan(error) || sqlState(error) === READ_ONLY;
}
