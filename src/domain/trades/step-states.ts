import type { Guard, Machine } from '../state-machine';
import type { StepState } from '../types';

export type StepEvent =
  | 'define'
  | 'activate'
  | 'publish_contract'
  | 'submit_checkpoint'
  | 'file_rebuttal'
  | 'submit_verdict'
  | 'pass'
  | 'fail'
  | 'cancel';

export interface StepMachineFacts {
  readonly contractPublished: boolean;
  readonly checkpointSubmitted: boolean;
  readonly rebuttalFiled: boolean;
  readonly verdictSubmitted: boolean;
}

type G = Guard<StepMachineFacts>;
const noContract: G = { name: 'no contract yet', holds: (facts) => !facts.contractPublished };
const contractAlone: G = {
  name: 'contract, no checkpoint yet',
  holds: (facts) => facts.contractPublished && !facts.checkpointSubmitted,
};
const checkpoint: G = { name: 'checkpoint', holds: (facts) => facts.checkpointSubmitted };
const noRebuttal: G = { name: 'no rebuttal yet', holds: (facts) => !facts.rebuttalFiled };
const checkpointAlone: G = {
  name: 'checkpoint, no verdict yet',
  holds: (facts) => facts.checkpointSubmitted && !facts.verdictSubmitted,
};

/** Specification "States and transitions", Trade and step; how steps end: settlement.md §§1–2. */
export const stepMachine: Machine<StepState, StepEvent, StepMachineFacts> = {
  name: 'step',
  states: ['pending', 'active', 'passed', 'failed', 'cancelled'],
  terminal: ['passed', 'failed', 'cancelled'],
  events: [
    'define',
    'activate',
    'publish_contract',
    'submit_checkpoint',
    'file_rebuttal',
    'submit_verdict',
    'pass',
    'fail',
    'cancel',
  ],
  rows: [
    { from: null, on: 'define', to: 'pending' },
    { from: 'pending', on: 'activate', to: 'active' },
    { from: 'active', on: 'activate', to: 'active' },
    { from: 'active', on: 'publish_contract', when: noContract, to: 'active' },
    { from: 'active', on: 'submit_checkpoint', when: contractAlone, to: 'active' },
    { from: 'pending', on: 'file_rebuttal', when: noRebuttal, to: 'pending' },
    { from: 'active', on: 'file_rebuttal', when: noRebuttal, to: 'active' },
    { from: 'active', on: 'submit_verdict', when: checkpointAlone, to: 'active' },
    { from: 'active', on: 'pass', when: checkpoint, to: 'passed' },
    { from: 'active', on: 'fail', to: 'failed' },
    { from: 'pending', on: 'cancel', to: 'cancelled' },
  ],
};
