import fc from 'fast-check';
import { keyOf } from '../../../src/domain/keys';
import { accountName, net } from '../../../src/domain/ledger/accounts';
import { recompute } from '../../../src/domain/trades/settlement';
import { A, B, CHECKPOINT_WINDOW, CONTRACT_WINDOW, planned, uuid, World, type Party } from './facts';

type Ending = 'clean' | 'F1' | 'F2' | 'F3' | 'F4' | 'no_checkpoint' | 'verdict_overturned' | 'not_activated';
const endings: readonly Ending[] = [
  'clean',
  'F1',
  'F2',
  'F3',
  'F4',
  'no_checkpoint',
  'verdict_overturned',
  'not_activated',
];

/** Passes steps up to `at`, and ends the trade there. */
function finish(world: World, at: number, ending: Ending): void {
  const count = world.facts.steps.length;
  for (let stepNo = 1; stepNo <= (ending === 'clean' ? count : at - 1); stepNo += 1) world.pass(stepNo);
  if (ending === 'clean') return;
  if (ending === 'not_activated') return void world.wait(500).sweep();
  const caller = world.party(world.step(at).consumerPrincipalId);
  world.activate(caller);
  if (ending === 'F1') return void world.wait(CONTRACT_WINDOW).sweep();
  if (ending === 'F4') return void world.withdraw(world.party(world.step(at).providerPrincipalId));
  world.publish(at, {
    summary: 'x',
    items: ['item-0', 'item-1'].map((item_id) => ({ item_id, description: 'x', weight: 1 })),
  });
  if (ending === 'F3') world.confirm(at);
  if (ending === 'F2' || ending === 'verdict_overturned') world.check(at, { status: 'failed' });
  if (ending === 'verdict_overturned') world.judge('pass');
  world.wait(CHECKPOINT_WINDOW).sweep();
}

const crowd: readonly Party[] = Array.from({ length: 5 }, () => ({ id: uuid(), agent: uuid() }));
const lives = fc.record({
  steps: fc.array(
    fc
      .record({ from: fc.nat(4), shift: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 0, max: 10 ** 9 }) })
      .map(({ from, shift, price }) => planned(crowd[from] ?? A, crowd[(from + shift) % 5] ?? B, price)),
    { minLength: 1, maxLength: 6 },
  ),
  at: fc.nat(5),
  ending: fc.constantFrom(...endings),
  bondBps: fc.integer({ min: 0, max: 10000 }),
  thresholdBps: fc.integer({ min: 5001, max: 10000 }),
  faults: fc.nat(2),
});

describe('whatever the trade and however it ends', () => {
  const run = (check: (world: World) => void): void => {
    fc.assert(
      fc.property(lives, ({ steps, at, ending, ...plan }) => {
        const world = new World(steps, plan);
        finish(world, Math.min(at + 1, steps.length), ending);
        expect(world.facts.trade.settledAt).not.toBeNull();
        check(world);
      }),
      { numRuns: 60 },
    );
  };

  // @spec SE13, SE32
  // @id settlement-conserves-stamps
  test('not a stamp is lost, and every escrow and bond account of the trade is zero', () => {
    run((world) => {
      expect([...world.balances.values()].reduce((a, b) => a + b, 0n)).toBe(0n);
      expect(world.left()).toEqual([]);
      expect(world.balance('slash_pool') >= 0n && world.balance('platform_fee') >= 0n).toBe(true);
    });
  });
  // @spec SE10
  test('the at-fault principal never gains by its fault, and is never slashed beyond its bond', () => {
    run((world) => {
      const { settlement, participants } = world.facts;
      const own = world.parties.find((side) => side.principalId === settlement?.faultPrincipalId);
      const bond = participants.find((party) => party.principalId === settlement?.faultPrincipalId)?.bondStamps ?? 0n;
      expect((settlement?.slashAmount ?? 0n) <= bond).toBe(true);
      expect(own?.compensationStamps ?? 0n).toBe(0n);
      expect(own?.bondSlashedStamps ?? 0n).toBe(settlement?.slashAmount ?? 0n);
      expect(settlement?.comp.every((award) => award.principal_id !== settlement.faultPrincipalId)).toBe(true);
    });
  });
  test('compensation is in the order of principal keys and within the slash', () => {
    run((world) => {
      const { settlement } = world.facts;
      const keys = settlement?.comp.map((award) => keyOf('prn', award.principal_id)) ?? [];
      expect(keys).toEqual([...keys].sort());
      const paid = settlement?.comp.reduce((total, award) => total + BigInt(award.amount), 0n) ?? 0n;
      expect(paid <= (settlement?.slashAmount ?? 0n)).toBe(true);
      expect(paid > 0n ? 'compensated' : 'not').toBe(settlement?.outcome === 'compensated' ? 'compensated' : 'not');
    });
  });
  test('own: change of tickets + bond-available = received + compensation − paid − fees − slashed', () => {
    run((world) => {
      for (const own of world.parties) {
        const who = world.party(own.principalId);
        const gained = own.receivedStamps + own.compensationStamps;
        expect(world.change(who)).toBe(gained - own.paidStamps - own.feesStamps - own.bondSlashedStamps);
        expect(Object.values(own).every((value) => typeof value === 'string' || value >= 0n)).toBe(true);
      }
    });
  });
  // @spec ST29, SE1
  test('every step has ended, and the whole record follows from the evidence alone', () => {
    run((world) => {
      const { settlement, steps } = world.facts;
      expect(steps.every((step) => ['passed', 'failed', 'cancelled'].includes(step.state))).toBe(true);
      const { parties, stepStates, lines, ...record } = recompute(settlement?.evidence ?? '');
      expect(settlement).toMatchObject(record);
      expect(stepStates).toEqual(steps.map(({ stepNo, state }) => ({ stepNo, state })));
      expect(parties).toEqual(world.parties.map(({ tradeId: _, feesStamps: __, ...side }) => side));
      const journal = world.applied.at(-1)?.journals?.[0];
      expect(journal?.lines ?? []).toEqual(lines);
      expect(lines.every((line) => line.amount > 0n && accountName(line.debit) !== accountName(line.credit))).toBe(
        true,
      );
      expect([...net(lines).values()].reduce((a, b) => a + b, 0n)).toBe(0n);
    });
  });
});
