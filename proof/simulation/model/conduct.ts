import type { Random } from '../world/random';
import { coverageBps, ITEMS } from './job';
import type { ConsumerConduct, ProviderConduct } from './strategies';

/** What a party does next, from its conduct and what it knows. Pure; times in seconds from when it heard. */

const MINUTE = 60;
const HOUR = 3600;

export type ProviderMove =
  | { readonly move: 'nothing' }
  | { readonly move: 'withdraw'; readonly after: number }
  /** `worked` and `met`: items out of five. */
  | { readonly move: 'deliver'; readonly after: number; readonly worked: number; readonly metItems: number };

/** What a provider does with a step that has become active. `left`: until its deadline. */
export function onActive(conduct: ProviderConduct, metIfHonest: number, left: number, chance: Random): ProviderMove {
  const after = chance.int(2 * HOUR, 14 * HOUR);
  switch (conduct) {
    case 'silent':
      return { move: 'nothing' };
    case 'withdraws':
      return { move: 'withdraw', after: Math.min(after, left - HOUR) };
    case 'late':
      return { move: 'deliver', after: left + chance.int(10 * MINUTE, 6 * HOUR), worked: ITEMS, metItems: metIfHonest };
    case 'hollow':
      return { move: 'deliver', after, worked: 0, metItems: 0 };
    case 'short':
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
  /** Items said to be met. */
  readonly metItems: number;
}

/** What a consumer finds in a delivery. `left`: seconds until the deadline. */
export interface Found {
  readonly metItems: number;
  readonly thresholdBps: number;
  readonly left: number;
}

/**
 * A consumer's checkpoint on a delivery in which `met` items are really met; null: it submits none. Who would lie about
 * good work need not about bad: any of it that is short of the threshold may be called failed.
 */
export function onDelivery(conduct: ConsumerConduct, found: Found, chance: Random): Check | null {
  const { metItems, left, thresholdBps } = found;
  const good = coverageBps(metItems) >= thresholdBps;
  const after = chance.int(HOUR, 24 * HOUR);
  const truth: Check = { after, metItems, status: metItems === 0 ? 'failed' : 'confirmed' };
  // A lie gains time from coming late: the provider is left the least it must be left to rebut.
  const lateLie = left - chance.int(10 * MINUTE, 40 * MINUTE);
  switch (conduct) {
    case 'silent':
      return null;
    case 'late':
      return { ...truth, after: left + chance.int(10 * MINUTE, 6 * HOUR) };
    case 'false_failure':
      return good ? { after: lateLie, status: 'failed', metItems: 0 } : { after, status: 'failed', metItems };
    case 'false_shortfall':
      return good ? { after: lateLie, status: 'confirmed', metItems: 1 } : truth;
    case 'honest':
    case 'walks':
    case 'counters':
      return truth;
  }
}

/** Whether a provider rebuts a checkpoint that leaves it short of the threshold: in truth, or in any case. */
export function rebuts(conduct: ProviderConduct, metItems: number, saidMet: number, thresholdBps: number): boolean {
  if (coverageBps(saidMet) >= thresholdBps) return false;
  return conduct === 'hollow' || coverageBps(metItems) >= thresholdBps;
}

/** Seconds until it does: an honest provider looks at its events often enough to use the hour it has. */
export const rebuttalAfter = (chance: Random): number => chance.int(5 * MINUTE, 40 * MINUTE);

// Who is firm says the first price again so often, then ends it; who loops goes on for longer than that.
const FIRM = 2;
const LOOPS = 6;

export type Answer = 'accept' | 'reject' | 'original' | 'better';

/**
 * The answer to a revision of the other side's. `mine`: how often one has countered already; `worse`: whether it leaves
 * one less than the match did. An honest party takes the match's price or one better for itself, and no other.
 */
export function answer(loops: boolean, mine: number, worse: boolean): Answer {
  if (loops) return mine < LOOPS ? 'better' : 'accept';
  if (!worse) return 'accept';
  return mine < FIRM ? 'original' : 'reject';
}

/** A counter moves the price by a twentieth in one's favour, each time anew. */
export function counterPrice(price: number, side: 'provider' | 'consumer'): number {
  const step = Math.max(1, Math.round(price / 20));
  return Math.max(1, side === 'provider' ? price + step : price - step);
}

/** An operator's verdict: what is true. */
export function verdictOn(metItems: number, thresholdBps: number): 'pass' | 'fail' {
  return coverageBps(metItems) >= thresholdBps ? 'pass' : 'fail';
}
