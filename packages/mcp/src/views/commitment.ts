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

/**
 * The most that a party may pay in a trade with these steps, and its bond. Fees and bonds are rounded up, as the service does.
 *
 * The service gives no such figures for the terms of a counter: `AllowedAction.commitment` knows stored revisions only.
 * So the rule is here too, for all questions alike, and tests compare it with those figures.
 */
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

/** Terms, as far as money is concerned. */
export interface PricedTerms {
  readonly bondBps: number;
  readonly steps: readonly (PricedStep & { readonly stepNo: number })[];
}

export const PRICED_FIELDS = `fragment C on Proposal { currentRevision { terms { bondBps
  steps { stepNo priceStamps providerPrincipalKey consumerPrincipalKey } } } }`;

/** The principal that reads, and the fee of an activation. */
export interface Viewer {
  readonly principalKey: string;
  readonly feeBps: number;
}

/** The stamps that the acts of a proposal commit and move. */
export interface ProposalCosts {
  readonly yourCommitment: Commitment;
  /** Price and fee of the first step, which `ats_start_trade` activates at once. Undefined: the caller does not consume it. */
  readonly firstStepStamps: number | undefined;
}

/** Computes the costs of the acts of a proposal with these terms. */
export function proposalCosts({ bondBps, steps }: PricedTerms, { principalKey, feeBps }: Viewer): ProposalCosts {
  const first = steps.find(({ stepNo, consumerPrincipalKey }) => stepNo === 1 && consumerPrincipalKey === principalKey);
  return {
    yourCommitment: commitmentOf(steps, bondBps, feeBps, principalKey),
    firstStepStamps: first && first.priceStamps + feeOf(first, feeBps),
  };
}

/** A sentence about a commitment. */
export function describeCommitment({ priceStamps, feeStamps, bondStamps, totalStamps }: Commitment): string {
  return `It commits up to ${totalStamps} stamps: price ${priceStamps}, fee ${feeStamps}, bond ${bondStamps}.`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
