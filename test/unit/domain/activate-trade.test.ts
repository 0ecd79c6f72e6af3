import { decideActivateTrade, stepToActivate } from '../../../src/domain/trades/activate-trade';
import { keyOf } from '../../../src/domain/keys';
import { accountName } from '../../../src/domain/ledger/accounts';
import { A, B, C, CONTRACT_WINDOW, planned, principal, refusalOf, World } from './facts';

const outsider = { principalId: C.id, agentText: undefined };
const two = (): World => new World([planned(A, B, 999), planned(A, B, 1)]);
const members = (call: () => unknown) => {
  const refusal = refusalOf(call);
  return [refusal?.code, refusal?.members];
};
const conflict = (current_state: string, reason: string, step_no?: number) => {
  return ['trade_state_conflict', { current_state, reason, ...(step_no === undefined ? {} : { step_no }) }];
};

describe('activate: the next pending step becomes active', () => {
  // @spec T15
  test('any participant may call, the trade executes and deadline_at is now + the contract window', () => {
    for (const who of [A, B]) {
      const world = two().wait(7);
      const { step, effects } = world.activate(who);
      expect([step.stepNo, step.state, step.activatedAt]).toEqual([1, 'active', new Date(world.clock)]);
      expect(step.deadlineAt).toEqual(new Date(world.clock + CONTRACT_WINDOW * 1000));
      expect(world.facts.trade).toMatchObject({ state: 'executing', idleDeadlineAt: null, dueAt: step.deadlineAt });
      expect(effects.events?.map((event) => event.type)).toEqual(['trade.step_activated', 'trade.step_activated']);
      expect(effects.events?.[0]?.data).toMatchObject({ state: 'executing', step_no: 1 });
    }
  });
  // @id activation-price-and-fee
  test("price and ceil(price · fee) leave the consumer's tickets, in one journal and one spend", () => {
    const { effects, step, trade } = two().activate(A);
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
    const { effects } = new World([planned(A, B, 0), planned(A, B, 10)]).activate(A);
    expect([effects.journals, effects.spends]).toEqual([[], []]);
  });
  test('a repeat while the target step is already active returns the same and has no effect', () => {
    const world = two();
    const first = world.activate(A);
    const again = world.wait(CONTRACT_WINDOW + 1).activate(B);
    expect(again.effects).toEqual({});
    expect(again.trade).toEqual(first.trade);
    expect(again.step).toEqual(first.step);
  });
  test('a repeat after a confirmed checkpoint below the threshold has no effect and leaves the trade confirming', () => {
    const world = two().begin(1, [6, 4]);
    world.confirm(1);
    expect(world.activate(B).effects).toEqual({});
    expect(world.facts.trade.state).toBe('confirming');
  });
  // @spec T13, ST1
  test('an active step that already passes becomes passed, and the next pending step active', () => {
    const world = two().begin(1);
    world.check(1, { status: 'confirmed' });
    expect(stepToActivate(world.facts, new Date(world.clock))?.stepNo).toBe(2);
    const { effects, step } = world.activate(A);
    expect(step.stepNo).toBe(2);
    expect(world.facts.steps.map((one) => one.state)).toEqual(['passed', 'active']);
    expect(world.facts.trade.state).toBe('executing');
    expect(effects.steps?.map((one) => one.stepNo)).toEqual([1, 2]);
  });
  test('after the sweep passed a step, the next one is activated from confirming', () => {
    const world = two().pass(1);
    expect(world.facts.trade.state).toBe('confirming');
    world.activate(A);
    expect(world.facts.trade.state).toBe('executing');
  });
  test('stepToActivate names whom it would charge, and no one on a repeat', () => {
    const world = two();
    const now = new Date(world.clock);
    expect(stepToActivate(world.facts, now)?.stepNo).toBe(1);
    world.activate(A);
    expect(stepToActivate(world.facts, now)).toBeNull();
  });
});

describe('activate is refused', () => {
  // @spec T29
  test('404 trade_not_found to anyone who is no participant, and for none', () => {
    const world = two();
    const facts = { ...world.facts, principals: world.principals };
    expect(refusalOf(() => decideActivateTrade(facts, { caller: outsider }, world.moment()))?.code).toBe(
      'trade_not_found',
    );
    expect(refusalOf(() => decideActivateTrade(null, { caller: outsider }, world.moment()))?.code).toBe(
      'trade_not_found',
    );
  });
  test('409 trade_state_conflict when the trade is terminal', () => {
    const world = two().begin(1);
    world.withdraw(A);
    expect(members(() => world.activate(A))).toEqual(conflict('compensated', 'trade_terminal'));
    expect(stepToActivate(world.facts, new Date(world.clock))).toBeNull();
  });
  test('409 trade_state_conflict when no pending step is left: the last has passed and awaits the sweep', () => {
    const world = new World([planned(A, B, 10)]).begin(1);
    world.check(1, { status: 'confirmed' });
    expect(members(() => world.activate(A))).toEqual(conflict('confirming', 'no_pending_step'));
  });
  test('409 deadline_passed at idle_deadline_at, and not a millisecond before, whether or not the sweep has come', () => {
    const early = two();
    early.clock += 500_000 - 1;
    expect(refusalOf(() => early.activate(A))).toBeUndefined();
    const late = two().wait(500);
    expect(members(() => late.activate(A))).toEqual(conflict('bond_reserved', 'deadline_passed', 1));
  });
  test("409 principal_daily_spend_limit_exceeded when price and fee would pass the consumer's day", () => {
    const day = (spentTodayStamps: bigint) => [principal(B.id, { spentTodayStamps, dailySpendLimitStamps: 2000n })];
    expect(refusalOf(() => two().activate(A, day(991n)))).toBeUndefined();
    const limit = { limit: 'daily_spend_limit_stamps', principal_key: keyOf('prn', B.id) };
    expect(members(() => two().activate(A, day(992n)))).toEqual(['principal_daily_spend_limit_exceeded', limit]);
  });
  test('402 wallet_insufficient_balance tells the consumer its amounts, and others only who is short', () => {
    const short = [principal(B.id, { ticketStamps: 1008n })];
    const own = { required_stamps: 1009n, available_stamps: 1008n };
    expect(members(() => two().activate(B, short))).toEqual(['wallet_insufficient_balance', own]);
    const other = { principal_key: keyOf('prn', B.id) };
    expect(members(() => two().activate(A, short))).toEqual(['wallet_insufficient_balance', other]);
    expect(refusalOf(() => two().activate(B, [principal(B.id, { ticketStamps: 1009n })]))).toBeUndefined();
  });
  test('the limit of the day comes before the balance', () => {
    const both = [principal(B.id, { ticketStamps: 0n, dailySpendLimitStamps: 0n })];
    expect(refusalOf(() => two().activate(A, both))?.code).toBe('principal_daily_spend_limit_exceeded');
  });
});
