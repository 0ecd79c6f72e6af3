import { decideActivateTrade, stepToActivate } from '../../../src/domain/trades/activate-trade';
import { keyOf } from '../../../src/domain/keys';
import type { Refusal } from '../../../src/domain/errors/errors';
import { accountName } from '../../../src/domain/ledger/accounts';
import type { PrincipalData } from '../../../src/domain/parties/principal';
import { addSeconds } from '../../../src/domain/time';
import { A, B, C, CONTRACT_WINDOW, type Party, plannedStep, principal, refusalOf, TradeScenario } from './setup';

const outsider = { principalId: C.id, agentText: undefined };
const twoSteps = (): TradeScenario => new TradeScenario([plannedStep(A, B, 999), plannedStep(A, B, 1)]);
const members = (call: () => unknown) => {
  const refusal = refusalOf(call);
  return [refusal?.code, refusal?.members];
};
const conflict = (current_state: string, reason: string, step_no?: number) => {
  return ['trade_state_conflict', { current_state, reason, ...(step_no === undefined ? {} : { step_no }) }];
};

describe('activating a trade', () => {
  // @spec T15
  test('any participant can activate; the trade executes and deadline_at is now + the contract window', () => {
    for (const actor of [A, B]) {
      const scenario = twoSteps().wait(7);
      const { step, effects } = scenario.activate(actor);
      expect([step.stepNo, step.state, step.activatedAt]).toEqual([1, 'active', new Date(scenario.clock)]);
      expect(step.deadlineAt).toEqual(new Date(scenario.clock + CONTRACT_WINDOW * 1000));
      expect(scenario.data.trade).toMatchObject({ state: 'executing', idleDeadlineAt: null, dueAt: step.deadlineAt });
      expect(effects.events?.map((event) => event.type)).toEqual(['trade.step_activated', 'trade.step_activated']);
      expect(effects.events?.[0]?.data).toMatchObject({ state: 'executing', step_no: 1 });
    }
  });
  // @id activation-price-and-fee
  test('the consumer pays the price and ceil(price · fee) from its tickets, in one journal and one spend', () => {
    const { effects, step, trade } = twoSteps().activate(A);
    expect(step.feeStamps).toBe(10n);
    expect(effects.spends).toEqual([{ principalId: B.id, stamps: 1009n }]);
    const journal = effects.journals?.[0];
    expect(journal).toMatchObject({ idemKey: `trade:${trade.tradeId}:activate:1`, kind: 'activation' });
    expect(journal?.lines.map((line) => [accountName(line.debit), accountName(line.credit), line.amount])).toEqual([
      [`ticket:${B.id}`, `trade_escrow:${trade.tradeId}:1:${B.id}`, 999n],
      [`ticket:${B.id}`, 'platform_fee', 10n],
    ]);
  });
  test('a step without a price is activated without a journal', () => {
    const { effects } = new TradeScenario([plannedStep(A, B, 0), plannedStep(A, B, 10)]).activate(A);
    expect([effects.journals, effects.spends]).toEqual([[], []]);
  });
  test('a repeat on an active step returns the same result and has no effect', () => {
    const scenario = twoSteps();
    const first = scenario.activate(A);
    const again = scenario.wait(CONTRACT_WINDOW + 1).activate(B);
    expect(again.effects).toEqual({});
    expect(again.trade).toEqual(first.trade);
    expect(again.step).toEqual(first.step);
  });
  test('a repeat after a confirmed checkpoint below the threshold has no effect and leaves the trade confirming', () => {
    const scenario = twoSteps().begin(1, [6, 4]);
    scenario.confirm(1);
    expect(scenario.activate(B).effects).toEqual({});
    expect(scenario.data.trade.state).toBe('confirming');
  });
  // @spec T13, ST1
  test('after a passing checkpoint, the next pending step becomes active', () => {
    const scenario = twoSteps().begin(1);
    scenario.submitCheckpoint(1, { status: 'confirmed' });
    const { effects } = scenario.activate(A);
    expect(scenario.data.steps.map(({ state }) => state)).toEqual(['passed', 'active']);
    expect(effects.steps?.map(({ stepNo }) => stepNo)).toEqual([2]);
  });
  test('a passing step that an older release left active becomes passed with the activation of the next', () => {
    const scenario = twoSteps().begin(1);
    scenario.submitCheckpoint(1, { status: 'confirmed' });
    const steps = scenario.data.steps.map((step) => (step.stepNo === 1 ? { ...step, state: 'active' as const } : step));
    scenario.data = { ...scenario.data, steps, trade: { ...scenario.data.trade, idleDeadlineAt: null } };
    expect(stepToActivate(scenario.data, new Date(scenario.clock))?.stepNo).toBe(2);
    const { effects, step } = scenario.activate(A);
    expect(step.stepNo).toBe(2);
    expect(scenario.data.steps.map(({ state }) => state)).toEqual(['passed', 'active']);
    expect(scenario.data.trade.state).toBe('executing');
    expect(effects.steps?.map(({ stepNo }) => stepNo)).toEqual([1, 2]);
  });
  test('the next step is activated from confirming', () => {
    const scenario = twoSteps().pass(1);
    expect(scenario.data.trade.state).toBe('confirming');
    scenario.activate(A);
    expect(scenario.data.trade.state).toBe('executing');
  });
  test('stepToActivate should return the step to charge, and null on a repeat', () => {
    const scenario = twoSteps();
    const now = new Date(scenario.clock);
    expect(stepToActivate(scenario.data, now)?.stepNo).toBe(1);
    scenario.activate(A);
    expect(stepToActivate(scenario.data, now)).toBeNull();
  });
});

