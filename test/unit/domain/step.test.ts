import { createHash } from 'node:crypto';
import { keyOf } from '../../../src/domain/keys';
import { decideFileRebuttal, decidePublishContract, decideSubmitCheckpoint } from '../../../src/domain/trades/step';
import { A, B, C, CHECKPOINT_WINDOW, CONTRACT_WINDOW, contract, plannedStep, refusalOf, TradeScenario } from './setup';

const twoSteps = (): TradeScenario => new TradeScenario([plannedStep(A, B, 1000), plannedStep(A, B, 500)]);
const activatedTrade = (): TradeScenario => {
  const scenario = twoSteps();
  scenario.activate(B);
  return scenario;
};
const publishedTrade = (weights = [6, 4]): TradeScenario => twoSteps().begin(1, weights);
const refusedWith = (call: () => unknown) => {
  const refusal = refusalOf(call);
  return [refusal?.code, refusal?.members];
};
const code = (call: () => unknown) => refusalOf(call)?.code;
const conflict = (current_state: string, reason: string, step_no = 1) => {
  return ['trade_state_conflict', { current_state, reason, step_no }];
};
const seconds = (scenario: TradeScenario, deadline: Date | null) =>
  ((deadline?.getTime() ?? 0) - scenario.clock) / 1000;
const publishAs = (scenario: TradeScenario, principalId: string, agentText: string | undefined, stepNo = 1) => {
  const call = { caller: { principalId, agentText }, stepNo, contract: contract() };
  return () => decidePublishContract(scenario.data, call, scenario.context());
};
const checkAs = (scenario: TradeScenario, principalId: string, agentText: string | undefined, stepNo = 1) => {
  const call = { caller: { principalId, agentText }, stepNo, checkpoint: { status: 'confirmed' as const } };
  return () => decideSubmitCheckpoint(scenario.data, call, scenario.context());
};
const rebuttal = { statement: 'It was delivered' };
const rebutAs = (scenario: TradeScenario, principalId: string, agentText: string | undefined, stepNo = 1) => {
  const call = { caller: { principalId, agentText }, stepNo, rebuttal };
  return () => decideFileRebuttal(scenario.data, call, scenario.context());
};

