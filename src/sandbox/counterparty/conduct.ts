import type { Random } from './random';

/**
 * Next move of a party, from its conduct and its knowledge. Pure. Times are seconds from the event.
 *
 * The counterparties of a sandbox and the simulated market (proof/simulation) share it.
 */

/** Conduct in one trade. `honest` does everything as agreed, in time and truthfully. */
export type ProviderConduct =
  | 'honest'
  | 'silent'
  | 'late'
  | 'withdraws'
  | 'hollow'
  | 'short'
  | 'skims'
  | 'counters'
  | 'griefs'
  | 'weighs'
  | 'stalls';
export type ConsumerConduct =
  'honest' | 'silent' | 'late' | 'walks' | 'false_failure' | 'false_shortfall' | 'false_partial' | 'counters';

/** Items of equal weight in a delivery contract. */
export const ITEMS = 5;

/** Coverage of a delivery with this number of met items. */
export const coverageBps = (metItems: number): number => Math.floor((10_000 * metItems) / ITEMS);

const MINUTE = 60;
const HOUR = 3600;

export type ProviderMove =
  | { readonly move: 'nothing' }
  | { readonly move: 'withdraw'; readonly after: number }
  /** `worked` and `metItems` count items out of five. */
  | { readonly move: 'deliver'; readonly after: number; readonly worked: number; readonly metItems: number };

/** Move of a provider when a step becomes active. `left` is the time until its deadline. */
export function onActive(conduct: ProviderConduct, metIfHonest: number, left: number, chance: Random): ProviderMove {
  const after = chance.int(2 * HOUR, 14 * HOUR);
  switch (conduct) {
    case 'silent':
      return { move: 'nothing' };
    case 'withdraws':
      return { move: 'withdraw', after: Math.min(after, left - HOUR) };
    case 'late':
      return { move: 'deliver', after: left + chance.int(10 * MINUTE, 6 * HOUR), worked: ITEMS, metItems: metIfHonest };
    case 'stalls':
      return { move: 'deliver', after: left - chance.int(10 * MINUTE, 40 * MINUTE), worked: 0, metItems: 0 };
    case 'weighs':
      return { move: 'deliver', after, worked: 1, metItems: 1 };
    case 'hollow':
      return { move: 'deliver', after, worked: 0, metItems: 0 };
    case 'short':
    case 'griefs':
      return { move: 'deliver', after, worked: ITEMS - 2, metItems: ITEMS - 2 };
    case 'skims':
      return { move: 'deliver', after, worked: ITEMS - 1, metItems: ITEMS - 1 };
    case 'honest':
    case 'counters':
      return { move: 'deliver', after, worked: ITEMS, metItems: metIfHonest };
  }
}

export interface Check {
  readonly after: number;
  readonly status: 'confirmed' | 'failed';
  /** Number of items reported as met. */
  readonly metItems: number;
}

/** A delivery as its consumer finds it. `left` is the time until the deadline in seconds. */
export interface Found {
  readonly metItems: number;
  readonly thresholdBps: number;
  readonly left: number;
}

/**
 * Checkpoint of a consumer on a delivery with `metItems` met items. Null if it submits none. A liar need not lie about
 * bad work: anything below the threshold may be reported as failed.
 */
export function onDelivery(conduct: ConsumerConduct, found: Found, chance: Random): Check | null {
  const { metItems, left, thresholdBps } = found;
  const good = coverageBps(metItems) >= thresholdBps;
  const after = chance.int(HOUR, 24 * HOUR);
  const truth: Check = { after, metItems, status: metItems === 0 ? 'failed' : 'confirmed' };
  // A lie gains time by coming late: the provider keeps only the minimum time to rebut.
  const lateLie = left - chance.int(10 * MINUTE, 40 * MINUTE);
  switch (conduct) {
    case 'silent':
      return null;
    case 'late':
      return { ...truth, after: left + chance.int(10 * MINUTE, 6 * HOUR) };
    case 'false_failure':
      return good ? { after: lateLie, status: 'failed', metItems: 0 } : { after, status: 'failed', metItems };
    case 'false_partial':
      return good ? { after: lateLie, status: 'confirmed', metItems: ITEMS - 2 } : truth;
    case 'false_shortfall':
      return good ? { after: lateLie, status: 'confirmed', metItems: 1 } : truth;
    case 'honest':
    case 'walks':
    case 'counters':
      return truth;
  }
}

/** Conducts that rebut a true checkpoint too. */
const BLUFFS: ReadonlySet<ProviderConduct> = new Set(['hollow', 'griefs', 'weighs', 'stalls']);

/** Whether a provider rebuts a checkpoint below the threshold: if it is false, or in any case. */
export function rebuts(conduct: ProviderConduct, metItems: number, saidMet: number, thresholdBps: number): boolean {
  if (coverageBps(saidMet) >= thresholdBps) return false;
  return BLUFFS.has(conduct) || coverageBps(metItems) >= thresholdBps;
}

/** Seconds until the rebuttal. An honest provider reads its events often enough to use its one hour. */
export const rebuttalAfter = (chance: Random): number => chance.int(5 * MINUTE, 40 * MINUTE);

// A firm party repeats its first price this often, then rejects. A looping party continues longer.
const FIRM = 2;
const LOOPS = 6;

export type Answer = 'accept' | 'reject' | 'original' | 'better';

/**
 * Answer to a revision of the other side. `mine` counts the own counters; `worse` compares with the match's price. An
 * honest party takes the match's price or a better one, and no other.
 */
export function answer(loops: boolean, mine: number, worse: boolean): Answer {
  if (loops) return mine < LOOPS ? 'better' : 'accept';
  if (!worse) return 'accept';
  return mine < FIRM ? 'original' : 'reject';
}

/** A counter moves the price by a twentieth in the own favour each time. */
export function counterPrice(price: number, side: 'provider' | 'consumer'): number {
  const step = Math.max(1, Math.round(price / 20));
  return Math.max(1, side === 'provider' ? price + step : price - step);
}

/**
 * Whether the operators miss the nth dispute of a kind, from 0. After each dispute, the missed number differs from the
 * share by less than 1. `offset` from 0 to 1 decides which disputes they are.
 */
export const isMissed = (nth: number, missed: number, offset: number): boolean =>
  Math.floor(offset + (nth + 1) * missed) > Math.floor(offset + nth * missed);

/** Verdict of an operator: the truth. */
export function verdictOn(metItems: number, thresholdBps: number): 'pass' | 'fail' {
  return coverageBps(metItems) >= thresholdBps ? 'pass' : 'fail';
}
