import { DatabaseError } from 'pg';

/** The SQLSTATE of a write on a server that only reads: the primary became a standby. */
const READ_ONLY = '25006';
/** SQLSTATEs after which a transaction runs again: serialization failure, deadlock, lock not available. */
const RETRIED = new Set(['40001', '40P01', '55P03']);
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

/**
 * Whether the work fails only because its connection is old: it has stale plans, or its server became a standby.
 *
 * Each connection of the pool may be old, so the work is retried until a new one runs it.
 */
export function isStaleConnection(error: unknown): boolean {
  return isStalePlan(error) || sqlState(error) === READ_ONLY;
}

/** Whether the connection must not return to the pool. */
export function mustDiscardConnection(error: unknown): boolean {
  return isQueryTimeout(error) || isStaleConnection(error);
}

/** Messages of `pg` for a lost connection. They carry no SQLSTATE. */
const LOST_CONNECTION =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|connection error and is not queryable|Cannot use a pool after calling end/;

/** Whether the connection was lost. Such an error has no SQLSTATE. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOST_CONNECTION.test(error.message) || ('syscall' in error && 'code' in error);
}

/** SQLSTATE classes: connection, resources such as a full disk, system. */
const OUTAGE_CLASSES = new Set(['08', '53', '58']);
/** The server stops or starts, is read-only, or lost the process of the connection. */
const OUTAGE_STATES = new Set(['57P01', '57P02', '57P03', '25006']);

/** Whether the database is away for everybody, so every worker and request fails the same way. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return isLostConnection(error);
  return OUTAGE_CLASSES.has(state.slice(0, 2)) || OUTAGE_STATES.has(state);
}
