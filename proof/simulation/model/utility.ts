import { ceilDiv, BPS } from '../../../src/domain/ledger/stamps';
import type { OwnSide } from '../agents/state';
import { coverageBps, ITEMS } from '../../../src/sandbox/counterparty/conduct';
import type { StepTruth } from './job';
import type { Side } from './strategies';

/**
 * Value of a trade to a party: the change of its stamps, plus the value of work received, minus the cost of work done.
 * Delivered work stays with the consumer; no settlement takes it back. Pure.
 */
export interface Ended {
  readonly steps: readonly StepTruth[];
  readonly own: OwnSide;
  readonly thresholdBps: number;
  readonly feeBps: number;
  /** Whether the other side broke its word too. */
  readonly otherBroke: boolean;
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const part = (whole: number, items: number): number => Math.round((whole * items) / ITEMS);

/** Change of the tickets and the bond since before the trade (`own` in docs/concepts/settlement.md). */
export function stampsOf({ received, compensation, paid, fees, slashed, burnt }: OwnSide): number {
  return received + compensation - paid - fees - slashed - burnt;
}

export const costOf = (steps: readonly StepTruth[]): number => sum(steps, ({ cost, worked }) => part(cost, worked));
export const valueOf = (steps: readonly StepTruth[]): number =>
  sum(steps, ({ value, metItems }) => part(value, metItems ?? 0));

/** Value of the trade for that side. */
export function broughtBy(side: Side, { steps, own }: Pick<Ended, 'steps' | 'own'>): number {
  return stampsOf(own) + (side === 'provider' ? -costOf(steps) : valueOf(steps));
}

/** Ways to keep one's word: all of the work, or the least work that reaches the threshold of the terms. */
export type Kept = 'all' | 'least';

/** The items that a provider must do. */
export const leastItems = (thresholdBps: number): number => Math.ceil((ITEMS * thresholdBps) / 10_000);

/**
 * Value that the same trade would have had for that side if it had kept its word. If the other side broke its word too,
 * this is the lowest possible value. A provider then gets its actual stamps for the whole work, and a consumer gets no
 * compensation. So no gain looks smaller than it is.
 */
export function keptBy(side: Side, ended: Ended, way: Kept): number {
  return side === 'provider' ? keptByProvider(ended, way) : keptByConsumer(ended);
}

function keptByProvider({ steps, own, otherBroke, thresholdBps }: Ended, way: Kept): number {
  const items = way === 'all' ? ITEMS : leastItems(thresholdBps);
  if (!otherBroke) return sum(steps, ({ price, cost }) => price - part(cost, items));
  return stampsOf(own) - sum(steps, ({ cost, worked, metItems }) => (metItems === null ? part(cost, worked) : cost));
}

function keptByConsumer({ steps, thresholdBps, feeBps, otherBroke }: Ended): number {
  return sum(steps, ({ price, value, metItems, metIfHonest }) => {
    const delivered = metItems ?? (otherBroke ? 0 : metIfHonest);
    const covered = Math.min(coverageBps(delivered), thresholdBps);
    const fee = Number(ceilDiv(BigInt(price) * BigInt(feeBps), BPS));
    return part(value, delivered) - Math.floor((price * covered) / thresholdBps) - fee;
  });
}
