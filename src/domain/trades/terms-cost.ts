import { activationFee, sum } from '../ledger/stamps';
import type { Terms } from '../types';
import { bondOf } from './terms';

/** The most that a trade of terms can cost a principal. */
export interface TermsCost {
  /** Prices of the steps that the principal consumes. */
  readonly priceStamps: bigint;
  /** Fees for the activation of these steps. */
  readonly feeStamps: bigint;
  readonly bondStamps: bigint;
  readonly totalStamps: bigint;
}

export function costOfTerms(terms: Terms, principalId: string, activationFeeBps: number): TermsCost {
  const prices = terms.steps
    .filter((step) => step.consumer_principal_id === principalId)
    .map((step) => BigInt(step.price_stamps));
  const priceStamps = sum(prices);
  const feeStamps = sum(prices.map((price) => activationFee(price, activationFeeBps)));
  const bondStamps = bondOf(terms, principalId);
  return { priceStamps, feeStamps, bondStamps, totalStamps: priceStamps + feeStamps + bondStamps };
}
