import fc from 'fast-check';
import { recompute } from '../../src/domain/settlement';
import { canonical } from '../../src/domain/canonical';
import { accountName, net } from '../../src/domain/ledger';
import { keyOf } from '../../src/domain/keys';
import type { StepState, TradeState } from '../../src/domain/types';
import { A, B, C, CHECKPOINT_WINDOW, CONTRACT_WINDOW, planned, uuid, World, type Party, type Plan } from './world';

const P = A;
const one = (plan?: Plan): World => new World([planned(P, B, 1000)], plan);
const thirds = (): World => new World([planned(P, B, 334), planned(P, B, 333), planned(P, B, 333)]);

interface Worked {
  readonly trade: string;
  readonly play: () => World;
  readonly bonds: Readonly<Record<string, bigint>>;
  readonly fees: bigint;
  readonly slash: bigint;
  readonly comp: readonly (readonly [Party, number, number])[];
  readonly pool: bigint;
  readonly change: readonly (readonly [Party, bigint])[];
  readonly state: TradeState;
  readonly steps: readonly StepState[];
}

const two = { [A.id]: 200n, [B.id]: 200n };
const fault = { pool: 0n, bonds: two, fees: 10n, state: 'compensated', steps: ['failed'] } as const;

/** settlement.md §7, row by row. */
const worked: readonly Worked[] = [
  {
    trade: 'clean 1000',
    play: () => one().pass(1),
    ...fault,
    slash: 0n,
    comp: [],
    change: [
      [P, 1000n],
      [B, -1010n],
    ],
    state: 'completed',
    steps: ['passed'],
  },
  {
    trade: 'F1 on 1000',
    play: () => {
      const world = one();
      world.activate(B);
      world.wait(CONTRACT_WINDOW).sweep();
      return world;
    },
    ...fault,
    slash: 100n,
    comp: [[B, 100, 1000]],
    change: [
      [P, -100n],
      [B, 90n],
    ],
  },
  {
    trade: 'F2 on 1000',
    play: () => {
      const world = one().begin(1);
      world.check(1, { status: 'failed' });
      world.wait(CHECKPOINT_WINDOW).sweep();
      return world;
    },
    ...fault,
    slash: 100n,
    comp: [[B, 100, 1000]],
    change: [
      [P, -100n],
      [B, 90n],
    ],
  },
  {
    trade: 'F3, coverage 6000',
    play: () => {
      const world = one().begin(1, [6, 4]);
      world.confirm(1);
      world.wait(CHECKPOINT_WINDOW).sweep();
      return world;
    },
    ...fault,
    slash: 25n,
    comp: [[B, 25, 1000]],
    change: [
      [P, 725n],
      [B, -735n],
    ],
  },
  {
    trade: 'F3, coverage 7999',
    play: () => {
      const items = [1000, 1000, 1000, 1000, 1000, 1000, 1000, 999, 1000, 1000, 1];
      const world = one().begin(1, items);
      world.confirm(1, ['item-0', 'item-1', 'item-2', 'item-3', 'item-4', 'item-5', 'item-6', 'item-7']);
      world.wait(CHECKPOINT_WINDOW).sweep();
      return world;
    },
    ...fault,
    slash: 1n,
    comp: [[B, 1, 1000]],
    change: [
      [P, 998n],
      [B, -1008n],
    ],
  },
  {
    trade: 'F4 while confirming',
    play: () => {
      const world = one().begin(1);
      world.check(1, { status: 'confirmed' });
      world.withdraw(P);
      return world;
    },
    ...fault,
    slash: 200n,
    comp: [[B, 200, 1000]],
    change: [
      [P, -200n],
      [B, 190n],
    ],
  },
  {
    trade: 'F5 no_checkpoint',
    play: () => {
      const world = one().begin(1);
      world.wait(CHECKPOINT_WINDOW).sweep();
      return world;
    },
    ...fault,
    slash: 50n,
    comp: [[P, 50, 1000]],
    change: [
      [P, 1050n],
      [B, -1060n],
    ],
  },
  {
    trade: 'F5 not_activated',
    play: () => {
      const world = one();
      world.wait(500).sweep();
      return world;
    },
    ...fault,
    fees: 0n,
    slash: 50n,
    comp: [[P, 50, 1000]],
    change: [
      [P, 50n],
      [B, -50n],
    ],
    steps: ['cancelled'],
  },
  {
    trade: 'steps 334+333+333, clean',
    play: () => thirds().pass(1).pass(2).pass(3),
    ...fault,
    fees: 12n,
    slash: 0n,
    comp: [],
    change: [
      [P, 1000n],
      [B, -1012n],
    ],
    state: 'completed',
    steps: ['passed', 'passed', 'passed'],
  },
  {
    trade: 'same, F1 on step 2',
    play: () => {
      const world = thirds().pass(1);
      world.activate(B);
      world.wait(CONTRACT_WINDOW).sweep();
      return world;
    },
    ...fault,
    fees: 8n,
    slash: 100n,
    comp: [[B, 100, 666]],
    change: [
      [P, 234n],
      [B, -242n],
    ],
    steps: ['passed', 'failed', 'cancelled'],
  },
  {
    trade: 'steps 900+100, F4 on step 2',
    play: () => {
      const world = new World([planned(P, B, 900), planned(P, B, 100)]).pass(1).begin(2);
      world.withdraw(P);
      return world;
    },
    ...fault,
    slash: 200n,
    comp: [[B, 100, 100]],
    pool: 100n,
    change: [
      [P, 700n],
      [B, -810n],
    ],
    steps: ['passed', 'failed'],
  },
  {
    trade: 'A→B 600, B→C 400, F1 on step 1',
    play: () => {
      const world = new World([planned(A, B, 600), planned(B, C, 400)]);
      world.activate(C);
      world.wait(CONTRACT_WINDOW).sweep();
      return world;
    },
    ...fault,
    bonds: { [A.id]: 120n, [B.id]: 200n, [C.id]: 80n },
    fees: 6n,
    slash: 60n,
    comp: [
      [B, 43, 1000],
      [C, 17, 400],
    ],
    change: [
      [A, -60n],
      [B, 37n],
      [C, 17n],
    ],
    steps: ['failed', 'cancelled'],
  },
];

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
  test('F4 has no first-time discount', () => {
    const world = one().begin(1);
    world.withdraw(P);
    expect(world.facts.settlement?.slashAmount).toBe(200n);
  });
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
    expect(decision.did).toBe('settled');
    expect(decision.effects.journals).toEqual([]);
  });
  test('a principal that is provider in one step and consumer in another pays and receives', () => {
    const world = new World([planned(A, B, 600), planned(B, C, 400)]).pass(1).pass(2);
    const own = world.parties.find((side) => side.principalId === B.id);
    expect(own).toMatchObject({ paidStamps: 600n, receivedStamps: 400n, feesStamps: 6n, compensationStamps: 0n });
    expect(world.change(B)).toBe(-206n);
  });
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

  test('not a stamp is lost, and every escrow and bond account of the trade is zero', () => {
    run((world) => {
      expect([...world.balances.values()].reduce((a, b) => a + b, 0n)).toBe(0n);
      expect(world.left()).toEqual([]);
      expect(world.balance('slash_pool') >= 0n && world.balance('platform_fee') >= 0n).toBe(true);
    });
  });
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
