import type { ErrorCode } from '../../domain/errors/catalogue';
import { Refusal } from '../../domain/errors/errors';
import { ledgerErrors, OVERDRAFT } from './ledger-errors';
import { constraintOf, sqlState } from '../connection/failures';

/**
 * What a constraint says to a caller who lost a race: the decision was right for the facts it saw, and another
 * transaction committed first. A constraint that is not here is a fault of ours when it is violated.
 */
const refusals: Readonly<Record<string, ErrorCode>> = {
  listing_one_active: 'listing_already_active',
  trade_one_per_proposal: 'trade_state_conflict',
  settlement_one_per_trade: 'trade_state_conflict',
  [OVERDRAFT]: 'wallet_insufficient_balance',
};

/** SQLSTATEs of text that no column holds: bytes that are no character of the database's, U+0000 in JSON. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** Whether a caller's text was what a statement failed for, where nobody had looked at it before. */
export function isInvalidText(error: unknown): boolean {
  return UNSTORABLE.has(sqlState(error) ?? '');
}

function refusalFor(error: unknown): Refusal | undefined {
  if (sqlState(error) === ledgerErrors.stopped) {
    return new Refusal(
      'service_unavailable',
      'The ledger is stopped until an operator has found out why; nothing was moved.',
      { reason: 'ledger_stopped' },
    );
  }
  const code = refusals[constraintOf(error) ?? ''];
  return code && new Refusal(code);
}

/** Runs a statement; a violation of one of these constraints becomes its refusal. The transaction is spent then. */
export async function mapConstraintErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusalFor(error) ?? error;
  }
}