describe('activating a trade fails', () => {
  // @spec T29
  test('404 trade_not_found for other principals and for a missing trade', () => {
    const scenario = twoSteps();
    const data = { ...scenario.data, principals: scenario.principals };
    expect(refusalOf(() => decideActivateTrade(data, { caller: outsider }, scenario.context()))?.code).toBe(
      'trade_not_found',
    );
    expect(refusalOf(() => decideActivateTrade(null, { caller: outsider }, scenario.context()))?.code).toBe(
      'trade_not_found',
    );
  });
  test('409 trade_state_conflict when the trade is terminal', () => {
    const scenario = twoSteps().begin(1);
    scenario.withdraw(A);
    expect(members(() => scenario.activate(A))).toEqual(conflict('compensated', 'trade_terminal'));
    expect(stepToActivate(scenario.data, new Date(scenario.clock))).toBeNull();
  });
  test('409 trade_state_conflict when no step is pending: the last one has passed', () => {
    const scenario = new TradeScenario([plannedStep(A, B, 10)]).begin(1);
    scenario.submitCheckpoint(1, { status: 'confirmed' });
    expect(members(() => scenario.activate(A))).toEqual(conflict('confirming', 'no_pending_step'));
  });
  test('409 deadline_passed from idle_deadline_at on, independent of the sweep', () => {
    const early = twoSteps();
    early.clock += 500_000 - 1;
    expect(refusalOf(() => early.activate(A))).toBeUndefined();
    const late = twoSteps().wait(500);
    expect(members(() => late.activate(A))).toEqual(conflict('bond_reserved', 'deadline_passed', 1));
  });
  test('409 principal_daily_spend_limit_exceeded when price and fee exceed the daily limit of the consumer', () => {
    const day = (spentTodayStamps: bigint) => [principal(B.id, { spentTodayStamps, dailySpendLimitStamps: 2000n })];
    expect(refusalOf(() => twoSteps().activate(A, day(991n)))).toBeUndefined();
    const limit = { limit: 'daily_spend_limit_stamps', principal_key: keyOf('prn', B.id) };
    expect(members(() => twoSteps().activate(A, day(992n)))).toEqual(['principal_daily_spend_limit_exceeded', limit]);
  });
  describe('the advice about the daily limit of the consumer', () => {
    const MIDNIGHT = new Date(Date.UTC(2026, 0, 2));
    const used = { spentTodayStamps: 1n, dailySpendLimitStamps: 1009n };
    const low = { dailySpendLimitStamps: 1008n };

    /** The refusal of an activation that is possible until some seconds after midnight. */
    function refused(by: Party, over: Partial<PrincipalData>, closesAfterSeconds = 1): Refusal | undefined {
      const scenario = twoSteps();
      const idleDeadlineAt = addSeconds(MIDNIGHT, closesAfterSeconds);
      scenario.data = { ...scenario.data, trade: { ...scenario.data.trade, idleDeadlineAt } };
      return refusalOf(() => scenario.activate(by, [principal(B.id, over)]));
    }

    // @spec LI3
    test('names midnight when a wait makes room', () => {
      const refusal = refused(B, used);
      expect(refusal?.remedy).toBe('Try again after midnight UTC with a new idempotency key.');
      expect(refusal?.availableAt).toEqual(MIDNIGHT);
    });
    // @spec LI3
    test('says that no wait makes room when the cost alone exceeds the limit', () => {
      const refusal = refused(B, low);
      expect(refusal?.remedy).toMatch(/^No wait makes room: the cost alone exceeds the limit\./);
      expect(refusal?.availableAt).toBeNull();
    });
    // @spec LI3
    test('says that no wait makes room when the step must be activated before midnight', () => {
      const refusal = refused(B, used, 0);
      expect(refusal?.remedy).toMatch(/^No wait makes room: the step must be activated before midnight UTC\./);
      expect(refusal?.availableAt).toBeNull();
    });
    // @spec LI3
    test('is always the same for other participants', () => {
      for (const over of [used, low]) {
        const refusal = refused(A, over);
        expect(refusal?.message).toBe('The call would exceed the daily spend limit of the principal for this UTC day.');
        expect(refusal?.remedy).toMatch(/^Wait until the principal in `principal_key` can pay/);
        expect(refusal?.availableAt).toBeNull();
      }
    });
  });
  test('402 wallet_insufficient_balance shows the amounts to the consumer and only the principal to others', () => {
    const short = [principal(B.id, { ticketStamps: 1008n })];
    const own = { required_stamps: 1009n, available_stamps: 1008n };
    expect(members(() => twoSteps().activate(B, short))).toEqual(['wallet_insufficient_balance', own]);
    const detail = 'Your ticket balance is 1008 stamps, and the call costs 1009. It moved no stamps.';
    expect(refusalOf(() => twoSteps().activate(B, short))?.message).toBe(detail);
    expect(refusalOf(() => twoSteps().activate(A, short))?.message).not.toMatch(/\d/);
    const other = { principal_key: keyOf('prn', B.id) };
    expect(members(() => twoSteps().activate(A, short))).toEqual(['wallet_insufficient_balance', other]);
    expect(refusalOf(() => twoSteps().activate(B, [principal(B.id, { ticketStamps: 1009n })]))).toBeUndefined();
  });
  test('the daily limit is checked before the balance', () => {
    const both = [principal(B.id, { ticketStamps: 0n, dailySpendLimitStamps: 0n })];
    expect(refusalOf(() => twoSteps().activate(A, both))?.code).toBe('principal_daily_spend_limit_exceeded');
  });
});
