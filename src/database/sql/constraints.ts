import type { ErrorCode } from '../../domain/errors/catalogue';
import { Refusal } from '../../domain/errors/errors';
import { ledgerErrors, OVERDRAFT } from './ledger-errors';
import { constraintOf, sqlState } from '../connection/failures';

/**
 * Constraints that a request violates if a concurrent one commits first, with the error of that case.
 *
 * A violation of any other constraint is a defect of the service.
 */
const refusals: Readonly<Record<string, ErrorCode>> = {
  listing_one_active: 'listing_already_active',
  trade_one_per_proposal: 'trade_state_conflict',
  settlement_one_per_trade: 'trade_state_conflict',
  [OVERDRAFT]: 'wallet_insufficient_balance',
};

/** SQLSTATEs of invalid text: bytes outside the encoding, U+0000 in JSON. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** Whether a statement failed because of invalid text from a caller. */
export function isInvalidText(error: unknown): boolean {
  return UNSTORABLE.has(sqlState(error) ?? '');
}

function refusalFor(error: unknown): Refusal | undefined {
  if (sqlState(error) === ledgerErrors.halted) {
    return new Refusal(
      'service_unavailable',
      'The ledger is halted until an operator has examined it. Nothing was moved.',
      { reason: 'ledger_stopped' },
    );
  }
  const code = refusals[constraintOf(error) ?? ''];
  return code && new Refusal(code);
}

/** Maps violations of these constraints to refusals. The transaction has failed in that case. */
export async function mapConstraintErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusalFor(error) ?? error;
  }
}
