import type { StepState, TradeState } from '../../../src/domain/types';
import {
  A,
  B,
  C,
  CHECKPOINT_WINDOW,
  CONTRACT_WINDOW,
  plannedStep,
  TradeScenario,
  type Party,
  type Plan,
} from './setup';

const P = A;
const oneStep = (plan?: Plan): TradeScenario => new TradeScenario([plannedStep(P, B, 1000)], plan);
const thirds = (): TradeScenario =>
  new TradeScenario([plannedStep(P, B, 334), plannedStep(P, B, 333), plannedStep(P, B, 333)]);

export interface WorkedTrade {
  readonly trade: string;
  readonly run: () => TradeScenario;
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

/** Trades with the amounts that the settlement must have. */
export const workedTrades: readonly WorkedTrade[] = [
  {
    trade: 'clean 1000',
    run: () => oneStep().pass(1),
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
    run: () => {
      const scenario = oneStep();
      scenario.activate(B);
      scenario.wait(CONTRACT_WINDOW).sweep();
      return scenario;
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
    run: () => {
      const scenario = oneStep().begin(1);
      scenario.submitCheckpoint(1, { status: 'failed' });
      scenario.wait(CHECKPOINT_WINDOW).sweep();
      return scenario;
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
    run: () => {
      const scenario = oneStep().begin(1, [6, 4]);
      scenario.confirm(1);
      scenario.wait(CHECKPOINT_WINDOW).sweep();
      return scenario;
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
    run: () => {
      const items = [1000, 1000, 1000, 1000, 1000, 1000, 1000, 999, 1000, 1000, 1];
      const scenario = oneStep().begin(1, items);
      scenario.confirm(1, ['item-0', 'item-1', 'item-2', 'item-3', 'item-4', 'item-5', 'item-6', 'item-7']);
      scenario.wait(CHECKPOINT_WINDOW).sweep();
      return scenario;
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
    run: () => {
      const scenario = oneStep().begin(1, [6, 4]);
      scenario.confirm(1);
      scenario.withdraw(P);
      return scenario;
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
    run: () => {
      const scenario = oneStep().begin(1);
      scenario.wait(CHECKPOINT_WINDOW).sweep();
      return scenario;
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
    run: () => {
      const scenario = oneStep();
      scenario.wait(500).sweep();
      return scenario;
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
    run: () => thirds().pass(1).pass(2).pass(3),
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
    trade: 'steps 334+333+333, F1 on step 2',
    run: () => {
      const scenario = thirds().pass(1);
      scenario.activate(B);
      scenario.wait(CONTRACT_WINDOW).sweep();
      return scenario;
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
    run: () => {
      const scenario = new TradeScenario([plannedStep(P, B, 900), plannedStep(P, B, 100)]).pass(1).begin(2);
      scenario.withdraw(P);
      return scenario;
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
    run: () => {
      const scenario = new TradeScenario([plannedStep(A, B, 600), plannedStep(B, C, 400)]);
      scenario.activate(C);
      scenario.wait(CONTRACT_WINDOW).sweep();
      return scenario;
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
