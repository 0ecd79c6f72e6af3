import { assert } from '../errors/errors';
import { advance, type Guard, type Machine } from '../state-machine';
import type { StepState, TradeStep } from '../types';

const events = [
  'define',
  'activate',
  'publish_contract',
  'submit_checkpoint',
  'file_rebuttal',
  'submit_verdict',
  'pass',
  'fail',
  'cancel',
] as const;
export type StepEvent = (typeof events)[number];

export interface StepMachineData {
  readonly contractPublished: boolean;
  readonly checkpointSubmitted: boolean;
  readonly rebuttalFiled: boolean;
  readonly verdictSubmitted: boolean;
}

/** Returns the data of a step that the guards of its machine test. The evidence of a settlement has no rebuttal. */
export function stepMachineData(
  step: Pick<TradeStep, 'contract' | 'checkpointStatus' | 'verdict'> & Partial<Pick<TradeStep, 'rebuttalFiledAt'>>,
): StepMachineData {
  return {
    contractPublished: step.contract !== null,
    checkpointSubmitted: step.checkpointStatus !== null,
    rebuttalFiled: (step.rebuttalFiledAt ?? null) !== null,
    verdictSubmitted: step.verdict !== null,
  };
}

type G = Guard<StepMachineData>;
const noContract: G = { name: 'no contract yet', holds: (data) => !data.contractPublished };
const contractOnly: G = {
  name: 'contract, no checkpoint yet',
  holds: (data) => data.contractPublished && !data.checkpointSubmitted,
};
const checkpoint: G = { name: 'checkpoint', holds: (data) => data.checkpointSubmitted };
const noRebuttal: G = { name: 'no rebuttal yet', holds: (data) => !data.rebuttalFiled };
const checkpointOnly: G = {
  name: 'checkpoint, no verdict yet',
  holds: (data) => data.checkpointSubmitted && !data.verdictSubmitted,
};

/** The states of a step (docs/concepts/trade.md). */
export const stepMachine: Machine<StepState, StepEvent, StepMachineData> = {
  name: 'step',
  states: ['pending', 'active', 'passed', 'failed', 'cancelled'],
  terminal: ['passed', 'failed', 'cancelled'],
  events,
  rows: [
    { from: null, on: 'define', to: 'pending' },
    { from: 'pending', on: 'activate', to: 'active' },
    { from: 'active', on: 'activate', to: 'active' },
    { from: 'active', on: 'publish_contract', when: noContract, to: 'active' },
    { from: 'active', on: 'submit_checkpoint', when: contractOnly, to: 'active' },
    { from: 'pending', on: 'file_rebuttal', when: noRebuttal, to: 'pending' },
    { from: 'active', on: 'file_rebuttal', when: noRebuttal, to: 'active' },
    { from: 'active', on: 'submit_verdict', when: checkpointOnly, to: 'active' },
    { from: 'active', on: 'pass', when: checkpoint, to: 'passed' },
    { from: 'active', on: 'fail', to: 'failed' },
    { from: 'pending', on: 'cancel', to: 'cancelled' },
  ],
};

/** The active step with a passing checkpoint after its end. */
export function passStep(step: TradeStep): TradeStep {
  const state = advance(stepMachine, step.state, 'pass', stepMachineData(step));
  assert(state, 'the passing step is active and has a checkpoint');
  return { ...step, state };
}
