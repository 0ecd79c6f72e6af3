import type { Random } from '../world/random';

/** What a trade is about, and how it really went: known to the world, and to nobody's settlement. Pure. */

/** A delivery contract has so many items of equal weight. */
export const ITEMS = 5;

/** One step of a job: what is true of it whatever anyone says. Costs and values in stamps. */
export interface StepTruth {
  readonly stepNo: number;
  readonly price: number;
  readonly cost: number;
  readonly value: number;
  /** Items met when the work is done honestly: all of them but for the odd accident, which the threshold bears. */
  readonly metIfHonest: number;
  /** Items the provider worked on; 0 before. */
  worked: number;
  /** Items met in what was delivered; null while nothing is. */
  metItems: number | null;
}

// An honest provider fails at one item of one job in ten, and never at two: the threshold of 80 % forgives one.
const ACCIDENT = 0.1;
/** A job is so much harder or easier than its seat's average. */
const SPREAD = 0.15;

/** The steps of a job; `cost` and `value` are the averages of the seats that meet. */
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

export const coverageBps = (metItems: number): number => Math.floor((10_000 * metItems) / ITEMS);
