import { createHash } from 'node:crypto';
import { keyOf } from '../../../src/domain/keys';
import { decideFileRebuttal, decidePublishContract, decideSubmitCheckpoint } from '../../../src/domain/trades/step';
import { A, B, C, CHECKPOINT_WINDOW, CONTRACT_WINDOW, contract, planned, refusalOf, World } from './facts';

const two = (): World => new World([planned(A, B, 1000), planned(A, B, 500)]);
const started = (): World => {
  const world = two();
  world.activate(B);
  return world;
};
const begun = (weights = [6, 4]): World => two().begin(1, weights);
const refused = (call: () => unknown) => {
  const refusal = refusalOf(call);
  return [refusal?.code, refusal?.members];
};
const code = (call: () => unknown) => refusalOf(call)?.code;
const conflict = (current_state: string, reason: string, step_no = 1) => {
  return ['trade_state_conflict', { current_state, reason, step_no }];
};
const seconds = (world: World, deadline: Date | null) => ((deadline?.getTime() ?? 0) - world.clock) / 1000;
const publishAs = (world: World, principalId: string, agentText: string | undefined, stepNo = 1) => {
  const call = { caller: { principalId, agentText }, stepNo, contract: contract() };
  return () => decidePublishContract(world.facts, call, world.moment());
};
const checkAs = (world: World, principalId: string, agentText: string | undefined, stepNo = 1) => {
  const call = { caller: { principalId, agentText }, stepNo, checkpoint: { status: 'confirmed' as const } };
  return () => decideSubmitCheckpoint(world.facts, call, world.moment());
};
const rebuttal = { statement: 'It was delivered' };
const rebutAs = (world: World, principalId: string, agentText: string | undefined, stepNo = 1) => {
  const call = { caller: { principalId, agentText }, stepNo, rebuttal };
  return () => decideFileRebuttal(world.facts, call, world.moment());
};

describe('publish delivery contract', () => {
  test('contract_published_at is set, deadline_at moves to it plus the checkpoint window, the trade stays executing', () => {
    const world = started().wait(50);
    const { step, trade, effects } = world.publish(1);
    expect(step.contractPublishedAt).toEqual(new Date(world.clock));
    expect(seconds(world, step.deadlineAt)).toBe(CHECKPOINT_WINDOW);
    expect([trade.state, trade.dueAt]).toEqual(['executing', step.deadlineAt]);
    expect(step.contract).toEqual({
      summary: 'What is delivered',
      items: [{ item_id: 'item-0', description: 'An item', weight: 1, artifact_uri: null, artifact_sha256: null }],
    });
    expect(effects.events?.map((event) => [event.type, event.data['step_no']])).toEqual([
      ['trade.contract_published', 1],
      ['trade.contract_published', 1],
    ]);
  });
  // @spec A11
  test('the registered agent may be named by key or by UUID', () => {
    const world = started();
    expect(code(publishAs(world, A.id, A.agent))).toBeUndefined();
    expect(code(publishAs(world, A.id, keyOf('agt', A.agent)))).toBeUndefined();
  });
  // @spec ST8
  // @id publish-contract-access
  test('403 trade_access_denied to the consumer, and without or with another X-Agent-Id', () => {
    const world = started();
    expect(code(publishAs(world, B.id, B.agent))).toBe('trade_access_denied');
    expect(code(publishAs(world, A.id, undefined))).toBe('trade_access_denied');
    expect(code(publishAs(world, A.id, B.agent))).toBe('trade_access_denied');
    expect(code(publishAs(world, A.id, 'nonsense'))).toBe('trade_access_denied');
  });
  test('404 trade_not_found to anyone else, 404 step_not_found for a step the trade has not', () => {
    const world = started();
    expect(code(publishAs(world, C.id, C.agent))).toBe('trade_not_found');
    expect(code(publishAs(world, A.id, A.agent, 3))).toBe('step_not_found');
  });
  test('409 if step_no is not the active step', () => {
    const world = two();
    expect(refused(() => world.publish(1))).toEqual(conflict('bond_reserved', 'step_not_active'));
    world.activate(B);
    expect(refused(() => world.publish(2))).toEqual(conflict('executing', 'step_not_active', 2));
  });
  test('409 if the contract is already published', () => {
    const world = begun();
    expect(refused(() => world.publish(1))).toEqual(conflict('executing', 'contract_published'));
  });
  test('409 if the trade is terminal', () => {
    const world = started();
    world.wait(CONTRACT_WINDOW).sweep();
    expect(refused(() => world.publish(1))).toEqual(conflict('compensated', 'trade_terminal'));
  });
  // @id deadline-passed
  test('409 deadline_passed at the deadline, not a millisecond before, whether or not the sweep has come', () => {
    const early = started();
    early.clock += CONTRACT_WINDOW * 1000 - 1;
    expect(code(() => early.publish(1))).toBeUndefined();
    const late = started().wait(CONTRACT_WINDOW);
    expect(refused(() => late.publish(1))).toEqual(conflict('executing', 'deadline_passed'));
  });
});

