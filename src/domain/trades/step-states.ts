import type { Guard, Machine } from '../state-machine';
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

export interface StepMachineFacts {
  readonly contractPublished: boolean;
  readonly checkpointSubmitted: boolean;
  readonly rebuttalFiled: boolean;
  readonly verdictSubmitted: boolean;
}

/** The machine facts of a step. The evidence of a settlement has no rebuttal. */
export function stepMachineFacts(
  step: Pick<TradeStep, 'contract' | 'checkpointStatus' | 'verdict'> & Partial<Pick<TradeStep, 'rebuttalFiledAt'>>,
): StepMachineFacts {
  return {
    contractPublished: step.contract !== null,
    checkpointSubmitted: step.checkpointStatus !== null,
    rebuttalFiled: (step.rebuttalFiledAt ?? null) !== null,
    verdictSubmitted: step.verdict !== null,
  };
}

type G = Guard<StepMachineFacts>;
const noContract: G = { name: 'no contract yet', holds: (facts) => !facts.contractPublished };
const contractOnly: G = {
  name: 'contract, no checkpoint yet',
  holds: (facts) => facts.contractPublished && !facts.checkpointSubmitted,
};
const checkpoint: G = { name: 'checkpoint', holds: (facts) => facts.checkpointSubmitted };
const noRebuttal: G = { name: 'no rebuttal yet', holds: (facts) => !facts.rebuttalFiled };
const checkpointOnly: G = {
  name: 'checkpoint, no verdict yet',
  holds: (facts) => facts.checkpointSubmitted && !facts.verdictSubmitted,
};

/** The states of a step (docs/concepts/trade.md). */
export const stepMachine: Machine<StepState, StepEvent, StepMachineFacts> = {
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
