interface ContestedStep {
  readonly priceStamps: number;
  readonly coverageBps: number | null;
  readonly checkpointStatus: string | null;
}

/**
 * The coverage that the consumer concedes, at most the threshold.
 *
 * A failed checkpoint without a partial coverage concedes nothing.
 */
export function concededBps({ coverageBps }: Pick<ContestedStep, 'coverageBps'>, thresholdBps: number): number {
  return Math.min(coverageBps ?? 0, thresholdBps);
}

/** The part of the price on which the sides differ, in stamps. Zero without a checkpoint. */
export function contestedStamps(step: ContestedStep, thresholdBps: number): number {
  if (step.checkpointStatus === null) return 0;
  return step.priceStamps - shareOf(step.priceStamps, concededBps(step, thresholdBps), thresholdBps);
}

/** `floor(price × part ÷ whole)`, without rounding on the way. */
export function shareOf(priceStamps: number, part: number, whole: number): number {
  return Number((BigInt(priceStamps) * BigInt(part)) / BigInt(whole));
}