describe('checkpoint', () => {
  test('confirmed: checkpoint_status is confirmed and the trade moves to confirming, due at once when it passes', () => {
    const world = begun();
    const { step, trade, effects } = world.check(1, { status: 'confirmed' });
    expect(step).toMatchObject({ checkpointStatus: 'confirmed', checkpointResults: null, coverageBps: 10000 });
    expect([trade.state, trade.dueAt]).toEqual(['confirming', new Date(world.clock)]);
    expect(seconds(world, step.deadlineAt)).toBe(CHECKPOINT_WINDOW);
    expect(effects.events?.[0]).toMatchObject({
      type: 'trade.checkpoint_submitted',
      data: { state: 'confirming', step_no: 1 },
    });
  });
  test('failed: evidence is recorded and nothing moves', () => {
    const world = begun();
    const { step, trade, effects } = world.check(1, { status: 'failed' });
    expect(step).toMatchObject({ state: 'active', checkpointStatus: 'failed', coverageBps: 0 });
    expect([trade.state, trade.dueAt]).toEqual(['executing', step.deadlineAt]);
    expect(effects.journals).toBeUndefined();
  });
  // @spec SE5, ST33
  test('in the last second, failed or below the threshold leaves the provider its rebuttal; passing moves nothing', () => {
    const at = (results: { item_id: string; met: boolean }[], status: 'confirmed' | 'failed') => {
      const world = begun().wait(CHECKPOINT_WINDOW - 1);
      return seconds(world, world.check(1, { status, results }).step.deadlineAt);
    };
    expect(at([], 'failed')).toBe(60);
    expect(at([{ item_id: 'item-0', met: true }], 'confirmed')).toBe(60);
    expect(
      at(
        ['item-0', 'item-1'].map((item_id) => ({ item_id, met: true })),
        'confirmed',
      ),
    ).toBe(1);
  });
  test('the rebuttal window is never longer than the checkpoint window of the step', () => {
    const world = begun();
    const trade = { ...world.facts.trade, rebuttalWindowSeconds: 10_000 };
    world.facts = { ...world.facts, trade };
    world.wait(CHECKPOINT_WINDOW - 1);
    expect(seconds(world, world.check(1, { status: 'failed' }).step.deadlineAt)).toBe(CHECKPOINT_WINDOW);
  });
  // @spec ST13
  test('403: the provider may never call it; the consumer only as its registered agent', () => {
    const world = begun();
    expect(code(checkAs(world, A.id, A.agent))).toBe('trade_access_denied');
    expect(code(checkAs(world, B.id, undefined))).toBe('trade_access_denied');
    expect(code(checkAs(world, B.id, A.agent))).toBe('trade_access_denied');
    expect(code(checkAs(world, B.id, B.agent))).toBeUndefined();
    expect(code(checkAs(world, C.id, C.agent))).toBe('trade_not_found');
    expect(code(checkAs(world, B.id, B.agent, 9))).toBe('step_not_found');
  });
  // @spec ST17
  test('409 if the contract is not yet published, the step is not active, or a checkpoint is there', () => {
    expect(refused(checkAs(started(), B.id, B.agent))).toEqual(conflict('executing', 'contract_missing'));
    expect(refused(checkAs(started(), B.id, B.agent, 2))).toEqual(conflict('executing', 'step_not_active', 2));
    const world = begun();
    world.check(1, { status: 'failed' });
    expect(refused(checkAs(world, B.id, B.agent))).toEqual(conflict('executing', 'checkpoint_submitted'));
    world.withdraw(A);
    expect(refused(checkAs(world, B.id, B.agent))).toEqual(conflict('compensated', 'trade_terminal'));
  });
  test('409 deadline_passed at the deadline, whether or not the sweep has come', () => {
    const world = begun().wait(CHECKPOINT_WINDOW);
    expect(refused(checkAs(world, B.id, B.agent))).toEqual(conflict('executing', 'deadline_passed'));
  });
  // @spec ST19
  test.each([
    [
      'failed with coverage ≥ the threshold',
      'failed',
      [
        { item_id: 'item-0', met: true },
        { item_id: 'item-1', met: true },
      ],
      '/status',
    ],
    ['confirmed with coverage 0', 'confirmed', [], '/status'],
    ['an item the contract does not name', 'failed', [{ item_id: 'other', met: false }], '/results/0/item_id'],
    [
      'an item named twice',
      'failed',
      [
        { item_id: 'item-0', met: false },
        { item_id: 'item-0', met: false },
      ],
      '/results/1/item_id',
    ],
  ] as const)('400 validation_failed: %s', (_, status, results, pointer) => {
    const refusal = refusalOf(() => begun().check(1, { status, results }));
    expect(refusal?.code).toBe('validation_failed');
    expect(refusal?.members['fields']).toEqual([{ pointer, detail: expect.any(String) as string }]);
  });
});

