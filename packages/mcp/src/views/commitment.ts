/** A step of terms or of a trade, as far as money is concerned. */
export interface PricedStep {
  readonly priceStamps: number;
  readonly consumerPrincipalKey: string;
  readonly providerPrincipalKey: string;
}

/** Stamps that a party commits with a trade. */
export interface Commitment {
  /** Prices of the steps that the party consumes. */
  readonly priceStamps: number;
  readonly feeStamps: number;
  readonly bondStamps: number;
  readonly totalStamps: number;
}

const BPS = 10_000;

/** The most that a party may pay in a trade with these steps, and its bond. Fees and bonds are rounded up, as the service does. */
export function commitmentOf(
  steps: readonly PricedStep[],
  bondBps: number,
  feeBps: number,
  principalKey: string,
): Commitment {
  const bought = steps.filter((step) => step.consumerPrincipalKey === principalKey);
  const shared = steps.filter((step) => step.providerPrincipalKey === principalKey || bought.includes(step));
  const priceStamps = sum(bought.map((step) => step.priceStamps));
  const feeStamps = sum(bought.map((step) => feeOf(step, feeBps)));
  const bondStamps = Math.ceil((sum(shared.map((step) => step.priceStamps)) * bondBps) / BPS);
  return { priceStamps, feeStamps, bondStamps, totalStamps: priceStamps + feeStamps + bondStamps };
}

/** The fee for the activation of a step. */
export function feeOf({ priceStamps }: PricedStep, feeBps: number): number {
  return Math.ceil((priceStamps * feeBps) / BPS);
}

/** A sentence about a commitment. */
export function describeCommitment({ priceStamps, feeStamps, bondStamps, totalStamps }: Commitment): string {
  return `It commits up to ${totalStamps} stamps: price ${priceStamps}, fee ${feeStamps}, bond ${bondStamps}.`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
