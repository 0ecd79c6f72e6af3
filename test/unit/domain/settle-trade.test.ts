import { decideSettleTrade, decideSubmitVerdict, decideWithdraw } from '../../../src/domain/trades/settle-trade';
import { keyOf } from '../../../src/domain/keys';
import { A, B, C, CHECKPOINT_WINDOW, CONTRACT_WINDOW, planned, refusalOf, World } from './facts';

const one = (): World => new World([planned(A, B, 1000)]);
const two = (): World => new World([planned(A, B, 600), planned(B, A, 400)]);
const refused = (call: () => unknown) => {
  const refusal = refusalOf(call);
  return [refusal?.code, refusal?.members];
};
const code = (call: () => unknown) => refusalOf(call)?.code;
const withdrawAs = (world: World, principalId: string, agentText?: string) => {
  return () => decideWithdraw(world.facts, { caller: { principalId, agentText } }, world.moment());
};

describe('the settle sweep', () => {
  // @spec SE2
  test('a confirmed checkpoint that already passes is settled without waiting for the step deadline', () => {
    const world = one().begin(1);
    world.check(1, { status: 'confirmed' });
    const { result: did, trade, effects } = world.sweep();
    expect([did, trade.state, trade.dueAt, trade.settledAt]).toEqual([
      'settled',
      'completed',
      null,
      new Date(world.clock),
    ]);
    expect(effects.journals?.map((journal) => journal.idemKey)).toEqual([`trade:${trade.tradeId}:settle`]);
    expect(effects.events?.map((event) => event.type)).toEqual(['trade.completed', 'trade.completed']);
  });
  // @spec T28
  test('a step that passes and is not the last leaves the trade confirming and sets idle_deadline_at', () => {
    const world = two().begin(1);
    world.check(1, { status: 'confirmed' });
    const { result: did, trade, effects } = world.wait(5).sweep();
    expect([did, trade.state, world.step(1).state]).toEqual(['passed_step', 'confirming', 'passed']);
    expect(trade.idleDeadlineAt).toEqual(new Date(world.clock + 500_000));
    expect(trade.dueAt).toEqual(trade.idleDeadlineAt);
    expect([effects.journals, effects.settlements, effects.events]).toEqual([undefined, undefined, undefined]);
  });
  test('a failed checkpoint, or a confirmed one below the threshold, is settled when the step deadline passes', () => {
    for (const status of ['failed', 'confirmed'] as const) {
      const world = one().begin(1, [1, 1]);
      world.check(1, { status, results: [{ item_id: 'item-0', met: true }] });
      expect(world.wait(CHECKPOINT_WINDOW - 1).sweep().result).toBe('nothing');
      expect(world.wait(1).sweep().settlement?.failureClass).toBe(status === 'failed' ? 'F2' : 'F3');
    }
  });
  test('a verdict is applied by the next sweep, without waiting for the deadline', () => {
    const world = one().begin(1);
    world.check(1, { status: 'failed' });
    expect(world.sweep().result).toBe('nothing');
    world.judge('fail');
    expect(world.sweep().settlement).toMatchObject({ failureClass: 'F2', outcome: 'compensated' });
  });
  // @spec SE34
  test('settling late changes nothing but the time', () => {
    const end = (late: number) => {
      const world = one();
      world.activate(B);
      const { settlement } = world.wait(CONTRACT_WINDOW + late).sweep();
      return [settlement?.failureClass, settlement?.slashAmount, settlement?.comp, world.change(A), world.change(B)];
    };
    expect(end(100_000)).toEqual(end(0));
  });
  // @spec T12
  test('a terminal trade is left as it is', () => {
    const world = one().pass(1);
    const again = world.wait(10 ** 7).sweep();
    expect([again.result, again.effects]).toEqual(['nothing', {}]);
  });
});

