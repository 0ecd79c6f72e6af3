export type CheckpointStatus = 'CONFIRMED' | 'FAILED';

/** An item of a contract with its answer, and what it counts. */
export interface CountedItem {
  readonly met: boolean;
  readonly weight: number;
  /** The coverage is 0 without this item. */
  readonly must: boolean;
}

interface Claim {
  readonly status: CheckpointStatus;
  readonly items: readonly CountedItem[];
  readonly thresholdBps: number;
  /** Whether items count by their weights. Otherwise a failed delivery never reaches the threshold. */
  readonly isWeighted: boolean;
}

/** A checkpoint as the service counts it. */
interface Counted {
  readonly coverageBps: number;
  readonly passes: boolean;
  /** The other answer, if the service refuses this one. */
  readonly instead: CheckpointStatus | undefined;
}

const sumOf = (items: readonly CountedItem[], isWeighted: boolean): number =>
  items.reduce((sum, { weight }) => sum + (isWeighted ? weight : 1), 0);

/** Counts a checkpoint by the rules of the service (docs/concepts/settlement.md). */
export function counted({ status, items, thresholdBps, isWeighted }: Claim): Counted {
  const missesMust = items.some((item) => item.must && !item.met);
  const metItems = items.filter((item) => item.met);
  const claimedBps = missesMust ? 0 : Math.floor((10_000 * sumOf(metItems, isWeighted)) / sumOf(items, isWeighted));
  const isFull = status === 'FAILED' && claimedBps >= thresholdBps;
  const coverageBps = isFull && !isWeighted ? 0 : claimedBps;
  const isNone = status === 'CONFIRMED' && coverageBps === 0 && !missesMust;
  const instead = isNone ? 'FAILED' : isFull && isWeighted ? 'CONFIRMED' : undefined;
  return { coverageBps, passes: coverageBps >= thresholdBps, instead };
}
