import fc from 'fast-check';
import { coverageOf, dueAt, evaluate } from '../../../src/domain/trades/evaluation';
import type { StepTerms, TradeTerms } from '../../../src/domain/trades/rule-types';
import type { Verdict } from '../../../src/domain/types';
import { A, B, plannedStep, TradeScenario } from './setup';

const at = (second: number): Date => new Date(second * 1000);
const DEADLINE = 1000;
const published = {
  summary: 'x',
  items: [{ item_id: 'i', description: 'x', weight: 1, artifact_uri: null, artifact_sha256: null }],
};
const verdict = (kind: Verdict['verdict']): Verdict => ({
  verdict: kind,
  reason: 'x',
  submitted_at: at(5).toISOString(),
});

const bare = new TradeScenario([plannedStep(A, B, 10), plannedStep(A, B, 10)]);
const tradeTerms: TradeTerms = { ...bare.data.trade, state: 'executing', idleDeadlineAt: null };
const activeStep: StepTerms = { ...bare.step(1), state: 'active', deadlineAt: at(DEADLINE) };
const next: StepTerms = bare.step(2);
const contracted: StepTerms = { ...activeStep, contract: published };
const failed: StepTerms = { ...contracted, checkpointStatus: 'failed', coverageBps: 0, checkpointSubmittedAt: at(4) };
const below: StepTerms = {
  ...contracted,
  checkpointStatus: 'confirmed',
  coverageBps: 7999,
  checkpointSubmittedAt: at(4),
};
const enough: StepTerms = { ...below, coverageBps: 8000 };
const withdrew: TradeTerms = { ...tradeTerms, withdrawnAt: at(3) };
const idle: TradeTerms = { ...tradeTerms, state: 'bond_reserved', idleDeadlineAt: at(DEADLINE) };

const settles = (failureClass: string, failureCause: string, actor: { id: string }, stepNo = 1) => {
  return { action: 'settle', stepNo, fault: { failureClass, failureCause, principalId: actor.id } };
};
const passes = { action: 'pass_step', stepNo: 1 };
const F4 = settles('F4', 'withdrew', A);
const F2 = settles('F2', 'delivery_failed', A);

interface Case {
  readonly row: string;
  readonly trade?: TradeTerms;
  readonly step?: StepTerms;
  /** The action before the deadline; null: none. */
  readonly before: object | null;
  /** The action at the deadline. */
  readonly at: object;
}

const cases: readonly Case[] = [
  { row: '1 provider withdrew', trade: withdrew, step: contracted, before: F4, at: F4 },
  {
    row: '1 before 2: withdrew with a verdict',
    trade: withdrew,
    step: { ...failed, verdict: verdict('fail') },
    before: F4,
    at: F4,
  },
  { row: '1 before 5: withdrew while passing', trade: withdrew, step: enough, before: F4, at: F4 },
  { row: '2 verdict fail', step: { ...failed, verdict: verdict('fail') }, before: F2, at: F2 },
  {
    row: '2 before 5: verdict fail on a passing checkpoint',
    step: { ...enough, verdict: verdict('fail') },
    before: F2,
    at: F2,
  },
  {
    row: '3 verdict pass, checkpoint failed',
    step: { ...failed, verdict: verdict('pass') },
    before: settles('F5', 'verdict_overturned', B),
    at: settles('F5', 'verdict_overturned', B),
  },
  {
    row: '4 verdict pass, checkpoint confirmed',
    step: { ...below, verdict: verdict('pass') },
    before: passes,
    at: passes,
  },
  { row: '5 checkpoint confirmed, coverage ≥ threshold', step: enough, before: passes, at: passes },
  { row: '6 no contract, deadline', step: activeStep, before: null, at: settles('F1', 'no_contract', A) },
  { row: '7 contract, no checkpoint, deadline', step: contracted, before: null, at: settles('F5', 'no_checkpoint', B) },
  { row: '8 checkpoint failed, deadline', step: failed, before: null, at: F2 },
  { row: '9 coverage < threshold, deadline', step: below, before: null, at: settles('F3', 'coverage_shortfall', A) },
  {
    row: '10 no step active, idle deadline',
    trade: idle,
    step: { ...bare.step(1) },
    before: null,
    at: settles('F5', 'not_activated', B),
  },
];

