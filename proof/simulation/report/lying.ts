import { BPS } from '../../../src/domain/ledger/stamps';
import { policyOf } from '../../../src/domain/trades/policy';
import type { Policy } from '../../../src/domain/trades/policy-types';
import { providerFault, ruled, unruled } from '../../../src/domain/trades/rules-v1-1';
import type { FailureCause, FailureClass, StepRole } from '../../../src/domain/types';

/** The share of disputes that operators must rule before a lie stops paying, computed from the policies. Pure. */

/** A policy and the burn that the terms choose. */
export interface Regime {
  readonly policy: string;
  readonly burn: number;
}

const PRICE = 1_000_000n;
const BOND = PRICE / 5n;
const THRESHOLD = 8_000;
/** The cost of the whole work, as a share of the price. */
const COST = 0.6;

interface Fault {
  readonly failureClass: FailureClass;
  readonly failureCause: FailureCause;
  readonly role: StepRole | null;
}

/** The stamps of both sides of a step after its end, bond included, without the fee. */
interface Nets {
  readonly provider: number;
  readonly consumer: number;
}

function nets({ policy, burn }: Regime, fault: Fault, claimedBps: number, ruledBps: number | null): Nets {
  const { role } = fault;
  const other = role === 'provider' ? 'consumer' : 'provider';
  const exposures = role === null ? [] : [{ principal: other, basis: PRICE, kind: 'step_counterparty' as const }];
  const record = role === null ? null : { faults: 0, completed: 0, counterpartyOwners: 0 };
  const bond = role === null ? 0n : BOND;
  const terms = { price: PRICE, thresholdBps: THRESHOLD, claimedBps, ruledBps, disputeBurnBps: burn };
  const { toProvider, burntBySide, slash, comp } = policyOf(policy).assess({
    fault,
    ...terms,
    bond,
    record,
    exposures,
    sameOwner: [],
  });
  const award = comp.reduce((sum, { amount }) => sum + amount, 0n);
  const change = (side: StepRole): bigint => (role === side ? -slash : role === null ? 0n : award);
  // In v1.1, `toProvider` is after the burn, and the consumer loses its own burn.
  return {
    provider: Number(toProvider + change('provider')),
    consumer: Number(-toProvider - 2n * burntBySide + change('consumer')),
  };
}

const PASSED: Nets = { provider: Number(PRICE), consumer: -Number(PRICE) };

/** A contested step by its claim, its true coverage and the side that lies. */
interface Ends {
  readonly ruled: Nets;
  readonly unruled: Nets;
  readonly conceded: Nets;
}

function endsOf(regime: Regime, claimedBps: number, trueBps: number): Ends {
  if (isFirst(policyOf(regime.policy))) return endsInV1(regime, claimedBps, trueBps);
  const end = (fault: Fault, ruledBps: number | null) => nets(regime, fault, claimedBps, ruledBps);
  return {
    ruled: end(ruled(claimedBps, trueBps, THRESHOLD), trueBps),
    unruled: end(unruled(claimedBps), null),
    conceded: end(providerFault(claimedBps), null),
  };
}

const isFirst = ({ ruleVersion }: Policy): boolean => ruleVersion === 'rules_v1';

/** Without a verdict, the claim stands. The verdict `pass` on a confirmed checkpoint lets the step pass. */
function endsInV1(regime: Regime, claimedBps: number, trueBps: number): Ends {
  const fault = (failureClass: FailureClass, failureCause: FailureCause, role: StepRole): Nets =>
    nets(regime, { failureClass, failureCause, role }, claimedBps, null);
  const failed = fault('F2', 'delivery_failed', 'provider');
  const stands = claimedBps === 0 ? failed : fault('F3', 'coverage_shortfall', 'provider');
  const overturned = claimedBps === 0 ? fault('F5', 'verdict_overturned', 'consumer') : PASSED;
  return { ruled: trueBps >= THRESHOLD ? overturned : failed, unruled: stands, conceded: stands };
}

/**
 * The share of rulings from which on a lie does not pay. 0 if it never pays; null if it always pays. `gain` is its result
 * without a ruling and `loss` the one with a ruling, both against the truth.
 */
function stopsAt(gain: number, loss: number): number | null {
  if (gain <= 0) return 0;
  return loss >= 0 ? null : gain / (gain - loss);
}

interface Lie {
  readonly name: string;
  readonly stopsAt: (regime: Regime) => number | null;
}

/** A consumer's false claim about good work. */
function falseClaim(name: string, claimedBps: number): Lie {
  return {
    name,
    stopsAt: (regime) => {
      const ends = endsOf(regime, claimedBps, 10_000);
      return stopsAt(ends.unruled.consumer - PASSED.consumer, ends.ruled.consumer - PASSED.consumer);
    },
  };
}

/** A provider's rebuttal of a true claim. `instead` is its result without the lie. */
function bluff(name: string, doneBps: number, instead: (ends: Ends) => number): Lie {
  return {
    name,
    stopsAt: (regime) => {
      const ends = endsOf(regime, doneBps, doneBps);
      const cost = (COST * Number(PRICE) * doneBps) / Number(BPS);
      const truthful = instead(ends);
      return stopsAt(ends.unruled.provider - cost - truthful, ends.ruled.provider - cost - truthful);
    },
  };
}

/** The results of a provider that keeps its word: with all of the work, and with the four fifths that the terms ask for. */
const ALL_WORK = Number(PRICE) * (1 - COST);
const LEAST_WORK = Number(PRICE) * (1 - (COST * THRESHOLD) / Number(BPS));

export const lies: readonly Lie[] = [
  falseClaim('good work called failed', 0),
  falseClaim('good work confirmed as a fifth', 2_000),
  falseClaim('good work confirmed as three fifths', 6_000),
  bluff('nothing delivered, then rebutted, against the least work', 0, () => LEAST_WORK),
  bluff('three fifths delivered, then rebutted, against the least work', 6_000, () => LEAST_WORK),
  bluff('nothing delivered, then rebutted, against all of the work', 0, () => ALL_WORK),
  bluff('three fifths delivered, then rebutted, against all of the work', 6_000, () => ALL_WORK),
  bluff('nothing delivered, then rebutted, against no rebuttal', 0, ({ conceded: { provider } }) => provider),
];

export const regimes: readonly Regime[] = [
  { policy: 'slash_policy_v1', burn: 0 },
  ...[0, 2_500, 4_500, 5_000].map((burn) => ({ policy: 'slash_policy_v1.1', burn })),
];

export interface Unruled {
  readonly regime: Regime;
  readonly liar: number;
  readonly victim: number;
}

/** The effect of an unruled lie about good work (`failed`), as shares of the price. */
export function unruledLies(): Unruled[] {
  return regimes.map((regime) => {
    const { unruled: end } = endsOf(regime, 0, 10_000);
    const share = (stamps: number): number => stamps / Number(PRICE);
    return {
      regime,
      liar: share(end.consumer - PASSED.consumer),
      victim: share(PASSED.provider - end.provider),
    };
  });
}
