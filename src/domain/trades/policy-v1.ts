import { assert } from '../errors/errors';
import { BPS, ceilDiv, min, split, sum } from '../ledger/stamps';
import type { FailureCause, FailureClass } from '../types';
import { byPrincipal, type ArithmeticText, type Assessment, type FailedTrade, type Policy } from './policy-types';

/** Slashed share of the bond in basis points. For F3 it is scaled by the shortfall. */
const severityBps: Readonly<Record<FailureClass, bigint>> = {
  F1: 10_000n,
  F2: 10_000n,
  F3: 10_000n,
  F4: 10_000n,
  F5: 5_000n,
};
const FIRST_FAULT_BPS = 5_000n;

function shortfall({ claimedBps, thresholdBps }: FailedTrade): { missing: bigint; threshold: bigint } {
  assert(claimedBps !== null && claimedBps < thresholdBps, 'the coverage of F3 is below the threshold');
  return { missing: BigInt(thresholdBps - claimedBps), threshold: BigInt(thresholdBps) };
}

/** ceil(bond · severity · discount), with only one division, so that nothing is rounded twice. */
function slashAmount(trade: FailedTrade): bigint {
  const { failureClass } = trade.fault;
  const isDiscounted = failureClass !== 'F4' && trade.record?.faults === 0;
  const rate = severityBps[failureClass] * (isDiscounted ? FIRST_FAULT_BPS : BPS);
  if (failureClass !== 'F3') return ceilDiv(trade.bond * rate, BPS * BPS);
  const { missing, threshold } = shortfall(trade);
  return ceilDiv(trade.bond * rate * missing, BPS * BPS * threshold);
}

function providerShare(trade: FailedTrade): bigint {
  // A consumer at fault (F5) pays the full price.
  if (trade.fault.failureClass === 'F5') return trade.price;
  if (trade.fault.failureClass !== 'F3') return 0n;
  const { missing, threshold } = shortfall(trade);
  return (trade.price * (threshold - missing)) / threshold;
}

function assess(trade: FailedTrade): Assessment {
  const slash = slashAmount(trade);
  assert(slash >= 0n && slash <= trade.bond, 'the slash is at most the bond');
  const exposed = trade.exposures.filter(({ basis }) => basis > 0n).sort(byPrincipal);
  const bases = exposed.map(({ basis }) => basis);
  const pool = min(slash, sum(bases));
  const parts = split(pool, bases);
  const awards = exposed.map((exposure, index) => ({ ...exposure, amount: parts[index] ?? 0n }));
  const comp = awards.filter(({ amount }) => amount > 0n);
  return {
    toProvider: providerShare(trade),
    burntBySide: 0n,
    slash,
    comp,
    excess: slash - pool,
    returned: trade.bond - slash,
    outcome: comp.length > 0 ? 'compensated' : 'failed',
  };
}

const slashText = (failureClass: FailureClass): string => {
  const rate = `b * ${String(severityBps[failureClass])} * d`;
  const whole = String(BPS * BPS);
  return failureClass === 'F3' ? `ceil(${rate} * (t - c) / (${whole} * t))` : `ceil(${rate} / ${whole})`;
};

const amountText = (
  failureClass: FailureClass,
  causes: readonly FailureCause[],
  to_provider: string,
): ArithmeticText['amounts'][number] => {
  return {
    causes,
    condition: `class ${failureClass}`,
    to_provider,
    burnt_by_side: '0',
    slash: slashText(failureClass),
  };
};

const arithmetic: ArithmeticText = {
  symbols: {
    p: 'price of the ended step',
    b: 'bond of the principal at fault',
    t: 'coverage threshold',
    c: 'claimed coverage',
    d: `${String(FIRST_FAULT_BPS)} at the first fault of a class other than F4, else ${String(BPS)}`,
  },
  amounts: [
    amountText('F1', ['no_contract'], '0'),
    amountText('F2', ['delivery_failed'], '0'),
    amountText('F3', ['coverage_shortfall'], 'floor(p * c / t)'),
    amountText('F4', ['withdrew'], '0'),
    amountText('F5', ['no_checkpoint', 'verdict_overturned', 'not_activated'], 'p'),
  ],
  discount: 'A fault is the first if the principal has no other fault within the record window.',
  compensation:
    'All other parties of the faulted step and the later steps share the slash in proportion to their exposures, each up to its exposure. The remaining slash goes to the slash pool.',
};

export const slashPolicyV1: Policy = Object.freeze({
  version: 'slash_policy_v1',
  ruleVersion: 'rules_v1',
  recordWindowDays: 180,
  usesFullRecord: false,
  arithmetic,
  assess,
});
