import { ceilDiv, DAY, type Model, type Step, type Trade } from './model';

/** `rules_v1.1` and `slash_policy_v1.1`, computed a second time from docs/concepts/settlement.md. */

export interface Fault {
  readonly failureClass: string;
  readonly cause: string;
  /** Null if no principal is at fault. */
  readonly party: number | null;
}

interface Claim {
  readonly threshold: number;
  readonly claimed: number;
  /** The verdict, between claim and threshold. Null without one. */
  readonly ruled: number | null;
}

function claimOf({ threshold }: Trade, { checkpoint, verdict }: Step): Claim {
  const claimed = Math.min(checkpoint?.coverage ?? 0, threshold);
  const ruled = verdict === null ? null : Math.min(Math.max(verdict.coverage, claimed), threshold);
  return { threshold, claimed, ruled };
}

function shortfall(coverage: number): Pick<Fault, 'failureClass' | 'cause'> {
  return coverage === 0
    ? { failureClass: 'F2', cause: 'delivery_failed' }
    : { failureClass: 'F3', cause: 'coverage_shortfall' };
}

/** The first rule that holds for the active step. */
export function activeFault(model: Model, trade: Trade, step: Step): Fault | null {
  const { threshold, claimed, ruled } = claimOf(trade, step);
  if (ruled !== null) {
    const [consumerOff, providerOff] = [ruled - claimed, threshold - ruled];
    if (consumerOff === providerOff) return { failureClass: 'F3', cause: 'even_ruling', party: null };
    if (consumerOff > providerOff) return { failureClass: 'F5', cause: 'verdict_overturned', party: step.consumer };
    return { ...shortfall(ruled), party: step.provider };
  }
  if (!model.due(step.deadline)) return null;
  if (step.weights === null) return { failureClass: 'F1', cause: 'no_contract', party: step.provider };
  if (step.checkpoint === null) return { failureClass: 'F5', cause: 'no_checkpoint', party: step.consumer };
  if (step.disputed) return { ...shortfall(claimed), cause: 'unruled', party: null };
  return { ...shortfall(claimed), party: step.provider };
}

/** Stamps of the price for the provider, and what each side loses to the slash pool. */
export function splitOf(
  trade: Trade,
  step: Step,
  { cause }: Fault,
): { readonly provider: number; readonly burnt: number } {
  const { threshold, claimed, ruled } = claimOf(trade, step);
  const covered = (coverage: number): number => Math.floor((step.price * coverage) / threshold);
  if (cause === 'no_contract' || cause === 'withdrew') return { provider: 0, burnt: 0 };
  if (cause === 'no_checkpoint') return { provider: step.price, burnt: 0 };
  if (cause !== 'unruled') return { provider: covered(ruled ?? claimed), burnt: 0 };
  const contested = step.price - covered(claimed);
  const burnt = Math.floor((contested * trade.burn) / 10_000);
  return { provider: covered(claimed) + ceilDiv(contested, 2) - burnt, burnt };
}

/** Half for a good record: no fault, and three completed trades with two other parties, within 180 days. */
function discountOf(model: Model, party: number): bigint {
  const since = model.time - 180 * DAY;
  const recent = model.trades.filter(({ end }) => end !== null && end.at > since);
  if (recent.some(({ end }) => end?.fault === party)) return 10_000n;
  const completed = recent.filter(({ end, members }) => end?.outcome === 'completed' && members.includes(party));
  const others = new Set(completed.flatMap(({ members }) => members.filter((member) => member !== party)));
  return completed.length >= 3 && others.size >= 2 ? 5_000n : 10_000n;
}

/** One division, rounded up. A bigint, because the product exceeds the safe integers. */
export function slashOf(model: Model, trade: Trade, step: Step, { cause, party }: Fault): number {
  if (party === null) return 0;
  const bond = BigInt(trade.bonds.get(party) ?? 0);
  const up = (product: bigint, divisor: bigint): number => Number((product + divisor - 1n) / divisor);
  const { threshold, claimed, ruled } = claimOf(trade, step);
  switch (cause) {
    case 'no_contract':
    case 'withdrew':
      return Number(bond);
    case 'no_checkpoint':
    case 'not_activated':
      return up(bond * 5_000n * discountOf(model, party), 100_000_000n);
  }
  if (ruled === null) {
    const missing = BigInt(threshold - claimed);
    return up(bond * 5_000n * discountOf(model, party) * missing, 100_000_000n * BigInt(threshold));
  }
  return up(bond * BigInt(Math.abs(ruled - claimed - (threshold - ruled))), BigInt(threshold));
}
