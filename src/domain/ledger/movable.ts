import { Validator } from '../validator';
import { Refusal } from '../errors/errors';
import { MAX_STAMPS } from './stamps';

/**
 * An amount a caller moves between balances of its own: at least one stamp, and no more than there is.
 * @param balance what the stamps leave, for the detail: `The ticket balance`
 * @throws Refusal 400 `validation_failed`; 402 with that code, `required_stamps` and `available_stamps`
 */
export function checkMovable(
  code: 'wallet_insufficient_balance' | 'principal_bond_insufficient_balance',
  amount: bigint,
  available: bigint,
  balance: string,
): void {
  const check = new Validator();
  check.int('/amount_stamps', amount, { min: 1, max: Number(MAX_STAMPS) });
  check.done();
  if (amount <= available) return;
  throw new Refusal(
    code,
    `${balance} is ${String(available)} stamps, ${String(amount)} are asked for; nothing was moved.`,
    {
      required_stamps: amount,
      available_stamps: available,
    },
  );
}
