import { compare, BacktestResult } from '../../../src/domain/trades/backtest';
import { policyOf } from '../../../src/domain/trades/policy';
import { A, B, CHECKPOINT_WINDOW, CONTRACT_WINDOW, contract, plannedStep, TradeScenario } from './setup';
import { begun, metIds, oneStep, rebuttal } from './v1-1-trades';

const v1 = policyOf('slash_policy_v1');
const v11 = policyOf('slash_policy_v1.1');

function evidenceOf(scenario: TradeScenario): string {
  const { settlement } = scenario;
  if (settlement === null) throw new Error('the trade is settled');
  return settlement.evidence;
}
const settled = (scenario: TradeScenario, seconds = 0): string => {
  scenario.wait(seconds).sweep();
  return evidenceOf(scenario);
};
const noContract = (scenario: TradeScenario): string => {
  scenario.activate(B);
  return settled(scenario, CONTRACT_WINDOW);
};
const confirmed = (count: number): TradeScenario => {
  const scenario = begun();
  scenario.confirm(1, metIds(count));
  return scenario;
};
const same = { provider: 0n, consumer: 0n, other: 0n, slash_pool: 0n };

// @spec SE50
describe('A backtest settles a stored evidence again under a candidate', () => {
  it('should change nothing under the policy of the trade itself', () => {
    const trades = [settled(confirmed(4)), noContract(oneStep()), settled(confirmed(1), CHECKPOINT_WINDOW)];
    for (const evidence of trades) expect(compare(evidence, v11)).toMatchObject({ isChanged: false, gains: same });
  });

  it('should settle a trade without a fault equally under both policies', () => {
    const clean = { isChanged: false, before: null, after: null, gains: same };
    expect(compare(settled(confirmed(4)), v1)).toEqual(clean);
    const old = evidenceOf(new TradeScenario([plannedStep(A, B, 1000)]).pass(1));
    expect(compare(old, v11)).toEqual(clean);
  });

  it('should show the discount that slash_policy_v1 gives at the first fault', () => {
    const gains = { provider: 100n, consumer: -100n, other: 0n, slash_pool: 0n };
    expect(compare(noContract(oneStep()), v1)).toEqual({ isChanged: true, before: 'F1', after: 'F1', gains });
  });

  it('should need the record of a principal that only the candidate blames', () => {
    const scenario = begun();
    scenario.submitCheckpoint(1, { status: 'failed' });
    scenario.fileRebuttal(1, rebuttal);
    expect(compare(settled(scenario, 14 * 86_400), v1)).toBe('record');
  });

  it('should need the full record and the rebuttals that evidence of rules_v1 does not have', () => {
    const old = (): TradeScenario => new TradeScenario([plannedStep(A, B, 1000)]);
    expect(compare(noContract(old()), v11)).toBe('record');
    const contested = old();
    contested.activate(B);
    contested.publish(1);
    contested.submitCheckpoint(1, { status: 'failed' });
    expect(compare(settled(contested, CHECKPOINT_WINDOW), v11)).toBe('rebuttals');
  });

  it('should not guess how a trade would have continued after another coverage', () => {
    // Without agreed items rules_v1.1 counts each item once, and rules_v1 uses the weights of the contract.
    const scenario = oneStep();
    scenario.activate(B);
    scenario.publish(1, contract([1, 1, 1, 1, 1000]));
    scenario.confirm(1, metIds(4));
    expect(compare(settled(scenario), v1)).toBe('earlier_step');
  });
});

// @spec SE50
test('should add up trades and stamps by class, and count what cannot be compared', () => {
  const tally = new BacktestResult();
  const evidence = noContract(oneStep());
  for (const result of [compare(evidence, v1), compare(evidence, v1), compare(evidence, v11), 'record' as const]) {
    tally.add(result);
  }
  const gains = { provider: 200n, consumer: -200n, other: 0n, slash_pool: 0n };
  expect(tally).toMatchObject({ settlements: 4, changed: 2, unchanged: 1, gains });
  expect(tally.byClass).toEqual([{ from: 'F1', to: 'F1', trades: 2, gains }]);
  expect([...tally.notComparable]).toEqual([['record', 1]]);
});
