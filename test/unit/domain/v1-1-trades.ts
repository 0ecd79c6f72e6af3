import { A, B, plannedStep, TradeScenario, type Plan } from './setup';

/** Trades of `slash_policy_v1.1` with five items of equal weight. */

export const v11 = { policyVersion: 'slash_policy_v1.1' } as const;
export const oneStep = (plan: Plan = {}): TradeScenario =>
  new TradeScenario([plannedStep(A, B, 1000)], { ...v11, ...plan });
export const rebuttal = { statement: 'It was delivered', evidence: [] };
/** Items with weights of a fifth each. The checkpoint names the first ones as met. */
export const items = [0, 1, 2, 3, 4].map((index) => {
  return { item_id: `item-${String(index)}`, description: 'An item', weight: 200, must: false };
});
export const contract = { summary: 'x', items: items.map(({ item_id }) => ({ item_id })) };
export const begun = (plan: Plan = {}): TradeScenario => {
  const scenario = oneStep({ step: { items }, ...plan });
  scenario.activate(B);
  scenario.publish(1, contract);
  return scenario;
};
export const metIds = (count: number) => items.slice(0, count).map(({ item_id }) => item_id);
