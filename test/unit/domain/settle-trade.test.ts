import {
  decideSettleTrade,
  decideSubmitVerdict,
  decideWithdraw,
  type SettleTradeData,
} from '../../../src/domain/trades/settle-trade';
import { keyOf } from '../../../src/domain/keys';
import { A, B, C, CHECKPOINT_WINDOW, CONTRACT_WINDOW, plannedStep, refusalOf, TradeScenario } from './setup';

const oneStep = (): TradeScenario => new TradeScenario([plannedStep(A, B, 1000)]);
const twoSteps = (): TradeScenario => new TradeScenario([plannedStep(A, B, 600), plannedStep(B, A, 400)]);
/** The step as a release before "a step that passes has passed" stored it. */
const asOlderRelease = (data: SettleTradeData): SettleTradeData => ({
  ...data,
  trade: { ...data.trade, idleDeadlineAt: null },
  steps: data.steps.map((step) => (step.stepNo === 1 ? { ...step, state: 'active' } : step)),
});
const refusedWith = (call: () => unknown) => {
  const refusal = refusalOf(call);
  return [refusal?.code, refusal?.members];
};
const code = (call: () => unknown) => refusalOf(call)?.code;
const withdrawAs = (scenario: TradeScenario, principalId: string, agentText?: string) => {
  return () => decideWithdraw(scenario.data, { caller: { principalId, agentText } }, scenario.context());
};

describe('the settle sweep', () => {
  // @spec SE2
  test('a passing confirmed checkpoint is settled before the step deadline', () => {
    const scenario = oneStep().begin(1);
    scenario.submitCheckpoint(1, { status: 'confirmed' });
    const { result, trade, effects } = scenario.sweep();
    expect([result, trade.state, trade.dueAt, trade.settledAt]).toEqual([
      'settled',
      'completed',
      null,
      new Date(scenario.clock),
    ]);
    expect(effects.journals?.map((journal) => journal.idemKey)).toEqual([`trade:${trade.tradeId}:settle`]);
    expect(effects.events?.map((event) => event.type)).toEqual(['trade.completed', 'trade.completed']);
  });
  test('a step that an older release left active with a passing checkpoint passes with the sweep', () => {
    const scenario = twoSteps().begin(1);
    scenario.submitCheckpoint(1, { status: 'confirmed' });
    scenario.data = asOlderRelease(scenario.data);
    const { result, trade, effects } = scenario.wait(5).sweep();
    expect([result, trade.state, scenario.step(1).state]).toEqual(['passed_step', 'confirming', 'passed']);
    expect(trade.idleDeadlineAt).toEqual(new Date(scenario.clock + 500_000));
    expect(trade.dueAt).toEqual(trade.idleDeadlineAt);
    expect([effects.journals, effects.settlements, effects.events]).toEqual([undefined, undefined, undefined]);
  });
  test('the last step that an older release left active is settled as completed', () => {
    const scenario = oneStep().begin(1);
    scenario.submitCheckpoint(1, { status: 'confirmed' });
    scenario.data = asOlderRelease(scenario.data);
    expect(scenario.sweep()).toMatchObject({ result: 'settled', trade: { state: 'completed' } });
    expect(scenario.step(1).state).toBe('passed');
  });
  test('a failed checkpoint, or a confirmed one below the threshold, is settled when the step deadline passes', () => {
    for (const status of ['failed', 'confirmed'] as const) {
      const scenario = oneStep().begin(1, [1, 1]);
      scenario.submitCheckpoint(1, { status, results: [{ item_id: 'item-0', met: true }] });
      expect(scenario.wait(CHECKPOINT_WINDOW - 1).sweep().result).toBe('nothing');
      expect(scenario.wait(1).sweep().settlement?.failureClass).toBe(status === 'failed' ? 'F2' : 'F3');
    }
  });
  test('the next sweep applies a verdict before the deadline', () => {
    const scenario = oneStep().begin(1);
    scenario.submitCheckpoint(1, { status: 'failed' });
    expect(scenario.sweep().result).toBe('nothing');
    scenario.submitVerdict('fail');
    expect(scenario.sweep().settlement).toMatchObject({ failureClass: 'F2', outcome: 'compensated' });
  });
  // @spec SE34
  test('a late settlement differs only in its time', () => {
    const end = (late: number) => {
      const scenario = oneStep();
      scenario.activate(B);
      const { settlement } = scenario.wait(CONTRACT_WINDOW + late).sweep();
      return [
        settlement?.failureClass,
        settlement?.slashAmount,
        settlement?.comp,
        scenario.change(A),
        scenario.change(B),
      ];
    };
    expect(end(100_000)).toEqual(end(0));
  });
  // @spec T12
  test('the sweep does not change a terminal trade', () => {
    const scenario = oneStep().pass(1);
    const again = scenario.wait(10 ** 7).sweep();
    expect([again.result, again.effects]).toEqual(['nothing', {}]);
  });
});