describe('rebuttal', () => {
  test('rebuttal_filed_at is set, with its hash over the canonical statement and evidence', () => {
    const world = begun();
    world.check(1, { status: 'failed' });
    const evidence = [{ uri: 'https://example.com/a', item_id: 'item-0' }];
    const { step, effects } = world.rebut(1, { statement: 'It was delivered', evidence });
    const bytes =
      '{"evidence":[{"item_id":"item-0","note":null,"sha256":null,"uri":"https://example.com/a"}],"statement":"It was delivered"}';
    expect(step.rebuttal?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(step.rebuttalFiledAt).toEqual(new Date(world.clock));
    expect(effects.events?.map((event) => event.type)).toEqual(['trade.rebuttal_filed', 'trade.rebuttal_filed']);
  });
  // @spec ST25
  test('against a failed checkpoint or one below the threshold it leaves the operator the evaluation window', () => {
    for (const status of ['failed', 'confirmed'] as const) {
      const world = begun();
      world.check(1, { status, results: status === 'failed' ? null : [{ item_id: 'item-0', met: true }] });
      const { step, trade } = world.wait(CHECKPOINT_WINDOW - 1).rebut(1, rebuttal);
      expect(seconds(world, step.deadlineAt)).toBe(300);
      expect(trade.dueAt).toEqual(step.deadlineAt);
    }
  });
  test('the evaluation window is never longer than 4 checkpoint windows of the step', () => {
    const world = begun();
    world.check(1, { status: 'failed' });
    world.facts = { ...world.facts, trade: { ...world.facts.trade, evaluationWindowSeconds: 10_000 } };
    expect(seconds(world, world.rebut(1, rebuttal).step.deadlineAt)).toBe(4 * CHECKPOINT_WINDOW);
  });
  test('without a checkpoint, or with one that passes, it buys no time', () => {
    const world = started().wait(CONTRACT_WINDOW - 1);
    expect(seconds(world, world.rebut(1, rebuttal).step.deadlineAt)).toBe(1);
    const passing = begun();
    passing.check(1, { status: 'confirmed' });
    expect(seconds(passing, passing.rebut(1, rebuttal).step.deadlineAt)).toBe(CHECKPOINT_WINDOW);
  });
  test('after the deadline it is still taken until the sweep, and moves nothing', () => {
    const world = begun();
    world.check(1, { status: 'failed' });
    world.wait(CHECKPOINT_WINDOW);
    expect(seconds(world, world.rebut(1, rebuttal).step.deadlineAt)).toBe(0);
    expect(world.sweep().settlement?.failureClass).toBe('F2');
  });
  // @spec ST24
  test('it never changes the settlement outcome by itself', () => {
    const end = (rebut: boolean) => {
      const world = begun();
      world.check(1, { status: 'failed' });
      if (rebut) world.rebut(1, rebuttal);
      const { settlement } = world.wait(10_000).sweep();
      return [settlement?.outcome, settlement?.failureClass, settlement?.slashAmount, world.change(A), world.change(B)];
    };
    expect(end(true)).toEqual(end(false));
  });
  test('it may be filed on a step that is still pending', () => {
    const world = two();
    expect(world.rebut(2, rebuttal).step).toMatchObject({ state: 'pending', deadlineAt: null });
    expect(world.facts.trade.state).toBe('bond_reserved');
  });
  test("403 unless the caller is the target step's provider; X-Agent-Id is checked if it is sent", () => {
    const world = begun();
    expect(code(rebutAs(world, B.id, B.agent))).toBe('trade_access_denied');
    expect(code(rebutAs(world, A.id, B.agent))).toBe('trade_access_denied');
    expect(code(rebutAs(world, A.id, undefined))).toBeUndefined();
    expect(code(rebutAs(world, C.id, undefined))).toBe('trade_not_found');
    expect(code(rebutAs(world, A.id, undefined, 0))).toBe('step_not_found');
  });
  test('409 on a second one, on a step that has ended, and once the trade is settled', () => {
    const world = begun();
    world.rebut(1, rebuttal);
    expect(refused(rebutAs(world, A.id, undefined))).toEqual(conflict('executing', 'rebuttal_filed'));
    world.withdraw(A);
    expect(refused(rebutAs(world, A.id, undefined))).toEqual(conflict('compensated', 'trade_terminal'));
    const passed = two().pass(1);
    expect(refused(rebutAs(passed, A.id, undefined))).toEqual(conflict('confirming', 'step_ended'));
  });
  test('400 for evidence on an item the contract does not name', () => {
    const evidence = [{ uri: 'https://example.com' }, { uri: 'https://example.com', item_id: 'other' }];
    const refusal = refusalOf(() => begun().rebut(1, { ...rebuttal, evidence }));
    expect(refusal?.members['fields']).toMatchObject([{ pointer: '/evidence/1/item_id' }]);
  });
});

test('a request that is not valid is refused before the trade is looked for', () => {
  const world = started();
  const caller = { principalId: C.id, agentText: undefined };
  const empty = { summary: '', items: [] };
  const call = () => decidePublishContract(null, { caller, stepNo: 1, contract: empty }, world.moment());
  expect(code(call)).toBe('validation_failed');
});