// @spec SE1, SE15, SE16
describe('the first matching row of the table decides', () => {
  test.each(cases.map((row) => [row.row, row] as const))('row %s', (_, row) => {
    const trade = row.trade ?? tradeTerms;
    const steps = [row.step ?? activeStep, next];
    expect(evaluate(trade, steps, at(DEADLINE - 0.001))).toEqual(row.before ?? { action: 'none' });
    expect(evaluate(trade, steps, at(DEADLINE))).toEqual(row.at);
  });
  test('row 10 after a passed step names the next pending step and its consumer', () => {
    const steps = [
      { ...enough, state: 'passed' as const },
      { ...next, consumerPrincipalId: A.id },
    ];
    const trade = { ...idle, state: 'confirming' as const };
    expect(evaluate(trade, steps, at(DEADLINE))).toEqual(settles('F5', 'not_activated', A, 2));
  });
  test('a passing last step settles the trade without a fault', () => {
    const clean = { action: 'settle', stepNo: 1, fault: null };
    expect(evaluate(tradeTerms, [enough], at(10))).toEqual(clean);
    expect(evaluate(tradeTerms, [{ ...enough, state: 'passed' }], at(10))).toEqual(clean);
  });
  // @id ended-trade-not-due
  test('a terminal trade is never due', () => {
    for (const state of ['completed', 'failed', 'compensated'] as const) {
      const trade = { ...withdrew, state };
      expect(evaluate(trade, [enough], at(10 ** 6))).toEqual({ action: 'none' });
      expect(dueAt(trade, [enough])).toBeNull();
    }
  });
  test('an unknown rule set is an internal error', () => {
    expect(() => evaluate({ ...tradeTerms, ruleVersion: 'rules_v0' }, [enough], at(1))).toThrow('assertion failed');
  });
});

describe('dueAt is the instant at which the worker must check the trade', () => {
  test.each<[string, TradeTerms, StepTerms, Date | null]>([
    ['the withdrawal', withdrew, contracted, at(3)],
    ['the verdict', tradeTerms, { ...failed, verdict: verdict('fail') }, at(5)],
    ['the checkpoint that passes', tradeTerms, enough, at(4)],
    ['the deadline of a step without contract', tradeTerms, activeStep, at(DEADLINE)],
    ['the deadline of a checkpoint below the threshold', tradeTerms, below, at(DEADLINE)],
    ['the idle deadline after a passed step', idle, { ...enough, state: 'passed' }, at(DEADLINE)],
    ['the idle deadline', idle, bare.step(1), at(DEADLINE)],
  ])('%s', (_, trade, step, expected) => {
    expect(dueAt(trade, [step, next])).toEqual(expected);
  });
  test('the checkpoint of the last step, if all steps have passed', () => {
    expect(dueAt(tradeTerms, [{ ...enough, state: 'passed' }])).toEqual(at(4));
  });
  test('it agrees with the evaluator at every instant', () => {
    const situations = cases.map(({ trade, step }) => ({ trade: trade ?? tradeTerms, step: step ?? activeStep }));
    fc.assert(
      fc.property(fc.constantFrom(...situations), fc.integer({ min: 5, max: 2000 }), ({ trade, step }, second) => {
        const due = dueAt(trade, [step, next]);
        const isDue = evaluate(trade, [step, next], at(second)).action !== 'none';
        expect(isDue).toBe(due !== null && at(second) >= due);
      }),
    );
  });
});

// @spec ST18, ST31
describe('coverage is floor(10000 · Σ weight of met / Σ weight)', () => {
  const items = ['item-0', 'item-1', 'item-2'].map((item_id) => {
    return { item_id, description: 'x', weight: 1, artifact_uri: null, artifact_sha256: null };
  });
  const three = { summary: 'x', items };
  const metItems = (...ids: string[]) => ids.map((item_id) => ({ item_id, met: true, note: null }));
  test.each([
    ['a confirmed checkpoint without results meets all items', 'confirmed', null, 10000],
    ['a failed checkpoint without results meets no item', 'failed', null, 0],
    ['two of three, rounded down', 'confirmed', metItems('item-0', 'item-2'), 6666],
    ['items without a result are not met', 'confirmed', metItems('item-1'), 3333],
    ['a result can say that an item is not met', 'failed', [{ item_id: 'item-0', met: false, note: null }], 0],
  ] as const)('%s', (_, status, results, expected) => {
    const checkpoint = { items: null, contract: three, status, results, thresholdBps: 8000 };
    expect(coverageOf('rules_v1', checkpoint)).toBe(expected);
  });
});
