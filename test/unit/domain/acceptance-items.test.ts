import { previewSettlement, type PreviewInput } from '../../../src/domain/trades/preview';
import { B, A, CHECKPOINT_WINDOW, refusalOf, type TradeScenario } from './setup';
import { begun, contract, items, metIds, oneStep } from './v1-1-trades';

// @spec ST35
describe('acceptance items', () => {
  const code = (call: () => unknown) => refusalOf(call)?.code;
  test('400 contract_items_differ for other items, and for a description or weight', () => {
    const scenario = oneStep({ step: { items } });
    scenario.activate(B);
    const other = [...contract.items.slice(1), { item_id: 'other' }, { item_id: 'item-0', weight: 3 }];
    expect(refusalOf(() => scenario.publish(1, { summary: 'x', items: other.slice(0, 5) }))?.members).toEqual({
      missing_item_ids: ['item-0'],
      unknown_item_ids: ['other'],
      changed_item_ids: [],
    });
    const weighed = contract.items.map((item) => ({ ...item, weight: 1 }));
    expect(code(() => scenario.publish(1, { summary: 'x', items: weighed }))).toBe('contract_items_differ');
  });
  test('the contract shows the descriptions and weights of the terms', () => {
    expect(begun().step(1).contract?.items[0]).toMatchObject({
      item_id: 'item-0',
      description: 'An item',
      weight: 200,
    });
  });
  test('400 without agreed items if a description or weight is missing', () => {
    const scenario = oneStep();
    scenario.activate(B);
    expect(code(() => scenario.publish(1, contract))).toBe('validation_failed');
  });
  test('an unmet must item makes the coverage 0, and the checkpoint can be confirmed', () => {
    const must = items.map((item, index) => ({ ...item, must: index === 4 }));
    const scenario = begun({ step: { items: must } });
    const { step, trade } = scenario.confirm(1, metIds(4));
    expect([step.state, step.coverageBps, trade.state]).toEqual(['active', 0, 'confirming']);
    expect(scenario.wait(CHECKPOINT_WINDOW).sweep().settlement?.failureClass).toBe('F2');
  });
  // @spec ST37
  test('the coverage is the met share of the agreed weights, rounded down', () => {
    const weighted = items.map((item, index) => ({ ...item, weight: index === 0 ? 1 : 3 }));
    expect(begun({ step: { items: weighted } }).confirm(1, metIds(4)).step.coverageBps).toBe(7692);
  });
  // @spec ST37
  test('without agreed items, weights have no effect and failed is always accepted', () => {
    const scenario = oneStep().begin(1, [1000, 1, 1, 1]);
    const results = [0, 1, 2].map((index) => ({ item_id: `item-${String(index)}`, met: true }));
    const part = { status: 'confirmed', results: results.slice(0, 1) } as const;
    expect(scenario.submitCheckpoint(1, part).step.coverageBps).toBe(2500);
    const all = oneStep({ thresholdBps: 7500 }).begin(1, [1, 1, 1, 1]);
    expect(all.submitCheckpoint(1, { status: 'failed', results }).step.coverageBps).toBe(0);
  });
  test('a failed checkpoint that reaches the threshold of agreed items is 400', () => {
    const results = metIds(4).map((item_id) => ({ item_id, met: true }));
    expect(code(() => begun().submitCheckpoint(1, { status: 'failed', results }))).toBe('validation_failed');
  });
  test('an empty list means no items', () => {
    expect(oneStep({ step: { items: [] } }).step(1).items).toBeNull();
  });
  test('rules_v1 ignores the items of the terms', () => {
    expect(oneStep({ policyVersion: 'slash_policy_v1', step: { items } }).step(1).items).toBeNull();
  });
});

// @spec PV1
test('a preview refuses a confirmed checkpoint without a met item as the call, except where a must item can be unmet', () => {
  const preview = ({ data, clock }: TradeScenario, input: Partial<PreviewInput>) => {
    const event = { of: 'checkpoint', checkpoint_status: 'confirmed', ...input } as const;
    return previewSettlement(data, event, null, new Date(clock));
  };
  const scenario = oneStep({ step: { items } });
  for (const input of [{ coverage_bps: 0 }, { of: 'rebuttal' }] as const) {
    const refused = refusalOf(() => preview(scenario, input));
    expect(refused?.members['fields']).toMatchObject([{ pointer: '/coverage_bps' }]);
  }
  expect(preview(scenario, { coverage_bps: 1 })).toMatchObject({ failureCause: 'coverage_shortfall' });
  const must = oneStep({ step: { items: items.map((item) => ({ ...item, must: true })) } });
  expect(preview(must, { coverage_bps: 0 })).toMatchObject({ failureClass: 'F2' });
});

// @spec T30
describe('terms of the activation', () => {
  test('409 not_before with available_at, and the idle deadline follows', () => {
    const notBefore = new Date(Date.UTC(2026, 0, 1, 1));
    const scenario = oneStep({ step: { not_before: notBefore.toISOString() } });
    expect(scenario.data.trade.idleDeadlineAt).toEqual(new Date(notBefore.getTime() + 500_000));
    const members = { reason: 'not_before', available_at: notBefore.toISOString(), step_no: 1 };
    expect(refusalOf(() => scenario.activate(B))?.members).toMatchObject(members);
    expect(refusalOf(() => scenario.wait(3600).activate(B))).toBeUndefined();
  });
  test('409 consumer_activates for another participant', () => {
    const scenario = oneStep({ step: { activation: 'consumer' } });
    expect(refusalOf(() => scenario.activate(A))?.members).toMatchObject({ reason: 'consumer_activates' });
    expect(refusalOf(() => scenario.activate(B))).toBeUndefined();
  });
});
