import { Refusal } from '../../domain/errors/errors';
import { ledgerErrors } from '../sql/ledger-errors';
import { isRetryable, sqlState } from './failures';

/** Classes of SQLSTATE that say the server, not the work, is at fault: connection, rollback, resources, operator, system. */
const CLASSES = new Set(['08', '40', '53', '55', '57', '58']);
/** What pg and Node say of a connection that is not there (any more); these carry no SQLSTATE. */
const LOST =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|connection error and is not queryable|Cannot use a pool after calling end/;

/**
 * `idle_in_transaction_session_timeout`: a process of ours that stood still for too long; `read_only_sql_transaction`: a
 * server that takes no writes, as a standby does until it is promoted.
 */
const STATES = new Set(['25P03', '25006']);

/** Of those, what says that others are at work on the same rows, or took too long over them: other rows are free. */
const CONTENTION = new Set(['55P03', '57014']);

/** Whether it was others at work on the same rows that stopped this work, and nothing else. */
export function isContention(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return state.startsWith('40') || CONTENTION.has(state);
}

/** Whether the same work may succeed later without anybody's doing: the database was away, busy or stopped writing. */
export function isTransient(error: unknown): boolean {
  if (error instanceof Refusal) return error.entry.recovery === 'transient';
  const state = sqlState(error);
  if (state !== undefined)
    return isRetryable(error) || CLASSES.has(state.slice(0, 2)) || STATES.has(state) || state === ledgerErrors.stopped;
  if (!(error instanceof Error)) return false;
  return LOST.test(error.message) || ('syscall' in error && 'code' in error);
}
