import { Validator } from '../validator';
import { Refusal } from '../errors/errors';
import { MAX_STAMPS } from './stamps';

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
