import { Refusal } from '../../domain/errors/errors';
import { ledgerErrors } from '../sql/ledger-errors';
import { isLostConnection, isRetryable, sqlState } from './failures';

/** SQLSTATE classes of server errors: connection, rollback, resources, operator intervention, system. */
const CLASSES = new Set(['08', '40', '53', '55', '57', '58']);
/**
 * `idle_in_transaction_session_timeout` after a process stalled, and `read_only_sql_transaction`.
 *
 * The latter comes from a standby before its promotion.
 */
const STATES = new Set(['25P03', '25006']);

/** Timeouts of locks and statements: other transactions use the same rows. */
const CONTENTION = new Set(['55P03', '57014']);

/** Whether only other transactions on the same rows stopped this work. */
export function isContention(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return state.startsWith('40') || CONTENTION.has(state);
}

/** Whether the same work may succeed later: the database was unavailable, busy or read-only. */
export function isTransient(error: unknown): boolean {
  if (error instanceof Refusal) return error.entry.recovery === 'transient';
  const state = sqlState(error);
  if (state === undefined) return isLostConnection(error);
  return isRetryable(error) || CLASSES.has(state.slice(0, 2)) || STATES.has(state) || state === ledgerErrors.halted;
}
