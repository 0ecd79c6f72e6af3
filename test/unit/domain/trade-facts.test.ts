import { projectFacts, rowDifferences } from '../../../src/domain/trades/facts';
import { factBody, parseFact } from '../../../src/database/sql/fact-json';
import { describePeriod } from '../../../src/domain/trades/closed-hours';
import { A, B, C, plannedStep, TradeScenario } from './setup';
import { workedTrades } from './worked-trades';

/** The facts of a scenario, through the text that the database stores. */
const factsOf = ({ applied }: TradeScenario) =>
  applied.flatMap(({ facts = [] }) => facts.map(({ fact }) => parseFact(factBody(fact))));

const projectionOf = (world: TradeScenario) => projectFacts(world.data.trade.tradeId, factsOf(world));

// @spec FA6
test.each(workedTrades)('should project the facts of a trade to its rows: $trade', ({ run }) => {
  const world = run();
  expect(rowDifferences(world.data, projectionOf(world))).toEqual([]);
  expect(factsOf(world).map(({ kind }) => kind)).toEqual([
    'created',
    ...factsOf(world)
      .slice(1)
      .map(({ kind }) => kind),
  ]);
});

test('should name the kind of each act, in order', () => {
  const world = new TradeScenario([plannedStep(A, B, 100), plannedStep(B, C, 50)], {
    policyVersion: 'slash_policy_v1.1',
  });
  world.begin(1).submitCheckpoint(1, { status: 'confirmed' });
  world.begin(2).submitCheckpoint(2, { status: 'failed' });
  world.fileRebuttal(2, { statement: 'It was delivered.', evidence: [] });
  world.submitVerdict('pass');
  world.sweep();
  expect(factsOf(world).map(({ kind }) => kind)).toEqual([
    'created',
    'step_activated',
    'contract_published',
    'checkpoint_submitted',
    'step_activated',
    'contract_published',
    'checkpoint_submitted',
    'rebuttal_filed',
    'ruled',
    'settled',
  ]);
});

test('should have a fact for a withdrawal before that of its settlement', () => {
  const world = new TradeScenario([plannedStep(A, B, 100)]).begin(1);
  world.withdraw(A);
  expect(factsOf(world).slice(-2)).toMatchObject([
    { kind: 'withdrawn', trade: { withdrawnAt: expect.any(Date) as Date } },
    { kind: 'settled', settlementId: world.settlement?.settlementId },
  ]);
  expect(rowDifferences(world.data, projectionOf(world))).toEqual([]);
});

test('should move the open deadlines of a closed period, and none that had passed', () => {
  const world = new TradeScenario([plannedStep(A, B, 100)]).begin(1);
  const deadlineAt = world.step(1).deadlineAt ?? new Date(0);
  const extended = (from: Date) => {
    const closed = describePeriod(from, new Date(from.getTime() + 60_000));
    const fact = { kind: 'deadline_extended', at: closed.to, actor: null, requestDigest: null, closed } as const;
    return projectFacts(world.data.trade.tradeId, [...factsOf(world), fact]);
  };
  const { trade, steps } = extended(new Date(world.clock));
  const later = new Date(deadlineAt.getTime() + 60_000);
  expect([trade.dueAt, steps[0]?.deadlineAt, trade.closedHours?.length]).toEqual([later, later, 1]);
  expect(extended(deadlineAt).steps[0]?.deadlineAt).toEqual(deadlineAt);
});

test('should move the due time of a passed trade too, because older releases wrote this fact and moved it', () => {
  const world = new TradeScenario([plannedStep(A, B, 100)], { policyVersion: 'slash_policy_v1.1' }).begin(1);
  world.submitCheckpoint(1, { status: 'confirmed' });
  const { dueAt } = world.data.trade;
  const closed = describePeriod(new Date((dueAt?.getTime() ?? 0) - 1), new Date((dueAt?.getTime() ?? 0) + 59_999));
  const fact = { kind: 'deadline_extended', at: closed.to, actor: null, requestDigest: null, closed } as const;
  const { trade } = projectFacts(world.data.trade.tradeId, [...factsOf(world), fact]);
  expect(trade.dueAt?.getTime()).toBe((dueAt?.getTime() ?? 0) + 60_000);
});

test('should refuse facts that no trade can have', () => {
  const world = new TradeScenario([plannedStep(A, B, 100)]).begin(1);
  const facts = factsOf(world);
  const { tradeId } = world.data.trade;
  expect(() => projectFacts(tradeId, [])).toThrow('it has no facts');
  expect(() => projectFacts(tradeId, facts.slice(1))).toThrow('its first fact is step_activated');
  expect(() => projectFacts(tradeId, [...facts, ...facts.slice(0, 1)])).toThrow('created once');
  const late = { ...facts[2], at: world.step(1).deadlineAt?.toISOString() } as (typeof facts)[number];
  expect(() => projectFacts(tradeId, [...facts.slice(0, 2), late])).toThrow('contract_published after the deadline');
});

test.each([
  ['step_activated', 'idleDeadlineAt', []],
  ['withdrawn', 'deadlineAt', ['begin']],
] as const)('should refuse the fact %s at the deadline', (kind, member, before) => {
  const world = new TradeScenario([plannedStep(A, B, 100)]);
  const { tradeId, idleDeadlineAt } = world.data.trade;
  if (before.length > 0) world.begin(1);
  const deadline = member === 'idleDeadlineAt' ? idleDeadlineAt : world.step(1).deadlineAt;
  const facts = factsOf(world);
  const at = (ms: number) => {
    const fact = { kind, actor: null, requestDigest: null, trade: {}, steps: [], at: new Date(ms).toISOString() };
    return () => projectFacts(tradeId, [...facts, fact]);
  };
  const due = deadline?.getTime() ?? 0;
  expect(at(due - 1)).not.toThrow();
  expect(at(due)).toThrow(`${kind} after the deadline`);
});

test('should name each member of the rows that differs', () => {
  const world = new TradeScenario([plannedStep(A, B, 100), plannedStep(B, C, 50)]);
  const { trade, steps, participants } = world.data;
  const changed = {
    trade: { ...trade, coverageThresholdBps: 1 },
    steps: steps.map((step) => (step.stepNo === 2 ? { ...step, providerAgentId: A.agent } : step)),
    participants: participants.slice(1),
  };
  expect(rowDifferences(changed, projectionOf(world))).toEqual(
    expect.arrayContaining(['coverageThresholdBps', 'step 2: providerAgentId', expect.stringMatching(/^participant /)]),
  );
});
