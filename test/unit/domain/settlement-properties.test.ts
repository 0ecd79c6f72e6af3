import fc from 'fast-check';
import { keyOf } from '../../../src/domain/keys';
import { accountName, netChanges } from '../../../src/domain/ledger/accounts';
import { recompute } from '../../../src/domain/trades/settlement';
import { A, B, CHECKPOINT_WINDOW, CONTRACT_WINDOW, plannedStep, uuid, TradeScenario, type Party } from './setup';

const endings = ['clean', 'F1', 'F2', 'F3', 'F4', 'no_checkpoint', 'verdict_overturned', 'not_activated'] as const;
type Ending = (typeof endings)[number];

/** Completes the steps before `at`, and ends the trade at that step. */
function finish(scenario: TradeScenario, at: number, ending: Ending): void {
  const count = scenario.data.steps.length;
  for (let stepNo = 1; stepNo <= (ending === 'clean' ? count : at - 1); stepNo += 1) scenario.pass(stepNo);
  if (ending === 'clean') return;
  if (ending === 'not_activated') return void scenario.wait(500).sweep();
  const caller = scenario.party(scenario.step(at).consumerPrincipalId);
  scenario.activate(caller);
  if (ending === 'F1') return void scenario.wait(CONTRACT_WINDOW).sweep();
  if (ending === 'F4') return void scenario.withdraw(scenario.party(scenario.step(at).providerPrincipalId));
  scenario.publish(at, {
    summary: 'x',
    items: ['item-0', 'item-1'].map((item_id) => ({ item_id, description: 'x', weight: 1 })),
  });
  if (ending === 'F3') scenario.confirm(at);
  if (ending === 'F2' || ending === 'verdict_overturned') scenario.submitCheckpoint(at, { status: 'failed' });
  if (ending === 'verdict_overturned') scenario.submitVerdict('pass');
  scenario.wait(CHECKPOINT_WINDOW).sweep();
}

const principals: readonly Party[] = Array.from({ length: 5 }, () => ({ id: uuid(), agent: uuid() }));
const anyTrade = fc.record({
  steps: fc.array(
    fc
      .record({ from: fc.nat(4), shift: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 0, max: 10 ** 9 }) })
      .map(({ from, shift, price }) => plannedStep(principals[from] ?? A, principals[(from + shift) % 5] ?? B, price)),
    { minLength: 1, maxLength: 6 },
  ),
  at: fc.nat(5),
  ending: fc.constantFrom(...endings),
  bondBps: fc.integer({ min: 0, max: 10000 }),
  thresholdBps: fc.integer({ min: 5001, max: 10000 }),
  faults: fc.nat(2),
});

describe('for every trade and every ending', () => {
  const run = (check: (scenario: TradeScenario) => void): void => {
    fc.assert(
      fc.property(anyTrade, ({ steps, at, ending, ...plan }) => {
        const scenario = new TradeScenario(steps, plan);
        finish(scenario, Math.min(at + 1, steps.length), ending);
        expect(scenario.data.trade.settledAt).not.toBeNull();
        check(scenario);
      }),
      { numRuns: 60 },
    );
  };

  // @spec SE13, SE32
  // @id settlement-conserves-stamps
  test('the total of all stamps is constant, and every escrow and bond account of the trade is zero', () => {
    run((scenario) => {
      expect([...scenario.balances.values()].reduce((a, b) => a + b, 0n)).toBe(0n);
      expect(scenario.openAccounts()).toEqual([]);
      expect(scenario.balance('slash_pool') >= 0n && scenario.balance('platform_fee') >= 0n).toBe(true);
    });
  });
  // @spec SE10
  test('the at-fault principal never gains by its fault, and is never slashed beyond its bond', () => {
    run((scenario) => {
      const { settlement } = scenario;
      const { participants } = scenario.data;
      const own = scenario.parties.find((side) => side.principalId === settlement?.faultPrincipalId);
      const bond = participants.find((party) => party.principalId === settlement?.faultPrincipalId)?.bondStamps ?? 0n;
      expect((settlement?.slashAmount ?? 0n) <= bond).toBe(true);
      expect(own?.compensationStamps ?? 0n).toBe(0n);
      expect(own?.bondSlashedStamps ?? 0n).toBe(settlement?.slashAmount ?? 0n);
      expect(settlement?.comp.every((award) => award.principal_id !== settlement.faultPrincipalId)).toBe(true);
    });
  });
  test('compensation is in the order of principal keys and within the slash', () => {
    run((scenario) => {
      const { settlement } = scenario;
      const keys = settlement?.comp.map((award) => keyOf('prn', award.principal_id)) ?? [];
      expect(keys).toEqual([...keys].sort());
      const paid = settlement?.comp.reduce((total, award) => total + BigInt(award.amount), 0n) ?? 0n;
      expect(paid <= (settlement?.slashAmount ?? 0n)).toBe(true);
      expect(paid > 0n ? 'compensated' : 'not').toBe(settlement?.outcome === 'compensated' ? 'compensated' : 'not');
    });
  });
  test('the change of tickets + bond-available is received + compensation − paid − fees − slashed', () => {
    run((scenario) => {
      for (const own of scenario.parties) {
        const actor = scenario.party(own.principalId);
        const gained = own.receivedStamps + own.compensationStamps;
        expect(scenario.change(actor)).toBe(gained - own.paidStamps - own.feesStamps - own.bondSlashedStamps);
        expect(Object.values(own).every((value) => typeof value === 'string' || value >= 0n)).toBe(true);
      }
    });
  });
  // @spec ST29, SE1
  test('every step has ended, and the whole record follows from the evidence alone', () => {
    run((scenario) => {
      const { settlement } = scenario;
      const { steps } = scenario.data;
      expect(steps.every((step) => ['passed', 'failed', 'cancelled'].includes(step.state))).toBe(true);
      const { parties, stepStates, lines, ...record } = recompute(settlement?.evidence ?? '');
      expect(settlement).toMatchObject(record);
      expect(stepStates).toEqual(steps.map(({ stepNo, state }) => ({ stepNo, state })));
      expect(parties).toEqual(scenario.parties.map(({ tradeId: _, feesStamps: __, ...side }) => side));
      const journal = scenario.applied.at(-1)?.journals?.[0];
      expect(journal?.lines ?? []).toEqual(lines);
      expect(lines.every((line) => line.amount > 0n && accountName(line.debit) !== accountName(line.credit))).toBe(
        true,
      );
      expect([...netChanges(lines).values()].reduce((a, b) => a + b, 0n)).toBe(0n);
    });
  });
});
