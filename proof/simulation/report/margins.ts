import { policyOf } from '../../../src/domain/trades/policy';
import { BPS, ceilDiv } from '../../../src/domain/ledger/stamps';
import type { FailedTrade } from '../../../src/domain/trades/policy-types';
import type { FailureClass } from '../../../src/domain/types';
import type { PlatformTerms } from './result';

/**
 * Limits of honesty, computed from the settlement policy: the gain that a breach needs. In shares of the price. Pure.
 */
export interface Margin {
  readonly breach: string;
  readonly paysWhen: string;
  /** Limit with no fault in 180 days, and limit with one. */
  readonly first: number;
  readonly later: number;
}

const PRICE = 1_000_000n;
/** The simulation plays trades of this policy. */
const POLICY = policyOf('slash_policy_v1');

/** Stamps that a fault costs in a trade of one step. */
function slash(
  failureClass: FailureClass,
  priorFaults: number,
  { bondBps, coverageThresholdBps }: PlatformTerms,
  coverageBps: number | null = null,
): number {
  const bond = ceilDiv(PRICE * BigInt(bondBps), BPS);
  return Number(POLICY.assess(faulted(failureClass, bond, priorFaults, coverageBps, coverageThresholdBps)).slash);
}

function faulted(
  failureClass: FailureClass,
  bond: bigint,
  faults: number,
  claimedBps: number | null,
  thresholdBps: number,
): FailedTrade {
  // The policy reads only the class.
  const fault = { failureClass, failureCause: 'delivery_failed', role: 'provider' } as const;
  const record = { faults, completed: 0, counterpartyOwners: 0 };
  const terms = { price: PRICE, thresholdBps, claimedBps, ruledBps: null, disputeBurnBps: 0 };
  return { fault, ...terms, bond, record, exposures: [], sameOwner: [] };
}

export function margins(terms: PlatformTerms): Margin[] {
  const price = Number(PRICE);
  const fee = Number(ceilDiv(PRICE * BigInt(terms.activationFeeBps), BPS));
  const row = (breach: string, paysWhen: string, at: (faults: number) => number): Margin => ({
    breach,
    paysWhen,
    first: at(0),
    later: at(1),
  });
  const of = (failureClass: FailureClass) => (faults: number) => slash(failureClass, faults, terms);
  const [f1, f2, f4, f5] = [of('F1'), of('F2'), of('F4'), of('F5')];
  // A successful lie gains the price and the provider's bond, at least half of it for a first fault. A failed one
  // costs.
  const overturned = (faults: number) => (price + f2(0)) / (price + f2(0) + f5(faults));
  const cost = 0.65 * price;
  const short = faulted('F3', 0n, 0, 6_000, terms.coverageThresholdBps);
  const unpaid = Number(PRICE - POLICY.assess(short).toProvider);
  const shortBy = (faults: number) => (unpaid + slash('F3', faults, terms, short.claimedBps)) / (0.4 * price);
  return [
    row('a provider falls silent (F1)', 'the work costs more than', (n) => (price + f1(n)) / price),
    row('a provider withdraws (F4)', 'the work costs more than', (n) => (price + f4(n)) / price),
    row('a provider does three items of five (F3)', 'the work costs more than', shortBy),
    row('a consumer does not activate (F5)', 'the work is worth less than', (n) => (price + fee - f5(n)) / price),
    row('a consumer says of good work that it failed', 'fewer such lies are overturned than', overturned),
    row('a consumer confirms good work as a fifth of it', 'fewer such lies are overturned than', () => 1),
    row(
      'a provider delivers nothing, work at 0.65 of the price',
      'more consumers do not look than',
      (n) => (price - cost + f2(n)) / (price + f2(n)),
    ),
  ];
}
