import { assert } from '../errors/errors';
import { BPS, ceilDiv, min, split, sum } from '../ledger/stamps';
import {
  byPrincipal,
  type ArithmeticText,
  type Assessment,
  type Award,
  type Exposure,
  type FailedTrade,
  type Policy,
} from './policy-types';

const CONSUMER_SEVERITY_BPS = 5_000n;
const CONCEDED_SEVERITY_BPS = 5_000n;
const GOOD_RECORD_BPS = 5_000n;
/** A principal with fewer completed trades, or with fewer owners of counterparties, is a newcomer. */
export const GOOD_RECORD = Object.freeze({ completed: 3, counterpartyOwners: 2 });

/** The values of the arithmetic in docs/concepts/settlement.md. Coverages are at most the threshold. */
interface Amounts {
  readonly threshold: bigint;
  readonly claimed: bigint;
  readonly ruled: bigint | null;
}

function amountsOf({ thresholdBps, claimedBps, ruledBps }: FailedTrade): Amounts {
  const claimed = Math.min(claimedBps ?? 0, thresholdBps);
  const ruled = ruledBps === null ? null : BigInt(Math.min(Math.max(ruledBps, claimed), thresholdBps));
  return { threshold: BigInt(thresholdBps), claimed: BigInt(claimed), ruled };
}

function discountBps({ record }: FailedTrade): bigint {
  const isGood =
    record?.faults === 0 &&
    record.completed >= GOOD_RECORD.completed &&
    record.counterpartyOwners >= GOOD_RECORD.counterpartyOwners;
  return isGood ? GOOD_RECORD_BPS : BPS;
}

/** The slash, with only one division, so that nothing is rounded twice. */
function slashAmount(trade: FailedTrade, { threshold, claimed, ruled }: Amounts): bigint {
  const { bond, fault } = trade;
  switch (fault.failureCause) {
    case 'no_contract':
    case 'withdrew':
      return bond;
    case 'no_checkpoint':
    case 'not_activated':
      return ceilDiv(bond * CONSUMER_SEVERITY_BPS * discountBps(trade), BPS * BPS);
    case 'even_ruling':
    case 'unruled':
      return 0n;
    case 'delivery_failed':
    case 'coverage_shortfall':
    case 'verdict_overturned':
  }
  if (ruled === null) {
    return ceilDiv(bond * CONCEDED_SEVERITY_BPS * discountBps(trade) * (threshold - claimed), BPS * BPS * threshold);
  }
  const consumerOff = ruled - claimed;
  const providerOff = threshold - ruled;
  const off = fault.role === 'consumer' ? consumerOff - providerOff : providerOff - consumerOff;
  assert(off > 0n, 'the principal at fault was off by more than the other side');
  return ceilDiv(bond * off, threshold);
}

interface PriceSplit {
  readonly toProvider: bigint;
  readonly burntBySide: bigint;
}

function splitPrice(trade: FailedTrade, { threshold, claimed, ruled }: Amounts): PriceSplit {
  const { price, disputeBurnBps, fault } = trade;
  const covered = (coverage: bigint): bigint => (price * coverage) / threshold;
  if (fault.failureCause === 'no_contract' || fault.failureCause === 'withdrew') {
    return { toProvider: 0n, burntBySide: 0n };
  }
  if (fault.failureCause === 'no_checkpoint') return { toProvider: price, burntBySide: 0n };
  if (fault.failureCause !== 'unruled') return { toProvider: covered(ruled ?? claimed), burntBySide: 0n };
  const conceded = covered(claimed);
  const contested = price - conceded;
  const burntBySide = (contested * BigInt(disputeBurnBps)) / BPS;
  return { toProvider: conceded + ceilDiv(contested, 2n) - burntBySide, burntBySide };
}

/** The exposures that can be compensated. The provider without a checkpoint has its price already. */
function exposed({ exposures, fault }: FailedTrade): Exposure[] {
  const paid = (kind: Exposure['kind']): boolean =>
    fault.failureCause === 'no_checkpoint' && kind === 'step_counterparty';
  return exposures.filter(({ basis, kind }) => basis > 0n && !paid(kind));
}

