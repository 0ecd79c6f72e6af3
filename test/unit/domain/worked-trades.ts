import type { StepState, TradeState } from '../../../src/domain/types';
import { A, B, C, CHECKPOINT_WINDOW, CONTRACT_WINDOW, planned, World, type Party, type Plan } from './facts';

const P = A;
const one = (plan?: Plan): World => new World([planned(P, B, 1000)], plan);
const thirds = (): World => new World([planned(P, B, 334), planned(P, B, 333), planned(P, B, 333)]);

export interface Worked {
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
export const worked: readonly Worked[] = [
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
