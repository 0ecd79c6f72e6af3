import { canonical } from '../../../src/domain/canonical';
import { keyOf } from '../../../src/domain/keys';
import { recompute } from '../../../src/domain/trades/settlement';
import { workedTrades } from './worked-trades';
import { A, B, C, CONTRACT_WINDOW, plannedStep, TradeScenario, type Plan } from './setup';

const P = A;
const oneStep = (plan?: Plan): TradeScenario => new TradeScenario([plannedStep(P, B, 1000)], plan);

// @spec SE8
describe('the worked trades have the exact amounts', () => {
  test.each(workedTrades.map((row) => [row.trade, row] as const))('%s', (_, row) => {
    const scenario = row.run();
    const { settlement } = scenario;
    const { trade, steps } = scenario.data;
    const reserved = scenario.data.participants.map((party) => [party.principalId, party.bondStamps]);
    expect(Object.fromEntries(reserved)).toEqual(row.bonds);
    expect(trade.state).toBe(row.state);
    expect(settlement?.outcome).toBe(row.state);
    expect(steps.map((step) => step.state)).toEqual(row.steps);
    expect(settlement?.slashAmount).toBe(row.slash);
    const comp = settlement?.comp.map(({ principal_id, amount, exposure_basis }) => {
      return [principal_id, amount, exposure_basis];
    });
    expect(comp).toEqual(row.comp.map(([actor, amount, basis]) => [actor.id, amount, basis]));
    expect(scenario.balance('platform_fee')).toBe(row.fees);
    expect(scenario.balance('slash_pool')).toBe(row.pool);
    expect(row.change.map(([actor]) => scenario.change(actor))).toEqual(row.change.map(([, change]) => change));
    expect(scenario.openAccounts()).toEqual([]);
  });
});

describe('other cases of a settlement', () => {
  // @spec SE19
  test('a verdict pass on a failed checkpoint is F5 verdict_overturned: the step passes, the consumer is at fault', () => {
    const scenario = oneStep().begin(1);
    scenario.submitCheckpoint(1, { status: 'failed' });
    scenario.submitVerdict('pass');
    scenario.sweep();
    const { settlement } = scenario;
    expect([settlement?.failureClass, settlement?.failureCause]).toEqual(['F5', 'verdict_overturned']);
    expect(settlement?.faultPrincipalId).toBe(B.id);
    expect(scenario.step(1).state).toBe('passed');
    expect([scenario.change(P), scenario.change(B)]).toEqual([1050n, -1060n]);
  });
  test('a second fault has no first-time discount', () => {
    const scenario = oneStep({ faults: 1 });
    scenario.activate(B);
    scenario.wait(CONTRACT_WINDOW).sweep();
    expect(scenario.settlement?.slashAmount).toBe(200n);
  });
  // @spec T24
  test('F4 has no first-time discount', () => {
    const scenario = oneStep().begin(1);
    scenario.withdraw(P);
    expect(scenario.settlement?.slashAmount).toBe(200n);
  });
  // @spec SE8
  test('a fault without a compensation has the outcome failed', () => {
    const scenario = oneStep({ bondBps: 0 }).begin(1);
    scenario.withdraw(P);
    expect(scenario.data.trade.state).toBe('failed');
    expect(scenario.settlement?.comp).toEqual([]);
    expect(scenario.change(B)).toBe(-10n);
  });
  test('a trade without bonds that was never activated settles without a journal', () => {
    const scenario = oneStep({ bondBps: 0 });
    const decision = scenario.wait(500).sweep();
    expect(decision.result).toBe('settled');
    expect(decision.effects.journals).toEqual([]);
  });
  test('a principal that is provider in one step and consumer in another pays and receives', () => {
    const scenario = new TradeScenario([plannedStep(A, B, 600), plannedStep(B, C, 400)]).pass(1).pass(2);
    const own = scenario.parties.find(({ principalId }) => principalId === B.id);
    expect(own).toMatchObject({ paidStamps: 600n, receivedStamps: 400n, feesStamps: 6n, compensationStamps: 0n });
    expect(scenario.change(B)).toBe(-206n);
  });
  // @spec SE22
  test('the kind is step_counterparty for the other role of the faulted step, downstream for the rest', () => {
    const scenario = new TradeScenario([plannedStep(A, B, 600), plannedStep(B, C, 400)]);
    scenario.activate(A);
    scenario.wait(CONTRACT_WINDOW).sweep();
    const kinds = scenario.settlement?.comp.map((award) => [award.principal_id, award.kind]);
    expect(kinds).toEqual([
      [B.id, 'step_counterparty'],
      [C.id, 'downstream'],
    ]);
  });
});

// @spec SE29
describe('the record is reproducible', () => {
  const scenario = (() => {
    const ended = new TradeScenario([plannedStep(A, B, 600), plannedStep(B, C, 400)]).begin(1, [6, 4]);
    ended.confirm(1);
    ended.fileRebuttal(1, { statement: 'It was all there', evidence: [{ uri: 'https://example.com/proof' }] });
    ended.wait(5000).sweep();
    return ended;
  })();
  const settlement = scenario.settlement;
  const evidence = settlement?.evidence ?? '';

  test('the evidence is canonical JSON and names principals, agents, trade and proposal by key', () => {
    expect(canonical(JSON.parse(evidence))).toBe(evidence);
    for (const actor of [A, B, C]) {
      expect(evidence).toContain(keyOf('prn', actor.id));
      expect(evidence).toContain(keyOf('agt', actor.agent));
    }
    expect(evidence).toContain(keyOf('trd', scenario.data.trade.tradeId));
  });
  // @spec SE30
  test('the evidence has no fees and no rebuttals, and only a count of earlier faults', () => {
    expect(evidence).not.toMatch(/fee|rebuttal|It was all there/);
    const { fault_history } = JSON.parse(evidence) as { fault_history: unknown };
    expect(fault_history).toEqual({ principal_key: keyOf('prn', A.id), window_days: 180, faults: 0 });
  });
  test('a changed input changes the result or is rejected', () => {
    const cheaper = evidence.replace('"price_stamps":600', '"price_stamps":500');
    expect(recompute(cheaper).lines).not.toEqual(recompute(evidence).lines);
    const covered = evidence.replace('"coverage_bps":6000', '"coverage_bps":9000');
    expect(() => recompute(covered)).toThrow('coverage of step 1 is 6000 bps');
    const early = evidence.replace(/"settled_at":"[^"]*"/, '"settled_at":"2026-01-01T00:00:00.000Z"');
    expect(() => recompute(early)).toThrow('to be settled');
  });
});