/** First the other role of the step, up to its exposure. The downstream parties share the rest. */
function awards(trade: FailedTrade, slash: bigint): Award[] {
  const isSameOwner = ({ principal }: Exposure): boolean => trade.sameOwner.includes(principal);
  const all = exposed(trade);
  const counterparties = all
    .filter(({ kind }) => kind === 'step_counterparty')
    .map((exposure) => ({ ...exposure, amount: min(slash, exposure.basis) }));
  const downstream = all.filter((one) => one.kind === 'downstream' && !isSameOwner(one)).sort(byPrincipal);
  const bases = downstream.map(({ basis }) => basis);
  const parts = split(min(slash - sum(counterparties.map(({ amount }) => amount)), sum(bases)), bases);
  return [
    // The part of a counterparty with the same owner goes to the slash pool.
    ...counterparties.filter((one) => !isSameOwner(one)),
    ...downstream.map((exposure, index) => ({ ...exposure, amount: parts[index] ?? 0n })),
  ]
    .filter(({ amount }) => amount > 0n)
    .sort(byPrincipal);
}

function assess(trade: FailedTrade): Assessment {
  const amounts = amountsOf(trade);
  const slash = slashAmount(trade, amounts);
  assert(slash >= 0n && slash <= trade.bond, 'the slash is at most the bond');
  const comp = awards(trade, slash);
  return {
    ...splitPrice(trade, amounts),
    slash,
    comp,
    excess: slash - sum(comp.map(({ amount }) => amount)),
    returned: trade.bond - slash,
    outcome: comp.length > 0 ? 'compensated' : 'failed',
  };
}

const CLAIMED = 'floor(p * c / t)';
const discounted = (severityBps: bigint): string => `ceil(b * ${String(severityBps)} * d / ${String(BPS * BPS)})`;

const arithmetic: ArithmeticText = {
  symbols: {
    p: 'price of the ended step',
    b: 'bond of the principal at fault',
    t: 'coverage threshold',
    c: 'claimed coverage, at most t',
    r: 'coverage by the verdict, from c to t',
    d: `${String(GOOD_RECORD_BPS)} with a good record, else ${String(BPS)}`,
    burn: 'dispute burn of the terms',
    burnt: 'burnt_by_side of the row',
  },
  amounts: [
    { causes: ['no_contract', 'withdrew'], condition: 'always', to_provider: '0', burnt_by_side: '0', slash: 'b' },
    {
      causes: ['no_checkpoint', 'not_activated'],
      condition: 'always; a step that is not activated has no price in escrow',
      to_provider: 'p',
      burnt_by_side: '0',
      slash: discounted(CONSUMER_SEVERITY_BPS),
    },
    {
      causes: ['delivery_failed', 'coverage_shortfall'],
      condition: 'without a verdict',
      to_provider: CLAIMED,
      burnt_by_side: '0',
      slash: `ceil(b * ${String(CONCEDED_SEVERITY_BPS)} * d * (t - c) / (${String(BPS * BPS)} * t))`,
    },
    {
      causes: ['delivery_failed', 'coverage_shortfall'],
      condition: 'with a verdict',
      to_provider: 'floor(p * r / t)',
      burnt_by_side: '0',
      slash: 'ceil(b * ((t - r) - (r - c)) / t)',
    },
    {
      causes: ['verdict_overturned'],
      condition: 'always',
      to_provider: 'floor(p * r / t)',
      burnt_by_side: '0',
      slash: 'ceil(b * ((r - c) - (t - r)) / t)',
    },
    { causes: ['even_ruling'], condition: 'always', to_provider: 'floor(p * r / t)', burnt_by_side: '0', slash: '0' },
    {
      causes: ['unruled'],
      condition: 'always',
      to_provider: `${CLAIMED} + ceil((p - ${CLAIMED}) / 2) - burnt`,
      burnt_by_side: `floor((p - ${CLAIMED}) * burn / ${String(BPS)})`,
      slash: '0',
    },
  ],
  discount: `A good record has no fault, at least ${String(GOOD_RECORD.completed)} completed trades and at least ${String(GOOD_RECORD.counterpartyOwners)} owners of counterparties within the record window.`,
  compensation:
    'The other role of the step is compensated first, up to its exposure. The downstream parties share the rest in proportion to their exposures. A provider without a checkpoint and a party that shares an owner with the principal at fault get nothing. The remaining slash goes to the slash pool.',
};

export const slashPolicyV11: Policy = Object.freeze({
  version: 'slash_policy_v1.1',
  ruleVersion: 'rules_v1.1',
  recordWindowDays: 180,
  usesFullRecord: true,
  arithmetic,
  assess,
});
