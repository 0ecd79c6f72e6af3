import { ITEMS } from '../../../src/sandbox/counterparty/conduct';
import type { Random } from '../../../src/sandbox/counterparty/random';

/** The content of a trade and its true outcome. The service does not know the truth. Pure. */

/** The acceptance items of every step. */
export const ACCEPTANCE_ITEMS = Array.from({ length: ITEMS }, (_, index) => ({
  itemId: `item-${String(index + 1)}`,
  description: 'A part of the work',
  weight: 1,
}));

/** The truth about one step of a job. Costs and values are in stamps. */
export interface StepTruth {
  readonly stepNo: number;
  readonly price: number;
  readonly cost: number;
  readonly value: number;
  /** Items met by honest work: all of them except after an accident, which the threshold tolerates. */
  readonly metIfHonest: number;
  /** Items the provider worked on; 0 before. */
  worked: number;
  /** Items met in the delivery. Null before it. */
  metItems: number | null;
}

// An honest provider fails at one item in one job of ten, and never at two. The threshold of 80 % tolerates one.
const ACCIDENT = 0.1;
/** Maximum deviation of a job from its segment's average. */
const SPREAD = 0.15;

/** Steps of a job. `cost` and `value` are the averages of the two segments. */
export function jobOf(prices: readonly number[], cost: number, value: number, chance: Random): StepTruth[] {
  const total = prices.reduce((sum, price) => sum + price, 0);
  const hardness = 1 - SPREAD + 2 * SPREAD * chance.next();
  return prices.map((price, index) => ({
    stepNo: index + 1,
    price,
    cost: Math.round((cost * hardness * price) / total),
    value: Math.round((value * price) / total),
    metIfHonest: chance.chance(ACCIDENT) ? ITEMS - 1 : ITEMS,
    worked: 0,
    metItems: null,
  }));
}
