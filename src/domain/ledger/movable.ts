import { Validator } from '../validator';
import type { Account, Journal, TransferKind } from '../effects';
import { Refusal } from '../errors/errors';
import { journals, line } from './accounts';
import { MAX_STAMPS } from './stamps';

/** A movement of stamps that a caller requests between its own balances. */
export interface Movement {
  readonly amountStamps: bigint;
  /** The idempotency key of the request with its scope. */
  readonly requestKey: string;
}

/** The journal of a movement. Its key includes the journal id, because one request can move stamps several times. */
export function movementJournals(
  kind: TransferKind,
  journalId: string,
  { from, to }: { readonly from: Account; readonly to: Account },
  { amountStamps, requestKey }: Movement,
): readonly Journal[] {
  const idemKey = `request:${requestKey}:${journalId}`;
  return journals({ journalId, idemKey, kind, tradeId: null }, [line(from, to, amountStamps)]);
}

/** The balance from which a caller moves stamps. */
export interface MovableSource {
  /** Name for the error text: `ticket balance`. */
  readonly name: string;
  readonly available: bigint;
  readonly remedy: string;
}

/**
 * Checks an amount that a caller moves between its own balances.
 *
 * @throws Refusal 400 `validation_failed`; 402 with `code`, `required_stamps` and `available_stamps`
 */
export function checkMovable(
  code: 'wallet_insufficient_balance' | 'principal_bond_insufficient_balance',
  amount: bigint,
  { name, available, remedy }: MovableSource,
): void {
  const check = new Validator();
  check.int('/amount_stamps', amount, { min: 1, max: Number(MAX_STAMPS) });
  check.done();
  if (amount <= available) return;
  throw new Refusal(
    code,
    `Your ${name} is ${String(available)} stamps, and you requested ${String(amount)}. No stamps were moved.`,
    { required_stamps: amount, available_stamps: available },
    remedy,
  );
}
