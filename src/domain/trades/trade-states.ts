import type { Guard, Machine } from '../state-machine';
import type { SettlementOutcome, TradeState } from '../types';

const events = [
  'create',
  'activate',
  'publish_contract',
  'withdraw',
  'confirm_checkpoint',
  'fail_checkpoint',
  'file_rebuttal',
  'submit_verdict',
  'pass_step',
  'settle',
] as const;
export type TradeEvent = (typeof events)[number];

export interface TradeMachineData {
  /** Whether a step is active and has not passed. */
  readonly stepActive: boolean;
  /** The outcome of the settlement; null for all other events. */
  readonly outcome: SettlementOutcome | null;
}

type G = Guard<TradeMachineData>;
const noneActive: G = { name: 'no step active', holds: (data) => !data.stepActive };
const active: G = { name: 'step active', holds: (data) => data.stepActive };
const allPassed: G = { name: 'all steps passed', holds: (data) => data.outcome === 'completed' };
const compensates: G = { name: 'fault, someone compensated', holds: (data) => data.outcome === 'compensated' };
const compensatesNone: G = { name: 'failure, no one compensated', holds: (data) => data.outcome === 'failed' };

/** The states of a trade (docs/concepts/trade.md). */
export const tradeMachine: Machine<TradeState, TradeEvent, TradeMachineData> = {
  name: 'trade',
  states: ['bond_reserved', 'executing', 'confirming', 'completed', 'failed', 'compensated'],
  terminal: ['completed', 'failed', 'compensated'],
  events,
  rows: [
    { from: null, on: 'create', to: 'bond_reserved' },
    { from: 'bond_reserved', on: 'activate', when: noneActive, to: 'executing' },
    { from: 'confirming', on: 'activate', when: noneActive, to: 'executing' },
    { from: 'executing', on: 'activate', when: active, to: 'executing' },
    { from: 'confirming', on: 'activate', when: active, to: 'confirming' },
    { from: 'executing', on: 'publish_contract', to: 'executing' },
    { from: 'executing', on: 'withdraw', when: compensates, to: 'compensated' },
    { from: 'executing', on: 'withdraw', when: compensatesNone, to: 'failed' },
    { from: 'confirming', on: 'withdraw', when: compensates, to: 'compensated' },
    { from: 'confirming', on: 'withdraw', when: compensatesNone, to: 'failed' },
    { from: 'executing', on: 'confirm_checkpoint', to: 'confirming' },
    { from: 'executing', on: 'fail_checkpoint', to: 'executing' },
    { from: 'bond_reserved', on: 'file_rebuttal', to: 'bond_reserved' },
    { from: 'executing', on: 'file_rebuttal', to: 'executing' },
    { from: 'confirming', on: 'file_rebuttal', to: 'confirming' },
    { from: 'executing', on: 'submit_verdict', to: 'executing' },
    { from: 'confirming', on: 'submit_verdict', to: 'confirming' },
    { from: 'confirming', on: 'pass_step', to: 'confirming' },
    { from: 'confirming', on: 'settle', when: allPassed, to: 'completed' },
    { from: 'bond_reserved', on: 'settle', when: compensates, to: 'compensated' },
    { from: 'bond_reserved', on: 'settle', when: compensatesNone, to: 'failed' },
    { from: 'executing', on: 'settle', when: compensates, to: 'compensated' },
    { from: 'executing', on: 'settle', when: compensatesNone, to: 'failed' },
    { from: 'confirming', on: 'settle', when: compensates, to: 'compensated' },
    { from: 'confirming', on: 'settle', when: compensatesNone, to: 'failed' },
  ],
};
