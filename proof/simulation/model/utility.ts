import { ceilDiv, BPS } from '../../../src/domain/ledger/stamps';
import type { OwnSide } from '../agents/state';
import { coverageBps, ITEMS, type StepTruth } from './job';
import type { Side } from './strategies';

/**
 * What a trade was worth to a party: what it has more or fewer stamps of, plus the value of work received, minus the
 * cost of work done. Work that is delivered is in the consumer's hands, and no settlement takes it back. Pure.
 */
export interface Ended {
  readonly steps: readonly StepTruth[];
  readonly own: OwnSide;
  readonly thresholdBps: number;
  readonly feeBps: number;
  /** Whether the other side did not keep its word either. */
  readonly otherBroke: boolean;
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const part = (whole: number, items: number): number => Math.round((whole * items) / ITEMS);

/** The change of its tickets and bond since before the trade (contract §7, `own`). */
export function stampsOf({ received, compensation, paid, fees, slashed }: OwnSide): number {
  return received + compensation - paid - fees - slashed;
}

export const costOf = (steps: readonly StepTruth[]): number => sum(steps, ({ cost, worked }) => part(cost, worked));
export const valueOf = (steps: readonly StepTruth[]): number => sum(steps, ({ value, metItems }) => part(value, metItems ?? 0));

/** What the trade brought that side. */
export function broughtBy(side: Side, { steps, own }: Pick<Ended, 'steps' | 'own'>): number {
  return stampsOf(own) + (side === 'provider' ? -costOf(steps) : valueOf(steps));
}

/**
 * What the same trade would have brought that side, had it kept its word. Where the other side broke its own as well,
 * the least it can be: a provider then gets the stamps it got, for the whole work; a consumer is compensated for
 * nothing. So nobody's gain is made to look smaller than it is.
 */
export function keptBy(side: Side, ended: Ended): number {
  return side === 'provider' ? keptByProvider(ended) : keptByConsumer(ended);
}

function keptByProvider({ steps, own, otherBroke }: Ended): number {
  if (!otherBroke) return sum(steps, ({ price, cost }) => price - cost);
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
