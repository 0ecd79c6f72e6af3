import { assert } from '../errors/errors';
import { BPS, ceilDiv, min, split, sum } from '../ledger/stamps';
import type { FailureClass } from '../types';
import { byPrincipal, type Assessment, type FailedTrade, type Policy } from './policy-types';

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

export const slashPolicyV1: Policy = Object.freeze({
  version: 'slash_policy_v1',
  ruleVersion: 'rules_v1',
  recordWindowDays: 180,
  usesFullRecord: false,
  assess,
});
