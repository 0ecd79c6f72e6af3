import { canonical } from '../../../src/domain/canonical';
import { keyOf } from '../../../src/domain/keys';
import { recompute } from '../../../src/domain/trades/settlement';
import { worked } from './worked-trades';
import { A, B, C, CONTRACT_WINDOW, planned, World, type Plan } from './facts';

const P = A;
const one = (plan?: Plan): World => new World([planned(P, B, 1000)], plan);

// @spec SE8
describe('the worked trades of the design come out to the last stamp', () => {
  test.each(worked.map((row) => [row.trade, row] as const))('%s', (_, row) => {
    const world = row.play();
    const { settlement, trade, steps } = world.facts;
    const reserved = world.facts.participants.map((party) => [party.principalId, party.bondStamps]);
    expect(Object.fromEntries(reserved)).toEqual(row.bonds);
    expect(trade.state).toBe(row.state);
    expect(settlement?.outcome).toBe(row.state);
    expect(steps.map((step) => step.state)).toEqual(row.steps);
    expect(settlement?.slashAmount).toBe(row.slash);
    const comp = settlement?.comp.map(({ principal_id, amount, exposure_basis }) => {
      return [principal_id, amount, exposure_basis];
    });
    expect(comp).toEqual(row.comp.map(([who, amount, basis]) => [who.id, amount, basis]));
    expect(world.balance('platform_fee')).toBe(row.fees);
    expect(world.balance('slash_pool')).toBe(row.pool);
    expect(row.change.map(([who]) => world.change(who))).toEqual(row.change.map(([, change]) => change));
    expect(world.left()).toEqual([]);
  });
});

describe('what the design says beside its table', () => {
  // @spec SE19
  test('a verdict pass on a failed checkpoint is F5 verdict_overturned: the step passes, the consumer is at fault', () => {
    const world = one().begin(1);
    world.check(1, { status: 'failed' });
    world.judge('pass');
    world.sweep();
    const { settlement } = world.facts;
    expect([settlement?.failureClass, settlement?.failureCause]).toEqual(['F5', 'verdict_overturned']);
    expect(settlement?.faultPrincipalId).toBe(B.id);
    expect(world.step(1).state).toBe('passed');
    expect([world.change(P), world.change(B)]).toEqual([1050n, -1060n]);
  });
  test('a principal at fault before gets no first-time discount', () => {
    const world = one({ faults: 1 });
    world.activate(B);
    world.wait(CONTRACT_WINDOW).sweep();
    expect(world.facts.settlement?.slashAmount).toBe(200n);
  });
  // @spec T24
  test('F4 has no first-time discount', () => {
    const world = one().begin(1);
    world.withdraw(P);
    expect(world.facts.settlement?.slashAmount).toBe(200n);
  });
  // @spec SE8
  test('a fault without anyone to compensate is failed', () => {
    const world = one({ bondBps: 0 }).begin(1);
    world.withdraw(P);
    expect(world.facts.trade.state).toBe('failed');
    expect(world.facts.settlement?.comp).toEqual([]);
    expect(world.change(B)).toBe(-10n);
  });
  test('a trade without bonds that was never activated settles without a journal', () => {
    const world = one({ bondBps: 0 });
    const decision = world.wait(500).sweep();
    expect(decision.result).toBe('settled');
    expect(decision.effects.journals).toEqual([]);
  });
  test('a principal that is provider in one step and consumer in another pays and receives', () => {
    const world = new World([planned(A, B, 600), planned(B, C, 400)]).pass(1).pass(2);
    const own = world.parties.find((side) => side.principalId === B.id);
    expect(own).toMatchObject({ paidStamps: 600n, receivedStamps: 400n, feesStamps: 6n, compensationStamps: 0n });
    expect(world.change(B)).toBe(-206n);
  });
  // @spec SE22
  test('the kind is step_counterparty for the other role of the faulted step, downstream for the rest', () => {
    const world = new World([planned(A, B, 600), planned(B, C, 400)]);
    world.activate(A);
    world.wait(CONTRACT_WINDOW).sweep();
    const kinds = world.facts.settlement?.comp.map((award) => [award.principal_id, award.kind]);
    expect(kinds).toEqual([
      [B.id, 'step_counterparty'],
      [C.id, 'downstream'],
    ]);
  });
});

// @spec SE29
describe('the record is reproducible', () => {
  const world = (() => {
    const made = new World([planned(A, B, 600), planned(B, C, 400)]).begin(1, [6, 4]);
    made.confirm(1);
    made.rebut(1, { statement: 'It was all there', evidence: [{ uri: 'https://example.com/proof' }] });
    made.wait(5000).sweep();
    return made;
  })();
  const settlement = world.facts.settlement;
  const evidence = settlement?.evidence ?? '';

  test('the evidence is canonical JSON and names principals, agents, trade and proposal by key', () => {
    expect(canonical(JSON.parse(evidence))).toBe(evidence);
    for (const who of [A, B, C]) {
      expect(evidence).toContain(keyOf('prn', who.id));
      expect(evidence).toContain(keyOf('agt', who.agent));
    }
    expect(evidence).toContain(keyOf('trd', world.facts.trade.tradeId));
  });
  // @spec SE30
  test('the evidence has no fee, no rebuttal and of the fault history only a count', () => {
    expect(evidence).not.toMatch(/fee|rebuttal|It was all there/);
    const { fault_history } = JSON.parse(evidence) as { fault_history: unknown };
    expect(fault_history).toEqual({ principal_key: keyOf('prn', A.id), window_days: 180, faults: 0 });
  });
  test('a tampered input is found: the result is another or there is none', () => {
    const cheaper = evidence.replace('"price_stamps":600', '"price_stamps":500');
    expect(recompute(cheaper).lines).not.toEqual(recompute(evidence).lines);
    const covered = evidence.replace('"coverage_bps":6000', '"coverage_bps":9000');
    expect(() => recompute(covered)).toThrow('coverage of step 1 is 6000 bps');
    const early = evidence.replace(/"settled_at":"[^"]*"/, '"settled_at":"2026-01-01T00:00:00.000Z"');
    expect(() => recompute(early)).toThrow('to be settled');
  });
});