describe('publish delivery contract', () => {
  test('contract_published_at is set, deadline_at moves to it plus the checkpoint window, the trade stays executing', () => {
    const scenario = activatedTrade().wait(50);
    const { step, trade, effects } = scenario.publish(1);
    expect(step.contractPublishedAt).toEqual(new Date(scenario.clock));
    expect(seconds(scenario, step.deadlineAt)).toBe(CHECKPOINT_WINDOW);
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
  test('X-Agent-Id can be a key or a UUID', () => {
    const scenario = activatedTrade();
    expect(code(publishAs(scenario, A.id, A.agent))).toBeUndefined();
    expect(code(publishAs(scenario, A.id, keyOf('agt', A.agent)))).toBeUndefined();
  });
  // @spec ST8
  // @id publish-contract-access
  test('403 trade_access_denied for the consumer, and for a missing or different X-Agent-Id', () => {
    const scenario = activatedTrade();
    expect(code(publishAs(scenario, B.id, B.agent))).toBe('trade_access_denied');
    expect(code(publishAs(scenario, A.id, undefined))).toBe('trade_access_denied');
    expect(code(publishAs(scenario, A.id, B.agent))).toBe('trade_access_denied');
    expect(code(publishAs(scenario, A.id, 'nonsense'))).toBe('trade_access_denied');
  });
  test('404 trade_not_found for other principals, 404 step_not_found for a missing step', () => {
    const scenario = activatedTrade();
    expect(code(publishAs(scenario, C.id, C.agent))).toBe('trade_not_found');
    expect(code(publishAs(scenario, A.id, A.agent, 3))).toBe('step_not_found');
  });
  test('409 if step_no is not the active step', () => {
    const scenario = twoSteps();
    expect(refusedWith(() => scenario.publish(1))).toEqual(conflict('bond_reserved', 'step_not_active'));
    scenario.activate(B);
    expect(refusedWith(() => scenario.publish(2))).toEqual(conflict('executing', 'step_not_active', 2));
  });
  test('409 if the contract is already published', () => {
    const scenario = publishedTrade();
    expect(refusedWith(() => scenario.publish(1))).toEqual(conflict('executing', 'contract_published'));
  });
  test('409 if the trade is terminal', () => {
    const scenario = activatedTrade();
    scenario.wait(CONTRACT_WINDOW).sweep();
    expect(refusedWith(() => scenario.publish(1))).toEqual(conflict('compensated', 'trade_terminal'));
  });
  // @id deadline-passed
  test('409 deadline_passed exactly from the deadline on, independent of the sweep', () => {
    const early = activatedTrade();
    early.clock += CONTRACT_WINDOW * 1000 - 1;
    expect(code(() => early.publish(1))).toBeUndefined();
    const late = activatedTrade().wait(CONTRACT_WINDOW);
    expect(refusedWith(() => late.publish(1))).toEqual(conflict('executing', 'deadline_passed'));
  });
});

describe('checkpoint', () => {
  // @spec ST34
  // @id passed-at-checkpoint
  test('a passing checkpoint ends the step at once, and after the last step the trade is due at once', () => {
    const scenario = new TradeScenario([plannedStep(A, B, 1000)]).begin(1);
    const { step, trade, effects } = scenario.submitCheckpoint(1, { status: 'confirmed' });
    expect(step).toMatchObject({ state: 'passed', checkpointStatus: 'confirmed', coverageBps: 10000 });
    expect([trade.state, trade.dueAt]).toEqual(['confirming', new Date(scenario.clock)]);
    expect(effects.steps?.map(({ state }) => state)).toEqual(['passed']);
  });
  // @spec T28
  test('a passing step before the last leaves the trade confirming and sets idle_deadline_at', () => {
    const scenario = publishedTrade();
    const { step, trade, effects } = scenario.submitCheckpoint(1, { status: 'confirmed' });
    expect(step).toMatchObject({ state: 'passed', checkpointStatus: 'confirmed', checkpointResults: null });
    expect([trade.state, seconds(scenario, trade.idleDeadlineAt)]).toEqual(['confirming', 500]);
    expect(trade.dueAt).toEqual(trade.idleDeadlineAt);
    expect(scenario.sweep().result).toBe('nothing');
    expect(effects.events?.[0]).toMatchObject({
      type: 'trade.checkpoint_submitted',
      data: { state: 'confirming', step_no: 1 },
    });
  });
  test('a failed checkpoint is recorded without moving stamps', () => {
    const scenario = publishedTrade();
    const { step, trade, effects } = scenario.submitCheckpoint(1, { status: 'failed' });
    expect(step).toMatchObject({ state: 'active', checkpointStatus: 'failed', coverageBps: 0 });
    expect([trade.state, trade.dueAt]).toEqual(['executing', step.deadlineAt]);
    expect(effects.journals).toBeUndefined();
  });
  // @spec SE5, ST33
  test('a late checkpoint that does not pass gives the provider the rebuttal window', () => {
    const at = (results: { item_id: string; met: boolean }[], status: 'confirmed' | 'failed') => {
      const scenario = publishedTrade().wait(CHECKPOINT_WINDOW - 1);
      return seconds(scenario, scenario.submitCheckpoint(1, { status, results }).step.deadlineAt);
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
    const scenario = publishedTrade();
    const trade = { ...scenario.data.trade, rebuttalWindowSeconds: 10_000 };
    scenario.data = { ...scenario.data, trade };
    scenario.wait(CHECKPOINT_WINDOW - 1);
    expect(seconds(scenario, scenario.submitCheckpoint(1, { status: 'failed' }).step.deadlineAt)).toBe(
      CHECKPOINT_WINDOW,
    );
  });
  // @spec ST13
  test('403 for the provider, and for the consumer with another agent', () => {
    const scenario = publishedTrade();
    expect(code(checkAs(scenario, A.id, A.agent))).toBe('trade_access_denied');
    expect(code(checkAs(scenario, B.id, undefined))).toBe('trade_access_denied');
    expect(code(checkAs(scenario, B.id, A.agent))).toBe('trade_access_denied');
    expect(code(checkAs(scenario, B.id, B.agent))).toBeUndefined();
    expect(code(checkAs(scenario, C.id, C.agent))).toBe('trade_not_found');
    expect(code(checkAs(scenario, B.id, B.agent, 9))).toBe('step_not_found');
  });
  // @spec ST17
  test('409 if the contract is not published, the step is not active, or a checkpoint exists', () => {
    expect(refusedWith(checkAs(activatedTrade(), B.id, B.agent))).toEqual(conflict('executing', 'contract_missing'));
    expect(refusedWith(checkAs(activatedTrade(), B.id, B.agent, 2))).toEqual(
      conflict('executing', 'step_not_active', 2),
    );
    const scenario = publishedTrade();
    scenario.submitCheckpoint(1, { status: 'failed' });
    expect(refusedWith(checkAs(scenario, B.id, B.agent))).toEqual(conflict('executing', 'checkpoint_submitted'));
    scenario.withdraw(A);
    expect(refusedWith(checkAs(scenario, B.id, B.agent))).toEqual(conflict('compensated', 'trade_terminal'));
    const passed = publishedTrade();
    passed.submitCheckpoint(1, { status: 'confirmed' });
    expect(refusedWith(checkAs(passed, B.id, B.agent))).toEqual(conflict('confirming', 'step_ended'));
  });
  test('409 deadline_passed from the deadline on, independent of the sweep', () => {
    const scenario = publishedTrade().wait(CHECKPOINT_WINDOW);
    expect(refusedWith(checkAs(scenario, B.id, B.agent))).toEqual(conflict('executing', 'deadline_passed'));
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
    ['an item that the contract does not have', 'failed', [{ item_id: 'other', met: false }], '/results/0/item_id'],
    [
      'a repeated item',
      'failed',
      [
        { item_id: 'item-0', met: false },
        { item_id: 'item-0', met: false },
      ],
      '/results/1/item_id',
    ],
  ] as const)('400 validation_failed: %s', (_, status, results, pointer) => {
    const refusal = refusalOf(() => publishedTrade().submitCheckpoint(1, { status, results }));
    expect(refusal?.code).toBe('validation_failed');
    expect(refusal?.members['fields']).toEqual([{ pointer, detail: expect.any(String) as string }]);
  });
});

describe('rebuttal', () => {
  test('rebuttal_filed_at is set, with its hash over the canonical statement and evidence', () => {
    const scenario = publishedTrade();
    scenario.submitCheckpoint(1, { status: 'failed' });
    const evidence = [{ uri: 'https://example.com/a', item_id: 'item-0' }];
    const { step, effects } = scenario.fileRebuttal(1, { statement: 'It was delivered', evidence });
    const bytes =
      '{"evidence":[{"item_id":"item-0","note":null,"sha256":null,"uri":"https://example.com/a"}],"statement":"It was delivered"}';
    expect(step.rebuttal?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(step.rebuttalFiledAt).toEqual(new Date(scenario.clock));
    expect(effects.events?.map((event) => event.type)).toEqual(['trade.rebuttal_filed', 'trade.rebuttal_filed']);
  });
  // @spec ST25
  test('a rebuttal against a checkpoint that does not pass gives the operator the evaluation window', () => {
    for (const status of ['failed', 'confirmed'] as const) {
      const scenario = publishedTrade();
      scenario.submitCheckpoint(1, {
        status,
        results: status === 'failed' ? null : [{ item_id: 'item-0', met: true }],
      });
      const { step, trade } = scenario.wait(CHECKPOINT_WINDOW - 1).fileRebuttal(1, rebuttal);
      expect(seconds(scenario, step.deadlineAt)).toBe(300);
      expect(trade.dueAt).toEqual(step.deadlineAt);
    }
  });
  test('the evaluation window is never longer than 4 checkpoint windows of the step', () => {
    const scenario = publishedTrade();
    scenario.submitCheckpoint(1, { status: 'failed' });
    scenario.data = { ...scenario.data, trade: { ...scenario.data.trade, evaluationWindowSeconds: 10_000 } };
    expect(seconds(scenario, scenario.fileRebuttal(1, rebuttal).step.deadlineAt)).toBe(4 * CHECKPOINT_WINDOW);
  });
  test('without a checkpoint the deadline does not move', () => {
    const scenario = activatedTrade().wait(CONTRACT_WINDOW - 1);
    expect(seconds(scenario, scenario.fileRebuttal(1, rebuttal).step.deadlineAt)).toBe(1);
  });
  // @spec ST34
  // @id passed-step-rebuttal
  test('409 step_ended after a passing checkpoint, also for a step that an older release left active', () => {
    const scenario = publishedTrade();
    scenario.submitCheckpoint(1, { status: 'confirmed' });
    expect(refusedWith(rebutAs(scenario, A.id, undefined))).toEqual(conflict('confirming', 'step_ended'));
    const steps = scenario.data.steps.map((step) => ({ ...step, state: 'active' as const }));
    scenario.data = { ...scenario.data, steps };
    expect(refusedWith(rebutAs(scenario, A.id, undefined))).toEqual(conflict('confirming', 'step_ended'));
  });
  test('after the deadline a rebuttal is valid until the sweep, and the deadline does not move', () => {
    const scenario = publishedTrade();
    scenario.submitCheckpoint(1, { status: 'failed' });
    scenario.wait(CHECKPOINT_WINDOW);
    expect(seconds(scenario, scenario.fileRebuttal(1, rebuttal).step.deadlineAt)).toBe(0);
    expect(scenario.sweep().settlement?.failureClass).toBe('F2');
  });
  // @spec ST24
  test('a rebuttal never changes the settlement outcome', () => {
    const end = (rebut: boolean) => {
      const scenario = publishedTrade();
      scenario.submitCheckpoint(1, { status: 'failed' });
      if (rebut) scenario.fileRebuttal(1, rebuttal);
      const { settlement } = scenario.wait(10_000).sweep();
      return [
        settlement?.outcome,
        settlement?.failureClass,
        settlement?.slashAmount,
        scenario.change(A),
        scenario.change(B),
      ];
    };
    expect(end(true)).toEqual(end(false));
  });
  test('a rebuttal can be filed on a pending step', () => {
    const scenario = twoSteps();
    expect(scenario.fileRebuttal(2, rebuttal).step).toMatchObject({ state: 'pending', deadlineAt: null });
    expect(scenario.data.trade.state).toBe('bond_reserved');
  });
  test('403 for all but the provider of the step; X-Agent-Id is checked if present', () => {
    const scenario = publishedTrade();
    expect(code(rebutAs(scenario, B.id, B.agent))).toBe('trade_access_denied');
    expect(code(rebutAs(scenario, A.id, B.agent))).toBe('trade_access_denied');
    expect(code(rebutAs(scenario, A.id, undefined))).toBeUndefined();
    expect(code(rebutAs(scenario, C.id, undefined))).toBe('trade_not_found');
    expect(code(rebutAs(scenario, A.id, undefined, 0))).toBe('step_not_found');
  });
  test('409 for a second rebuttal, for an ended step, and for a settled trade', () => {
    const scenario = publishedTrade();
    scenario.fileRebuttal(1, rebuttal);
    expect(refusedWith(rebutAs(scenario, A.id, undefined))).toEqual(conflict('executing', 'rebuttal_filed'));
    scenario.withdraw(A);
    expect(refusedWith(rebutAs(scenario, A.id, undefined))).toEqual(conflict('compensated', 'trade_terminal'));
    const passed = twoSteps().pass(1);
    expect(refusedWith(rebutAs(passed, A.id, undefined))).toEqual(conflict('confirming', 'step_ended'));
  });
  test('400 for evidence on an item that the contract does not have', () => {
    const evidence = [{ uri: 'https://example.com' }, { uri: 'https://example.com', item_id: 'other' }];
    const refusal = refusalOf(() => publishedTrade().fileRebuttal(1, { ...rebuttal, evidence }));
    expect(refusal?.members['fields']).toMatchObject([{ pointer: '/evidence/1/item_id' }]);
  });
});

test('an invalid request fails before the trade is loaded', () => {
  const scenario = activatedTrade();
  const caller = { principalId: C.id, agentText: undefined };
  const empty = { summary: '', items: [] };
  const call = () => decidePublishContract(null, { caller, stepNo: 1, contract: empty }, scenario.context());
  expect(code(call)).toBe('validation_failed');
});