// @spec WH2
describe('trade.completed and trade.failed', () => {
  // @spec SE25
  // @id settlement-event-own-side
  test('each participant gets only its own amounts', () => {
    const scenario = oneStep().begin(1);
    const { effects, settlement, trade } = scenario.withdraw(A);
    expect(effects.events?.map((event) => event.type)).toEqual(['trade.failed', 'trade.failed']);
    const mine = effects.events?.find((event) => event.principalId === B.id);
    expect(mine?.subjectKey).toBe(keyOf('trd', trade.tradeId));
    expect(mine?.data).toEqual({
      principal_key: keyOf('prn', B.id),
      trade_key: keyOf('trd', trade.tradeId),
      trade_id: trade.tradeId,
      proposal_id: trade.proposalId,
      state: 'compensated',
      step_no: 1,
      settlement: {
        settlement_key: keyOf('stl', settlement?.settlementId ?? ''),
        trade_key: keyOf('trd', trade.tradeId),
        outcome: 'compensated',
        failure_class: 'F4',
        failure_cause: 'withdrew',
        faulted_step_no: 1,
        fault_principal_key: keyOf('prn', A.id),
        slash_amount: 200,
        comp: [{ principal_key: keyOf('prn', B.id), amount: 200, exposure_basis: 1000, kind: 'step_counterparty' }],
        policy_version: 'slash_policy_v1',
        rule_version: 'rules_v1',
        evidence_sha256: scenario.context().sha256(settlement?.evidence ?? ''),
        settled_at: new Date(scenario.clock).toISOString(),
        own: {
          paid_stamps: 0,
          received_stamps: 0,
          fees_stamps: 10,
          bond_released_stamps: 200,
          bond_slashed_stamps: 0,
          compensation_stamps: 200,
          burnt_stamps: 0,
        },
      },
    });
  });
  test('without a fault, class, cause, step and principal are null, and comp is empty', () => {
    const scenario = oneStep().pass(1);
    const event = scenario.applied.at(-1)?.events?.[0];
    expect(event?.data['step_no']).toBeUndefined();
    expect(event?.data['settlement']).toMatchObject({
      outcome: 'completed',
      failure_class: null,
      failure_cause: null,
      faulted_step_no: null,
      fault_principal_key: null,
      slash_amount: 0,
      comp: [],
    });
  });
});

describe('provider withdraw', () => {
  test.each(['executing', 'confirming'] as const)(
    'a withdrawal from a trade that is %s is settled at once as F4',
    (state) => {
      const scenario = oneStep().begin(1, [6, 4]);
      if (state === 'confirming') scenario.confirm(1);
      expect(scenario.data.trade.state).toBe(state);
      const { settlement, trade } = scenario.withdraw(A);
      expect(settlement).toMatchObject({ failureClass: 'F4', failureCause: 'withdrew', faultPrincipalId: A.id });
      expect([trade.state, trade.withdrawnAt]).toEqual(['compensated', new Date(scenario.clock)]);
      expect(scenario.openAccounts()).toEqual([]);
    },
  );
  test('409 without an active step, for every participant', () => {
    const idle = twoSteps().pass(1);
    for (const actor of [A, B]) {
      expect(refusedWith(withdrawAs(twoSteps(), actor.id))).toEqual([
        'trade_state_conflict',
        { current_state: 'bond_reserved', reason: 'no_active_step' },
      ]);
      expect(refusedWith(withdrawAs(idle, actor.id))).toEqual([
        'trade_state_conflict',
        { current_state: 'confirming', reason: 'step_ended', step_no: 1 },
      ]);
    }
  });
  test('409 in all other states', () => {
    const scenario = oneStep().pass(1);
    const members = { current_state: 'completed', reason: 'trade_terminal' };
    expect(refusedWith(withdrawAs(scenario, A.id))).toEqual(['trade_state_conflict', members]);
    expect(refusedWith(withdrawAs(scenario, B.id))).toEqual(['trade_state_conflict', members]);
  });
  test('403 for all but the provider of the active step; X-Agent-Id is checked if present', () => {
    const scenario = twoSteps().pass(1).begin(2);
    expect(code(withdrawAs(scenario, A.id))).toBe('trade_access_denied');
    expect(code(withdrawAs(scenario, B.id, A.agent))).toBe('trade_access_denied');
    expect(code(withdrawAs(scenario, B.id, keyOf('agt', B.agent)))).toBeUndefined();
    expect(code(withdrawAs(scenario, B.id))).toBeUndefined();
  });
  test('404 trade_not_found for other principals', () => {
    expect(code(withdrawAs(oneStep(), C.id))).toBe('trade_not_found');
    const scenario = oneStep();
    const caller = { principalId: A.id, agentText: undefined };
    expect(code(() => decideWithdraw(null, { caller }, scenario.context()))).toBe('trade_not_found');
  });
  test('409 deadline_passed from the deadline on', () => {
    const scenario = oneStep().begin(1, [6, 4]);
    scenario.confirm(1);
    scenario.wait(CHECKPOINT_WINDOW);
    const members = { current_state: 'confirming', reason: 'deadline_passed', step_no: 1 };
    expect(refusedWith(withdrawAs(scenario, A.id))).toEqual(['trade_state_conflict', members]);
  });
  // @spec ST34
  // @id passed-step-withdraw
  test('409 step_ended after a passing checkpoint, also for a step that an older release left active', () => {
    const scenario = oneStep().begin(1);
    scenario.submitCheckpoint(1, { status: 'confirmed' });
    const refused = ['trade_state_conflict', { current_state: 'confirming', reason: 'step_ended', step_no: 1 }];
    expect(refusedWith(withdrawAs(scenario, A.id))).toEqual(refused);
    scenario.data = asOlderRelease(scenario.data);
    expect(refusedWith(withdrawAs(scenario, A.id))).toEqual(refused);
    expect(scenario.sweep().trade.state).toBe('completed');
  });
});

