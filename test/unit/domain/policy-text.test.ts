import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { canonical } from '../../../src/domain/canonical';
import { policies, policyOf } from '../../../src/domain/trades/policy';
import type { Assessment, FailedTrade, TradeFault } from '../../../src/domain/trades/policy-types';
import { policyText } from '../../../src/domain/trades/policy-text';
import { fault } from '../../../src/domain/trades/rule-types';
import { providerFault, ruled, unruled } from '../../../src/domain/trades/rules-v1-1';

const CAUSE_COUNT = { slash_policy_v1: 7, 'slash_policy_v1.1': 9 };
const PRICE = 997;
const BOND = 211;
const THRESHOLD = 8_000;
const BURN = 2_500;

type Amounts = Pick<Assessment, 'toProvider' | 'burntBySide' | 'slash'>;

/** The amounts by the formulas of the text. Small numbers make each quotient exact enough to round. */
function amountsByText(trade: FailedTrade, version: string, d: number): Amounts {
  const { claimedBps, ruledBps, fault: ended } = trade;
  const isRuled = ruledBps !== null;
  const row = policyText(policyOf(version)).amounts.find(({ causes, condition }) => {
    return causes.includes(ended.failureCause) && condition !== (isRuled ? 'without a verdict' : 'with a verdict');
  });
  if (row === undefined) throw new Error(`no row for ${ended.failureCause}`);
  const c = Math.min(claimedBps ?? 0, THRESHOLD);
  const r = Math.min(Math.max(ruledBps ?? 0, c), THRESHOLD);
  const { floor, ceil } = Math;
  const names = { p: Number(trade.price), b: Number(trade.bond), t: THRESHOLD, c, r, d, burn: BURN, floor, ceil };
  const burnt = Number(runInNewContext(row.burnt_by_side, names));
  const evaluate = (formula: string): bigint => BigInt(Number(runInNewContext(formula, { ...names, burnt })));
  return { toProvider: evaluate(row.to_provider), burntBySide: BigInt(burnt), slash: evaluate(row.slash) };
}

function failed(ended: TradeFault, over: Partial<FailedTrade> = {}): FailedTrade {
  return {
    fault: ended,
    price: BigInt(ended.failureCause === 'not_activated' ? 0 : PRICE),
    thresholdBps: THRESHOLD,
    claimedBps: null,
    ruledBps: null,
    disputeBurnBps: BURN,
    bond: ended.role === null ? 0n : BigInt(BOND),
    record: ended.role === null ? null : { faults: 1, completed: 0, counterpartyOwners: 0 },
    exposures: [],
    sameOwner: [],
    ...over,
  };
}

const good = { record: { faults: 0, completed: 3, counterpartyOwners: 2 } };
const fixed = [
  failed(fault('F1', 'no_contract', 'provider')),
  failed(fault('F4', 'withdrew', 'provider')),
  failed(fault('F5', 'no_checkpoint', 'consumer')),
  failed(fault('F5', 'not_activated', 'consumer')),
];
const coverages = [0, 1_999, 5_001, 7_999];
const claims = coverages.map((claimedBps) => failed(providerFault(claimedBps), { claimedBps }));
const rulings = coverages.flatMap((claimedBps) =>
  [0, 2_000, 4_000, 5_001, 6_999, 10_000].map((ruledBps) =>
    failed(ruled(claimedBps, ruledBps, THRESHOLD), { claimedBps, ruledBps }),
  ),
);
const even = failed(ruled(6_000, 7_000, THRESHOLD), { claimedBps: 6_000, ruledBps: 7_000 });
const disputes = coverages.map((claimedBps) => failed(unruled(claimedBps), { claimedBps }));

function assertText(trades: readonly FailedTrade[], version: string, d: number): void {
  for (const trade of trades) {
    const { toProvider, burntBySide, slash } = policyOf(version).assess(trade);
    expect({ trade, toProvider, burntBySide, slash }).toEqual({ trade, ...amountsByText(trade, version, d) });
  }
}

// @spec SE49
describe('The public text of a policy', () => {
  it('should give exactly the amounts of slash_policy_v1.1', () => {
    assertText([...fixed, ...claims, ...rulings, even, ...disputes], 'slash_policy_v1.1', 10_000);
    const discounted = [...fixed.slice(2), ...claims].map((trade) => ({ ...trade, ...good }));
    assertText(discounted, 'slash_policy_v1.1', 5_000);
  });

  it('should give exactly the amounts of slash_policy_v1', () => {
    const overturned = failed(fault('F5', 'verdict_overturned', 'consumer'), { claimedBps: 0 });
    assertText([...fixed, ...claims, overturned], 'slash_policy_v1', 10_000);
    const discounted = [...fixed.filter(({ fault: f }) => f.failureClass !== 'F4'), ...claims];
    assertText(
      discounted.map((trade) => ({ ...trade, ...good })),
      'slash_policy_v1',
      5_000,
    );
  });

  it('should have an amount for each cause that a rule can have', () => {
    for (const policy of Object.values(policies)) {
      const { rules, amounts } = policyText(policy);
      const results = rules.flatMap((rule) => rule.results).filter((result) => result !== 'pass_step');
      const causes = new Set(results.map(({ failure_cause }) => failure_cause));
      expect([...causes].sort()).toEqual([...new Set(amounts.flatMap((row) => row.causes))].sort());
      expect(causes.size).toBe(CAUSE_COUNT[policy.version as keyof typeof CAUSE_COUNT]);
    }
  });

  it('should never change after the release', () => {
    const hashes = Object.values(policies).map((policy) => [
      policy.version,
      createHash('sha256')
        .update(canonical(policyText(policy)))
        .digest('hex'),
    ]);
    expect(Object.fromEntries(hashes)).toEqual({
      slash_policy_v1: 'a0feff8adc8a51596fb1b0795386c627860bfdf6840e0da95dc6e7caef4e3938',
      'slash_policy_v1.1': '163ec0040a125d851480c8d49218655de63b0d83348263fb2ec92a093bcb958b',
    });
  });
});
