import type { RulingPreviewFragment, RulingScreenQuery } from '../../../api/document-types';
import { concededBps, shareOf } from '../parts/contested';

/** The trade as the screen reads it. */
export type RuledTrade = NonNullable<RulingScreenQuery['operatorTrade']>;
export type RuledStep = RuledTrade['steps'][number];

/** One way in which the step can end. */
export interface Outcome {
  readonly id: 'PASS' | 'FAIL' | 'PARTIAL' | 'LAPSE';
  readonly name: string;
  /** The coverage of the verdict; null without one. */
  readonly ruledBps: number | null;
  readonly preview: RulingPreviewFragment;
}

/** The change of the stamps of a party by an outcome, compared with now. */
export interface Change {
  /** Undefined: the console does not know the policy. */
  readonly fromPrice: number | undefined;
  readonly slash: number;
  readonly compensation: number;
}

export interface Changes {
  readonly byParty: ReadonlyMap<string, Change>;
  /** Stamps for the slash pool, which no side gets. */
  readonly toPool: number | undefined;
}

interface Split {
  readonly toProvider: number;
  readonly toConsumer: number;
  readonly burntBySide: number;
}

/**
 * The split of the price, by the formulas in docs/concepts/settlement.md.
 *
 * A preview for operators has the slash and the compensations, and no amounts of the escrow.
 */
function splitOf(step: RuledStep, { proposal }: RuledTrade, { preview, ruledBps }: Outcome): Split | undefined {
  const { coverageThresholdBps: threshold, disputeBurnBps } = proposal.currentRevision.terms;
  const { priceStamps: price } = step;
  const { failureCause: cause, policyVersion } = preview;
  const conceded = concededBps(step, threshold);
  const split = (toProvider: number, burntBySide = 0): Split => {
    return { toProvider, burntBySide, toConsumer: price - toProvider - 2 * burntBySide };
  };
  if (cause === 'NOT_ACTIVATED') return { toProvider: 0, toConsumer: 0, burntBySide: 0 };
  if (cause === null || cause === 'NO_CHECKPOINT') return split(price);
  if (cause === 'NO_CONTRACT' || cause === 'WITHDREW') return split(0);
  if (policyVersion === 'slash_policy_v1') {
    if (cause === 'VERDICT_OVERTURNED') return split(price);
    return split(cause === 'DELIVERY_FAILED' ? 0 : shareOf(price, conceded, threshold));
  }
  if (policyVersion !== 'slash_policy_v1.1') return undefined;
  if (cause === 'UNRULED') {
    const claimed = shareOf(price, conceded, threshold);
    const contested = price - claimed;
    const burnt = shareOf(contested, disputeBurnBps, 10_000);
    return split(claimed + Math.ceil(contested / 2) - burnt, burnt);
  }
  const ruled = ruledBps === null ? conceded : Math.min(Math.max(ruledBps, conceded), threshold);
  return split(shareOf(price, ruled, threshold));
}

/** Computes the change of every party in an outcome. */
export function changesOf(trade: RuledTrade, step: RuledStep, outcome: Outcome): Changes {
  const { slashStamps, faultPrincipalKey, compensations } = outcome.preview;
  const split = splitOf(step, trade, outcome);
  const fromPrice = (principalKey: string): number | undefined => {
    if (!split) return undefined;
    if (principalKey === step.providerPrincipalKey) return split.toProvider;
    return principalKey === step.consumerPrincipalKey ? split.toConsumer : 0;
  };
  const compensated = (principalKey: string): number =>
    compensations.find((one) => one.principalKey === principalKey)?.amountStamps ?? 0;
  const byParty = new Map(
    trade.participants.map(({ principalKey }): [string, Change] => [
      principalKey,
      {
        fromPrice: fromPrice(principalKey),
        slash: principalKey === faultPrincipalKey ? slashStamps : 0,
        compensation: compensated(principalKey),
      },
    ]),
  );
  const paidOut = compensations.reduce((sum, { amountStamps }) => sum + amountStamps, 0);
  return { byParty, toPool: split && slashStamps - paidOut + 2 * split.burntBySide };
}

/** The change of all stamps of a party, if it is known. */
export function totalOf({ fromPrice, slash, compensation }: Change): number | undefined {
  return fromPrice === undefined ? undefined : fromPrice - slash + compensation;
}

/** The name of a participant. */
export function nameOf({ participants }: Pick<RuledTrade, 'participants'>, principalKey: string): string {
  return participants.find((one) => one.principalKey === principalKey)?.principal.displayName ?? principalKey;
}

/** The step that the screen is about: the active one, or else the last one with a checkpoint. */
export function stepOf({ steps }: RuledTrade): RuledStep | undefined {
  return (
    steps.find(({ state }) => state === 'ACTIVE') ??
    steps.findLast(({ checkpointStatus }) => checkpointStatus !== null) ??
    steps.findLast(({ activatedAt }) => activatedAt !== null) ??
    steps[0]
  );
}