// @spec WH2
describe('trade.completed and trade.failed', () => {
  // @spec SE25
  // @id settlement-event-own-side
  test('each participant gets its own side and no one else’s', () => {
    const world = one().begin(1);
    const { effects, settlement, trade } = world.withdraw(A);
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
        evidence_sha256: world.moment().sha256(settlement?.evidence ?? ''),
        settled_at: new Date(world.clock).toISOString(),
        own: {
          paid_stamps: 0,
          received_stamps: 0,
          fees_stamps: 10,
          bond_released_stamps: 200,
          bond_slashed_stamps: 0,
          compensation_stamps: 200,
        },
      },
    });
  });
  test('on a clean completion class, cause, step and fault are null and comp is empty', () => {
    const world = one().pass(1);
    const event = world.applied.at(-1)?.events?.[0];
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
  test.each(['executing', 'confirming'] as const)('while %s it is settled at once as F4', (state) => {
    const world = one().begin(1);
    if (state === 'confirming') world.check(1, { status: 'confirmed' });
    expect(world.facts.trade.state).toBe(state);
    const { settlement, trade } = world.withdraw(A);
    expect(settlement).toMatchObject({ failureClass: 'F4', failureCause: 'withdrew', faultPrincipalId: A.id });
    expect([trade.state, trade.withdrawnAt]).toEqual(['compensated', new Date(world.clock)]);
    expect(world.left()).toEqual([]);
  });
  test('409 without an active step, whoever asks', () => {
    const idle = two().pass(1);
    for (const who of [A, B]) {
      expect(refused(withdrawAs(two(), who.id))).toEqual([
        'trade_state_conflict',
        { current_state: 'bond_reserved', reason: 'no_active_step' },
      ]);
      expect(refused(withdrawAs(idle, who.id))).toEqual([
        'trade_state_conflict',
        { current_state: 'confirming', reason: 'no_active_step' },
      ]);
    }
  });
  test('409 once the trade has left those states', () => {
    const world = one().pass(1);
    const members = { current_state: 'completed', reason: 'trade_terminal' };
    expect(refused(withdrawAs(world, A.id))).toEqual(['trade_state_conflict', members]);
    expect(refused(withdrawAs(world, B.id))).toEqual(['trade_state_conflict', members]);
  });
  test("403 to anyone but the active step's provider; X-Agent-Id is checked if it is sent", () => {
    const world = two().pass(1).begin(2);
    expect(code(withdrawAs(world, A.id))).toBe('trade_access_denied');
    expect(code(withdrawAs(world, B.id, A.agent))).toBe('trade_access_denied');
    expect(code(withdrawAs(world, B.id, keyOf('agt', B.agent)))).toBeUndefined();
    expect(code(withdrawAs(world, B.id))).toBeUndefined();
  });
  test('404 trade_not_found to anyone who is no participant', () => {
    expect(code(withdrawAs(one(), C.id))).toBe('trade_not_found');
    const world = one();
    const caller = { principalId: A.id, agentText: undefined };
    expect(code(() => decideWithdraw(null, { caller }, world.moment()))).toBe('trade_not_found');
  });
  test('409 deadline_passed at the deadline: a passing step cannot be withdrawn from late', () => {
    const world = one().begin(1);
    world.check(1, { status: 'confirmed' });
    world.wait(CHECKPOINT_WINDOW);
    const members = { current_state: 'confirming', reason: 'deadline_passed', step_no: 1 };
    expect(refused(withdrawAs(world, A.id))).toEqual(['trade_state_conflict', members]);
    expect(world.sweep().trade.state).toBe('completed');
  });
});

describe('verdict', () => {
  test('is stored on the active step and makes the trade due at once', () => {
    const world = one().begin(1);
    world.check(1, { status: 'failed' });
    const { step, trade, effects } = world.wait(9).judge('pass');
    expect(step.verdict).toEqual({
      verdict: 'pass',
      reason: 'Seen',
      submitted_at: new Date(world.clock).toISOString(),
    });
    expect(trade.dueAt).toEqual(new Date(world.clock));
    expect(effects.journals).toBeUndefined();
  });
  test('pass on a checkpoint below the threshold: the step passes', () => {
    const world = two().begin(1, [1, 1]);
    world.confirm(1);
    world.judge('pass');
    expect(world.settle().result).toBe('passed_step');
    expect(world.step(1).state).toBe('passed');
  });
  test('fail on a checkpoint that passes is F2', () => {
    const world = one().begin(1);
    world.check(1, { status: 'confirmed' });
    world.judge('fail');
    expect(world.settle().settlement?.failureClass).toBe('F2');
  });
  // @spec SE36
  test('409 evaluation_state_conflict without a checkpoint, and after a verdict', () => {
    const conflict = (current_state: string, reason: string) => [
      'evaluation_state_conflict',
      { current_state, reason },
    ];
    expect(refused(() => one().judge('pass'))).toEqual(conflict('bond_reserved', 'no_checkpoint'));
    const world = one().begin(1);
    expect(refused(() => world.judge('pass'))).toEqual(conflict('executing', 'no_checkpoint'));
    world.check(1, { status: 'failed' });
    world.judge('pass');
    expect(refused(() => world.judge('fail'))).toEqual(conflict('executing', 'verdict_submitted'));
  });
  test('409 trade_state_conflict on a terminal trade, and at the deadline', () => {
    const done = one().pass(1);
    expect(code(() => done.judge('pass'))).toBe('trade_state_conflict');
    const late = one().begin(1);
    late.check(1, { status: 'failed' });
    late.wait(CHECKPOINT_WINDOW);
    const members = { current_state: 'executing', reason: 'deadline_passed', step_no: 1 };
    expect(refused(() => late.judge('pass'))).toEqual(['trade_state_conflict', members]);
  });
  test('404 trade_not_found; 400 for a reason that is empty or too long', () => {
    const moment = one().moment();
    const judge = (reason: string) => () => decideSubmitVerdict(null, { verdict: 'pass', reason }, moment);
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
    expect(refused(() => one().settle())).toEqual(['evaluation_state_conflict', members]);
  });
  test('what is due is settled as the sweep would', () => {
    const world = one().wait(500);
    expect(world.settle().settlement?.failureCause).toBe('not_activated');
  });
  test('a trade settled already answers with its settlement and has no effect', () => {
    const world = one().pass(1);
    const { settlement } = world.facts;
    const again = world.settle();
    expect([again.effects, again.settlement]).toEqual([{}, settlement]);
  });
  test('404 trade_not_found', () => {
    const world = one();
    expect(code(() => decideSettleTrade(null, world.moment()))).toBe('trade_not_found');
  });
});