describe('verdict', () => {
  test('a verdict is stored on the active step and makes the trade due at once', () => {
    const scenario = oneStep().begin(1);
    scenario.submitCheckpoint(1, { status: 'failed' });
    const { step, trade, effects } = scenario.wait(9).submitVerdict('pass');
    expect(step.verdict).toEqual({
      verdict: 'pass',
      reason: 'Seen',
      submitted_at: new Date(scenario.clock).toISOString(),
    });
    expect(trade.dueAt).toEqual(new Date(scenario.clock));
    expect(effects.journals).toBeUndefined();
  });
  test('the verdict pass on a checkpoint below the threshold passes the step', () => {
    const scenario = twoSteps().begin(1, [1, 1]);
    scenario.confirm(1);
    scenario.submitVerdict('pass');
    expect(scenario.settle().result).toBe('passed_step');
    expect(scenario.step(1).state).toBe('passed');
  });
  // @spec ST34
  // @id passed-step-verdict
  test('409 step_ended on a passing checkpoint, also for a step that an older release left active', () => {
    for (const scenario of [oneStep().begin(1), twoSteps().begin(1)]) {
      scenario.submitCheckpoint(1, { status: 'confirmed' });
      const refused = ['evaluation_state_conflict', { current_state: 'confirming', reason: 'step_ended', step_no: 1 }];
      expect(refusedWith(() => scenario.submitVerdict('fail'))).toEqual(refused);
      scenario.data = asOlderRelease(scenario.data);
      expect(refusedWith(() => scenario.submitVerdict('fail'))).toEqual(refused);
      expect(scenario.settle().settlement?.failureClass ?? null).toBeNull();
    }
  });
  // @spec SE36
  test('409 evaluation_state_conflict without a checkpoint, and after a verdict', () => {
    const conflict = (current_state: string, reason: string) => [
      'evaluation_state_conflict',
      { current_state, reason },
    ];
    expect(refusedWith(() => oneStep().submitVerdict('pass'))).toEqual(conflict('bond_reserved', 'no_checkpoint'));
    const scenario = oneStep().begin(1);
    expect(refusedWith(() => scenario.submitVerdict('pass'))).toEqual(conflict('executing', 'no_checkpoint'));
    scenario.submitCheckpoint(1, { status: 'failed' });
    scenario.submitVerdict('pass');
    expect(refusedWith(() => scenario.submitVerdict('fail'))).toEqual(conflict('executing', 'verdict_submitted'));
  });
  test('409 trade_state_conflict on a terminal trade, and at the deadline', () => {
    const done = oneStep().pass(1);
    expect(code(() => done.submitVerdict('pass'))).toBe('trade_state_conflict');
    const late = oneStep().begin(1);
    late.submitCheckpoint(1, { status: 'failed' });
    late.wait(CHECKPOINT_WINDOW);
    const members = { current_state: 'executing', reason: 'deadline_passed', step_no: 1 };
    expect(refusedWith(() => late.submitVerdict('pass'))).toEqual(['trade_state_conflict', members]);
  });
  test('404 trade_not_found; 400 for a reason that is empty or too long', () => {
    const context = oneStep().context();
    const judge = (reason: string) => () => decideSubmitVerdict(null, { verdict: 'pass', reason }, context);
    expect(code(judge('x'.repeat(2000)))).toBe('trade_not_found');
    for (const reason of ['', 'x'.repeat(2001)]) {
      expect(refusalOf(judge(reason))?.members['fields']).toMatchObject([{ pointer: '/reason' }]);
    }
  });
});

// @spec SE7
describe('explicit settle', () => {
  test('409 evaluation_state_conflict when nothing is due', () => {
    const members = { current_state: 'bond_reserved', reason: 'nothing_due' };
    expect(refusedWith(() => oneStep().settle())).toEqual(['evaluation_state_conflict', members]);
  });
  test('a due trade is settled as in the sweep', () => {
    const scenario = oneStep().wait(500);
    expect(scenario.settle().settlement?.failureCause).toBe('not_activated');
  });
  test('a settled trade has nothing due, and is no error', () => {
    const scenario = oneStep().pass(1);
    const { result, effects, trade } = scenario.settle();
    expect([result, effects, trade.state]).toEqual(['nothing', {}, 'completed']);
  });
  test('404 trade_not_found for a missing trade', () => {
    const scenario = oneStep();
    expect(code(() => decideSettleTrade(null, scenario.context()))).toBe('trade_not_found');
  });
});
