import type { Guard, Machine } from '../state-machine';
import type { ProposalState } from '../types';

export type ProposalEvent = 'make' | 'accept' | 'counter' | 'reject' | 'expire' | 'create_trade';

export interface ProposalMachineData {
  /** Whether all participants have accepted the current revision, including this response. */
  readonly allAccepted: boolean;
  /** Whether a trade was created from the proposal. */
  readonly hasTrade: boolean;
}

type G = Guard<ProposalMachineData>;
const othersPending: G = { name: 'others pending', holds: (data) => !data.allAccepted };
const allAccepted: G = { name: 'all accepted', holds: (data) => data.allAccepted };
const noTrade: G = { name: 'no trade', holds: (data) => !data.hasTrade };

/**
 * The states of a proposal.
 *
 * The machine does not know who has responded: the decision rejects a second response before it uses the machine.
 */
export const proposalMachine: Machine<ProposalState, ProposalEvent, ProposalMachineData> = {
  name: 'proposal',
  states: ['proposed', 'countered', 'accepted', 'rejected'],
  terminal: ['rejected'],
  events: ['make', 'accept', 'counter', 'reject', 'expire', 'create_trade'],
  rows: [
    { from: null, on: 'make', to: 'proposed' },
    { from: 'proposed', on: 'accept', when: othersPending, to: 'proposed' },
    { from: 'countered', on: 'accept', when: othersPending, to: 'countered' },
    { from: 'proposed', on: 'accept', when: allAccepted, to: 'accepted' },
    { from: 'countered', on: 'accept', when: allAccepted, to: 'accepted' },
    { from: 'proposed', on: 'counter', to: 'countered' },
    { from: 'countered', on: 'counter', to: 'countered' },
    { from: 'proposed', on: 'reject', to: 'rejected' },
    { from: 'countered', on: 'reject', to: 'rejected' },
    { from: 'proposed', on: 'expire', to: 'rejected' },
    { from: 'countered', on: 'expire', to: 'rejected' },
    { from: 'accepted', on: 'expire', when: noTrade, to: 'rejected' },
    { from: 'accepted', on: 'create_trade', when: noTrade, to: 'accepted' },
  ],
};
